"""Quick players in the place of the strongest, until these have been compiled in the background.

Only where nobody has named a player or a seed: who has named one gets it, and waits for the compiler.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from suitwise.players.host import Host
    from suitwise.players.session import Session


class Work(Protocol):
    """What goes on in the background."""

    @property
    def is_under_way(self) -> bool:
        """Whether it is not done."""
        ...

    def end(self) -> None:
        """End it."""
        ...


@contextmanager
def understudied(
    session: Session,
    host: Callable[[str], Host],
    parts: str,
    start: Callable[[str], Work] | None = None,
) -> Iterator[Callable[[], None]]:
    """Let a quick player stand in where the strongest has yet to be compiled; that ends with the block.

    Args:
        session: the game, with its players.
        host: makes the host in which the player of a name stands in, the usual one for none.
        parts: what a player who stands in does, as "plays and advises"; empty where none may.
        start: starts to compile the strongest player of the game of a name.

    Yields:
        What is to be called before each answer: once all is compiled the strongest take over.
    """
    quick = _stand_in(session) if parts else ""
    if not quick:
        yield lambda: None
        return
    if start is None:
        from suitwise.players.ahead import Compiling

        start = Compiling
    work: Work | None = start(session.game.name)
    session.go_on_with(host(quick))
    _say(f"the strongest player is being compiled, once; until then {quick} {parts}")

    def relieve() -> None:
        nonlocal work
        if work is not None and not work.is_under_way:
            work = None
            session.go_on_with(host(""))
            _say(_relief(session))

    try:
        yield relieve
    finally:
        if work is not None:
            work.end()


def _stand_in(session: Session) -> str:
    """Return the player to stand in, empty where the strongest need not be waited for."""
    from suitwise.foundation.arrays.code_cache import folder
    from suitwise.players.ahead import is_to_compile, quick_player

    quick = quick_player(session.game)
    if quick == "random" or folder().path is None or not is_to_compile(session.game):
        return ""
    return quick


def _relief(session: Session) -> str:
    from suitwise.players.ahead import is_to_compile

    if is_to_compile(session.game):
        return "the strongest player could not be compiled ahead: it takes over, its first answer waits"
    return "the strongest player is compiled and takes over"


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
