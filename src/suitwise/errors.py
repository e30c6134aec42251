"""The errors that Suitwise raises; all are ``ValueError`` and say what would be right."""


class SuitwiseError(ValueError):
    """Base of every error that Suitwise raises on purpose.

    >>> from suitwise import load
    >>> try:
    ...     load("stacks(decks=9)")
    ... except SuitwiseError as error:
    ...     print(error)
    stacks has no option 'decks'; its options: stacks, height, suits, singles
    """


def extra_of(extra: str) -> str:
    """Return the command that installs an optional part of the package (it is not on an index).

    >>> extra_of("rl")
    "python -m pip install '.[rl]' in a clone, or 'FILE.whl[rl]' with a wheel"
    """
    return f"python -m pip install '.[{extra}]' in a clone, or 'FILE.whl[{extra}]' with a wheel"


def missing(error: ModuleNotFoundError, extra: str) -> Exception:
    """Return an error that says how to install a missing module, unless the module is our own.

    Args:
        error: the error that the import raised.
        extra: the optional part of the package that installs the module.

    >>> str(missing(ModuleNotFoundError(name="gymnasium.spaces"), "rl"))[:53]
    "this needs gymnasium: python -m pip install '.[rl]' i"
    """
    package = (error.name or "").partition(".")[0]
    if package in ("", "suitwise"):
        return error
    return SuitwiseError(f"this needs {package}: {extra_of(extra)}")


class NotationError(SuitwiseError):
    """Text that can't be read: a card, a trump, a line of a record.

    Args:
        reason: a sentence that names the fault and what would be right.
        line: the number of the line, from 1, if the text has several.
        case: the number of the case, from 1, in the input of a judge.

    >>> error = NotationError("'HX' is no card", line=3, case=1)
    >>> str(error), error.line
    ("line 3: case 1: 'HX' is no card", 3)
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
    """A move that the rules forbid in this position.

    >>> from suitwise import stacks
    >>> stacks.Stacks.around(stacks.Layout.parse("7b 7a | 3b 6b")).after(stacks.Move.parse("r0"))
    Traceback (most recent call last):
    suitwise.errors.IllegalMove: 3b is the smallest top of its suit, not 7b
    """


class IllegalPosition(SuitwiseError):
    """A position that can't occur, for example with a third copy of a card or plays of unequal length.

    >>> from suitwise import tractor
    >>> tractor.judge_trick("S2", ["HAHAHA", "S3S3S9", "S5S5S6", "D3D4D5"])
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: HA appears 3 times, but 2 packs hold 2
    """


class PlayerEnded(SuitwiseError):
    """A player's program has ended, or has closed its output, before it answered.

    >>> str(PlayerEnded("the program ended with code 3"))
    'the program ended with code 3'
    """


class OverBudget(SuitwiseError):
    """A player has used up what it may spend on a game.

    >>> str(OverBudget("20 questions are spent: that is all for this game"))
    '20 questions are spent: that is all for this game'
    """
