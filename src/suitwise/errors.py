"""The few errors Suitwise raises; all are ``ValueError`` and say what would be right."""


class SuitwiseError(ValueError):
    """Base of every error that Suitwise raises on purpose."""


def extra_of(extra: str) -> str:
    """Return how an optional part of the package is installed, which is on no package index.

    >>> extra_of("rl")
    "python -m pip install '.[rl]' in a clone, or 'FILE.whl[rl]' with a wheel"
    """
    return f"python -m pip install '.[{extra}]' in a clone, or 'FILE.whl[{extra}]' with a wheel"


class NotationError(SuitwiseError):
    """Text that is not what it should be: a card, a trump, a line of a record.

    Args:
        reason: one sentence that names the fault and what would be right.
        line: the line of the text, counted from 1, where the text has lines.
        case: the case of a judge's input, counted from 1, where it has cases.
    """

    def __init__(self, reason: str, *, line: int | None = None, case: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.case = case

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line is not None else ""
        which = f"case {self.case}: " if self.case is not None else ""
        return where + which + self.reason


class IllegalMove(SuitwiseError):
    """A move that the rules forbid in this position."""


class IllegalPosition(SuitwiseError):
    """Cards that can't lie together like this: a third copy, plays of unequal length."""
