"""A game at the terminal, or from a script: lines are read, answers printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import click

from suitwise.cli.files import write_file
from suitwise.cli.interrupt import raised

if TYPE_CHECKING:
    from suitwise.cli.records import Chair
    from suitwise.game import Game, Record

_LONGEST_LINE = 1 << 24


class Session(Protocol):
    """A game under way that answers lines."""

    @property
    def is_closed(self) -> bool:
        """Whether the player has left."""
        ...

    def answer(self, line: str) -> str:
        """Carry out a line; return the answer to print."""
        ...


class PlayedSession(Session, Protocol):
    """A game against others, with a record."""

    @property
    def game(self) -> Game[Any]:
        """The variant."""
        ...

    @property
    def record(self) -> Record:
        """All that has been played."""
        ...

    @property
    def title(self) -> str:
        """What is played, in a line above the game."""
        ...

    @property
    def level(self) -> str:
        """Whom the player has chosen to play against since the start; empty for nobody."""
        ...

    def begin(self) -> str:
        """Play up to the player's first decision; return the text to print."""
        ...


def converse(session: Session, heard: Callable[[], None] | None = None) -> Iterator[None]:
    """Answer line after line until the player leaves, the input ends or is interrupted.

    Args:
        session: the game.
        heard: called when a line has been read, before it is answered.

    Yields:
        Nothing, after every answer.
    """
    asking = _is_asking()
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
        if heard is not None:
            heard()
        answer = session.answer(line)
        if answer:
            print(answer, flush=True)
        yield


def play_with_others(
    session: PlayedSession,
    chair: Chair,
    path: str | None,
    heard: Callable[[], None] | None = None,
) -> None:
    """Play a game with the players of the package, and keep it in a file as it goes on.

    Args:
        session: the game.
        chair: how the player takes part.
        path: the file that keeps the record; None to keep none.
        heard: called before the game goes on: at first, and when a line has been read.
    """
    kept = session.record
    _keep(kept, chair, path)
    print(session.title, flush=True)
    if heard is not None:
        heard()
    print(session.begin(), flush=True)
    for _ in converse(session, heard):
        taken = replace(chair, against=session.level or chair.against)
        if (session.record, taken) != (kept, chair):
            kept, chair = session.record, taken
            _keep(kept, chair, path)
    if not session.is_closed and _is_asking():  # Ctrl-C or Ctrl-D; a script's output ends as it is
        print("left" if path is None else f"left; {path} holds the game")


def _keep(record: Record, chair: Chair, path: str | None) -> None:
    if path is not None:
        write_file(path, f"{record}{chair}\n")


def _is_asking() -> bool:
    """Whether a person types at a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def is_at_terminal() -> bool:
    """Whether a person types at a terminal, and reads there what is told."""
    return _is_asking() and sys.stdout is not None and sys.stdout.isatty()


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
