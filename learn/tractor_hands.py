"""Find the weights by which Tractor's policy bids and buries, by its play against itself.

Both sides play by the weights of the package. The search is that of ``learn.perturbation``, its duels
those of ``learn.tractor_rounds``.

    python -m learn.tractor_hands search --seed 1 --steps 500 --file hands.json
    python -m learn.tractor_hands duel --seed 2 --deals 40000 --file hands.json
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from learn.perturbation import Row, Search, command
from learn.tractor_rounds import mirrored
from suitwise.tractor.arrays.estimates import WEIGHTS

SEARCHED = {
    "JOKER": (8, 3),
    "RANK_CARD": (4, 2),
    "PAIR": (6, 2),
    "SIDE_ACE": (4, 2),
    "LONG": (36, 2),
    "NO_TRUMP": (80, 6),
    "STRONG": (15, 2),
    "LENGTH": (12, 4),
    "POINTS": (12, 4),
    "POINTS_STRONG": (4, 3),
    "PAIRED": (0, 12),
    "NEIGHBOURS": (40, 10),
    "TOP": (80, 16),
    "SECOND": (0, 12),
}
"""The weights that the search starts from, guesses by hand, and by how much each goes up and down."""
_PLAYS = np.array([WEIGHTS, WEIGHTS], np.int64)


def duel(one: Row, other: Row, seed: int, first: int, deals: int) -> NDArray[np.float64]:
    """Return what one row of weights gains over another in mirrored deals, in levels a deal.

    Args:
        one: int64 (weights,).
        other: likewise.
        seed: the seed of the deals.
        first: the number of the first deal.
        deals: how many; each is played twice.

    Returns:
        float64 (deals,), the mean of a deal's two plays.
    """
    return mirrored(np.stack([one, other]), _PLAYS, seed, first, deals)


SEARCH = Search(SEARCHED, duel)

if __name__ == "__main__":
    command(SEARCH, __doc__)
