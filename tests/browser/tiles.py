"""Texas 42 without a face of its own: a game with tricks, dominoes, and moves that are no cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from suitwise.catalogue import Entry
from suitwise.sight import Sight
from suitwise.texas42.game import Texas42


@dataclass(frozen=True)
class Tiles(Texas42):
    """Texas 42, as a game from outside says what is seen.

    >>> from suitwise.players.face import face_of
    >>> face_of(Tiles()).kind
    'tricks'
    """

    name = "tiles"

    def sight_of(self, state: Any, seat: int | None) -> Sight:
        """Return what a seat sees, its tricks as those of any game."""
        sight = super().sight_of(state, seat)
        return replace(sight, table={name: _as_any(sight.table[name]) for name in sight.table})


def _as_any(trick: dict[str, Any] | None) -> dict[str, Any] | None:
    if trick is None:
        return None
    plays = [{"seat": play["seat"], "card": play["domino"]} for play in trick["plays"]]
    return {**trick, "plays": plays}


ENTRY = Entry("tiles", Tiles, episode="tiles")
