"""A game at the terminal, or from a script: lines are read, answers printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Protocol

import click

from suitwise.cli.interrupt import raised

_LONGEST_LINE = 1 << 24


class Session(Protocol):
    """A game under way that answers lines."""

    @property
    def is_closed(self) -> bool:
        """Whether the player has left."""
        ...

    def answer(self, line: str) -> str:
        """Carry out a line; return what is to be shown."""
        ...


def converse(session: Session) -> Iterator[None]:
    """Answer line after line until the player leaves, the input ends or is interrupted.

    Yields:
        Nothing, after every answer.
    """
    asking = sys.stdin is not None and sys.stdin.isatty()
    while not session.is_closed:
        try:
            with raised():
                line = _next_line(asking)
        except KeyboardInterrupt:
            line = None
        if line is None:
            if asking:
                print()
            break
        answer = session.answer(line)
        if answer:
            print(answer, flush=True)
        yield


def _next_line(asking: bool) -> str | None:
    """Return the next line; None at the end of the input."""
    if sys.stdin is None:
        return None
    if asking:
        print("> ", end="", flush=True)
    line = sys.stdin.buffer.readline(_LONGEST_LINE)
    if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
        raise click.ClickException(f"a line is longer than {_LONGEST_LINE:,} bytes")
    return line.decode("utf-8", "replace") or None
