"""Quick players in the place of the strongest, until these have been compiled in the background.

Only where nobody has named a player or a seed: who has named one gets it, and waits for the compiler.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
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


class Understudies:
    """A quick player in the places that nobody has named a player for, until the strongest takes them.

    A context in which the game is played; what is compiled in the background ends with it.

    Args:
        session: the game, with the strongest players in these places.
        host: makes the host in which the player of a name stands in, the usual one for none.
        parts: what is done in these places, as "plays and advises"; empty where there are none.
    """

    def __init__(self, session: Session, host: Callable[[str], Host], parts: str) -> None:
        self._session, self._host, self._parts = session, host, parts
        self._work: Work | None = None
        self._is_begun = False

    def __enter__(self) -> Understudies:
        return self

    def __exit__(self, *_: object) -> None:
        if self._work is not None:
            self._work.end()

    def change(self) -> None:
        """Change the players if it is time to; called before the game goes on, from the first."""
        if not self._is_begun:
            self._is_begun = True
            self._begin()
        elif self._work is not None and not self._work.is_under_way:
            self._work = None
            self._session.go_on_with(self._host(""))
            _say(_relief(self._session))

    def _begin(self) -> None:
        quick = _stand_in(self._session) if self._parts else ""
        if quick:
            self._work = _started(self._session.game.name)
            self._session.go_on_with(self._host(quick))
            _say(f"the strongest player is being compiled, once; until then {quick} {self._parts}")


def _started(game: str) -> Work:
    from suitwise.players.ahead import Compiling

    return Compiling(game)


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
