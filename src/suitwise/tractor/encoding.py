"""A seat's move of Tractor as an array, for players that weigh the moves they are shown.

Moves are too many to be numbered: a throw is any cards of a suit, a burial any eight of 33. So a move is
described by its cards, and with them by what a player would have to add up.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from suitwise.cards import N_CARDS
from suitwise.fields import Field, places, width
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.rules.blocks import MOST_PAIRS
from suitwise.tractor.rules.piles import MOST_CARDS, bits
from suitwise.tractor.rules.scoring import ALL_POINTS, points_of

FIELDS = (
    Field("cards", N_CARDS, "plane: the cards that the move shows, half a copy"),
    Field("pass", 1, "1 for a pass"),
    Field("size", 1, "how many cards it shows, of 25"),
    Field("pairs", 1, "how many pairs they hold, of 12"),
    Field("points", 1, "their points, of 200"),
)
"""What the numbers of a move mean."""
_SIZE = width(FIELDS)
_NUMBERS = places(FIELDS)["pass"].start


def encoded(move: Move) -> NDArray[np.float32]:
    """Return a move as an array, float32 (58,); different moves of a seat have different ones.

    >>> plane = encoded(Move.parse("S2S2S4"))
    >>> plane[:3].tolist(), encoded(PASS)[54:].tolist()
    ([1.0, 0.0, 0.5], [1.0, 0.0, 0.0, 0.0])
    """
    features = np.zeros(_SIZE, np.float32)
    once, twice, _ = move.pile.masks
    features[list(bits(once))] = 0.5
    features[list(bits(twice))] = 1
    features[_NUMBERS:] = (
        move == PASS,
        move.pile.size / MOST_CARDS,
        twice.bit_count() / MOST_PAIRS,
        points_of(once, twice) / ALL_POINTS,
    )
    return features
