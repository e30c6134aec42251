"""A game without a face of its own that is played with dominoes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from suitwise.catalogue import Entry
from suitwise.sight import Sight
from suitwise.texas42.endgame.game import Endgame


@dataclass(frozen=True)
class Tiles(Endgame):
    """The last tricks of a hand of dominoes.

    >>> from suitwise.players.face import face_of
    >>> face_of(Tiles()).kind
    'tricks'
    """

    name = "tiles"

    def sight_of(self, state: Any, seat: int | None) -> Sight:
        """Return what a seat sees, with its tricks as any game has them."""
        sight = super().sight_of(state, seat)
        trick = sight.table["trick"]
        if trick is not None:
            plays = [{"seat": one["seat"], "card": one["domino"]} for one in trick["plays"]]
            trick = {**trick, "plays": plays}
        return replace(sight, table={"trick": trick, "last": None})


ENTRY = Entry("tiles", Tiles, episode="tiles")
