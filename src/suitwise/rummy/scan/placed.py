"""What a scan is given of a hand: its cards by their places, and what they weigh at most."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rules.rules import card_of
from suitwise.rummy.scan.states import ABOVE_KING, PLACES
from suitwise.rummy.scan.trials import IN_RUN, IN_SET, WILD_IN_RUN, WILD_IN_SET


@rule
def place_counts(counts: Any, wilds: int, places: tuple[int, int], placed: Any) -> None:
    """Write how many copies of each rank a hand has, PLACES numbers a suit.

    Args:
        counts: how many copies of each card.
        wilds: how many of them may be wild.
        places: the lowest place of a run and the highest.
        placed: the array to write to.
    """
    lowest, highest = places
    for suit in range(4):
        at = suit * PLACES
        placed[at] = 0
        for rank in range(1, ABOVE_KING):
            placed[at + rank] = counts[card_of(suit, rank)]
        aces = placed[at + 1]
        # Aces above the king are of use only beside it.
        is_of_use = lowest > 1 or wilds > 0 or (placed[at + 12] > 0 and placed[at + 13] > 0)
        placed[at + ABOVE_KING] = aces if is_of_use and highest == ABOVE_KING else 0
        if lowest > 1:
            placed[at + 1] = 0


@rule
def most_weight(counts: Any, weights: Any, wilds: int, wild_rank: int) -> int:
    """Return what no melds and discard weigh more than: that of all cards where they weigh most.

    Args:
        counts: how many copies of each card.
        weights: what cards weigh in melds, see ``scan``.
        wilds: how many of the cards may be wild.
        wild_rank: the wild rank, 0 where there is none.
    """
    dearest = max(weights[WILD_IN_RUN], weights[WILD_IN_SET])
    for place in range(1, PLACES):
        dearest = max(dearest, weights[WILD_IN_RUN + place], weights[WILD_IN_SET + place])
    total = 0
    for rank in range(1, ABOVE_KING):
        most = max(weights[IN_RUN + rank], weights[IN_SET + rank])
        if rank == 1:
            most = max(most, weights[IN_RUN + ABOVE_KING], weights[IN_SET + ABOVE_KING])
        if rank == wild_rank:
            dearest = max(dearest, most)
            continue
        for suit in range(4):
            total += counts[card_of(suit, rank)] * most
    return int(total + wilds * dearest)
