"""A move of gin rummy as an array, where a knock declares its melds and no number names a move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from suitwise.errors import SuitwiseError
from suitwise.fields import Field, places, width
from suitwise.rummy.gin.moves import GinMove, Kind
from suitwise.rummy.gin.rules.melds import cards_of

KINDS: tuple[Kind, ...] = ("stock", "pile", "pass", "card", "knock", "big")
FIELDS = (
    Field("kind", len(KINDS), ", ".join(KINDS)),
    Field("card", 52, "a place for each card, 1 for the one that is discarded"),
    Field("sets", 52, "the cards of the sets that a knock declares"),
    Field("runs", 52, "the cards of its runs"),
)
"""What the numbers of a move mean."""
_PLACES = places(FIELDS)


def encoded(move: GinMove) -> NDArray[np.float32]:
    """Return a seat's move as an array.

    Raises:
        SuitwiseError: it is chance's.

    >>> int(encoded(GinMove.parse("knock:H7:H3H4H5,S3D3C3")).sum())
    8
    """
    if move.kind == "next":
        raise SuitwiseError(f"{move} is chance's: a seat's moves are described")
    features = np.zeros(width(FIELDS), np.float32)
    features[_PLACES["kind"]][KINDS.index(move.kind)] = 1
    if move.card >= 0:
        features[_PLACES["card"]][move.card] = 1
    sets, runs = move.spread or (0, 0)
    for name, cards in (("sets", sets), ("runs", runs)):
        features[_PLACES[name]][[*cards_of(cards)]] = 1
    return features
