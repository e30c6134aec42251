"""Notices of long compilation on a terminal's standard error, in one line."""

from __future__ import annotations

import sys
from contextlib import suppress

silent = False
"""Whether no notice is given: where a bar shows the progress."""
_STEPS_S = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60)


def compiling(module: str, seconds: float, unkept: str = "") -> None:
    """Tell that rules are being compiled, and how long that takes about.

    Args:
        module: the module of the rule to be compiled.
        seconds: an estimate; nothing is told of less than half a second.
        unkept: why the machine code can't be kept; empty where it is.
    """
    if silent or seconds < 0.5 or not _on_terminal():
        return
    what = f"compiling the rules of {title_of(module)}"
    how_long = f"about {rounded(seconds)} s …"
    line = (
        f"{what} for this run alone ({unkept}): {how_long}"
        if unkept
        else f"{what}, once: {how_long}"
    )
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


def title_of(module: str) -> str:
    """Return what people call the game whose package a module lies in.

    >>> import suitwise.texas42
    >>> title_of("suitwise.texas42.solve.search"), title_of("suitwise.seeds")
    ('Texas 42', 'all games')
    """
    while module:
        title = getattr(sys.modules.get(module), "TITLE", None)
        if isinstance(title, str):
            return title
        module = module.rpartition(".")[0]
    return "all games"


def rounded(seconds: float) -> int:
    """Return a time rounded as an estimate.

    >>> [rounded(s) for s in (0.2, 1.2, 7, 26, 300)]
    [1, 2, 10, 30, 300]
    """
    return next((step for step in _STEPS_S if seconds <= step), round(seconds))


def _on_terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # it is closed
        return False
