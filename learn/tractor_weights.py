"""Find the weights of Tractor's rule-based policy by its play against itself.

Both sides bid and bury by the weights that ``learn.tractor_hands`` starts from, so that this search
comes out the same whatever that one has found. It is that of ``learn.perturbation``, its duels those of
``learn.tractor_rounds``.

    python -m learn.tractor_weights search --seed 1 --steps 281 --file weights.json
    python -m learn.tractor_weights duel --seed 2 --deals 40000 --file weights.json
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from learn import tractor_hands
from learn.perturbation import Row, Search, command
from learn.tractor_rounds import mirrored

SEARCHED = {
    "DRAWING": (16, 4),
    "LONE_POINTS": (12, 4),
    "RUFFED_POINTS": (20, 5),
    "LEAD_LAST": (0, 5),
    "TO_COME": (8, 2),
    "TEMPO": (0, 3),
    "TRUMP_KEPT": (8, 3),
    "TRUMP_STEP": (4, 1),
    "JOKER_KEPT": (24, 6),
    "WINNER_KEPT": (16, 4),
    "PLAIN_STEP": (4, 1),
    "PAIR_KEPT": (32, 8),
    "TRACTOR_KEPT": (20, 6),
    "RESCUE": (8, 2),
    "DUCK_POINTS": (8, 3),
    "FEED_POINTS": (12, 4),
}
"""The weights that the search starts from, guesses by hand, and by how much each goes up and down."""
_HANDS = np.array([[start for start, _ in tractor_hands.SEARCHED.values()]] * 2, np.int64)


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
    return mirrored(_HANDS, np.stack([one, other]), seed, first, deals)


SEARCH = Search(SEARCHED, duel)

if __name__ == "__main__":
    command(SEARCH, __doc__)
