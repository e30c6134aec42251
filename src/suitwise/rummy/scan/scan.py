"""The most that a hand can meld under any rule set: one scan over the ranks.

The known polynomial method (J. N. van Rijn, F. W. Takes, J. K. Vis, "The Complexity of Rummikub
Problems", 2015): go through the ranks from the lowest up and keep, for every way in which runs begun
lower down have taken cards further up, the best value so far (``states``).

A run of twice the least length or more is not needed where it can be cut in two runs of the same cards;
it can't where one part would have nothing but wild cards. So at every rank the scan tries the sets of
that rank and the runs without a needless card whose lowest card that is not wild lies there, each as
often as its cards allow. Where a card is to be discarded, that is one thing more to take it for.

A card of the wild rank may stand for itself or be wild. All of them count as wild cards, and one that
stands for itself uses up one of these. So both are weighed in one scan, as the ace below the 2 and
above the king is.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.scan.states import (
    ABOVE_KING,
    NEVER,
    NO_ROOM,
    Pair,
    ahead,
    begin,
    best_of,
    left_of,
    next_layer,
)
from suitwise.rummy.scan.trials import discard_any, meld_runs, meld_sets


@rule
def scan(
    counts: Any,
    wild: Pair,
    weights: Any,
    shapes: tuple[Any, Any],
    places: Pair,
    needed: tuple[int, int, int],
    whole: int,
    states: Any,
) -> int:
    """Find the melds of the greatest weight.

    Args:
        counts: PLACES numbers a suit: how many copies of each rank there are. Aces that stand either
            way are counted at both places.
        wild: how many cards may be wild, those of the wild rank among them, at most 15; and the wild
            rank, 1 to 13, or 0 where there is none.
        weights: PLACES numbers for a card in a run, by its rank, for a wild card there that stands
            for this rank, for a card in a set and for a wild card in a set.
        shapes: SHAPE numbers a shape of a run, and SHAPE numbers a shape of a set.
        places: the lowest rank, 1 or 2, and the highest, 13 or 14. Aces at 14 join no set if the
            lowest is 1.
        needed: how many runs, how many of them pure; 1 if a card is to be discarded, at its weight
            in a run, else 0.
        whole: no melds and discard weigh more: where some weigh this much, the scan ends.
        states: see ``put``.

    Returns:
        The best state, NO_ROOM, TOO_LONG, or NEVER.
    """
    begin(states)
    above = left_of(ahead(counts, 0, ABOVE_KING), 0), left_of(ahead(counts, 2, ABOVE_KING), 0)
    runs, sets = shapes
    first, last = 0, 1
    for place in range(places[0], places[1] + 1):
        hand = (ahead(counts, 0, place), ahead(counts, 2, place)), wild[0], wild[1]
        # Aces that stand either way are melded in sets, and discarded, below the 2.
        once = place < ABOVE_KING or places[0] > 1
        if once:
            last = meld_sets(states, (first, last), hand, weights, sets, place)
        if last > 0:
            last = meld_runs(states, (first, last), hand, weights, runs, place, places, needed)
        if last > 0 and once and needed[2]:
            last = discard_any(states, (first, last), hand, weights, place, places[0])
        if last < 0:
            return last
        best = best_of(states, first, last, needed)
        if place == places[1] or (best != NEVER and states[2][best] >= whole):
            return best
        end = next_layer(states, first, last, place, above)
        if end == NO_ROOM:
            return NO_ROOM
        first, last = last, end
    return NEVER
