"""What the best melds of a hand leave over, without the melds: many hands a second.

What ``search`` finds and ``arrangement.left_over`` leaves, worked out by one compiled rule on counts;
``tests/rummy/scan/test_leftovers.py`` holds it to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.rummy.rules.hand import JOKERS, SIZE
from suitwise.rummy.rules.meld_shapes import FIELD, LENGTH, WILD
from suitwise.rummy.rules.rules import Rules, card_of
from suitwise.rummy.scan.placed import most_weight, place_counts
from suitwise.rummy.scan.scan import scan
from suitwise.rummy.scan.search import MOST_WORK, array_of, check_wilds, shapes_for, with_room
from suitwise.rummy.scan.states import NEVER, PLACES, Pair
from suitwise.rummy.scan.trials import SETS, SHAPES


def least_left(
    counts: Sequence[int],
    rules: Rules,
    weights: tuple[int, ...],
    runs: int = 0,
    pure: int = 0,
    *,
    compiled: bool = True,
) -> tuple[int, ...] | None:
    """Return how many copies of each card are left over; None if the runs needed are not there.

    Args:
        counts: how many copies of each card a hand has, 53 numbers.
        rules: the rule set.
        weights: what cards weigh in melds, see ``scan``.
        runs: how many runs are needed.
        pure: how many of them must have no card that stands for another.
        compiled: whether compiled rules work it out, or plain Python.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.arrangement import deadwood_weights
    >>> from suitwise.rummy.rules.hand import Hand
    >>> from suitwise.rummy.rules.rules import SEED
    >>> hand = Hand.of("H3 H4 H5 H6 H9 SK")
    >>> left = least_left(hand.counts, SEED, tuple(deadwood_weights(SEED, "points")), compiled=False)
    >>> [card for card in range(52) if left[card]]
    [11, 20]
    """
    wilds = counts[JOKERS]
    if rules.wild_rank:
        wilds += sum(counts[card_of(suit, rules.wild_rank)] for suit in range(4))
    check_wilds(wilds)
    _, in_melds = shapes_for(rules, wilds, compiled)
    held, weighed, placed, left = (
        array_of(numbers, compiled) for numbers in (counts, weights, [0] * (4 * PLACES), [0] * SIZE)
    )
    wild, needed = (wilds, rules.wild_rank), (runs, pure, 0)
    find = machine(leave_least) if compiled else leave_least

    def scan_in(states: Any) -> int:
        return find(held, wild, weighed, in_melds, rules.places, needed, placed, states, left)

    best, _ = with_room(scan_in, [MOST_WORK], compiled)
    return None if best == NEVER else tuple(left if not compiled else left.tolist())


@rule
def leave_least(
    counts: Any,
    wild: Pair,
    weights: Any,
    shapes: tuple[Any, Any],
    places: Pair,
    needed: tuple[int, int, int],
    placed: Any,
    states: Any,
    left: Any,
) -> int:
    """Find the melds of the greatest weight, and write what they leave over.

    Args:
        counts: how many copies of each card.
        wild: how many of them may be wild; and the wild rank, 0 where there is none.
        weights: see ``scan``.
        shapes: see ``scan``.
        places: the lowest rank of a run and the highest.
        needed: how many runs, how many of them pure, and 0: no card is discarded.
        placed: room for the cards by their places.
        states: see ``put``.
        left: room for how many copies of each card are left over.

    Returns:
        What ``scan`` returns.
    """
    place_counts(counts, wild[0], places, placed)
    whole = most_weight(counts, weights, wild[0], wild[1])
    best = scan(placed, wild, weights, shapes, places, needed, whole, states)
    if best < 0:
        return best
    for card in range(SIZE):
        left[card] = counts[card]
    stand_in = take_melds(left, states, best, shapes)
    if wild[1] > 0:
        stand_in -= take_as_themselves(left, states, best, shapes, wild[1])
    take_wilds(left, wild[1], stand_in)
    return best


@rule
def meld_at(how: int) -> tuple[int, int, int]:
    """Return the place, the suit and the shape of the meld that a state came about by.

    >>> meld_at(SHAPES * ((SETS + 1) * 7 + 2) + 3)
    (7, 2, 3)
    """
    rank = how // SHAPES
    return rank // (SETS + 1), rank % (SETS + 1), how % SHAPES


@rule
def lowest_of(place: int, natural: int) -> int:
    """Return the lowest place of a run whose lowest card that is not wild lies at a place."""
    while natural & 1 == 0:
        natural >>= FIELD
        place -= 1
    return place


@rule
def take_melds(left: Any, states: Any, at: int, shapes: tuple[Any, Any]) -> int:
    """Take away the cards that are not wild of the melds that led to a state; count the wild ones."""
    run_shapes, set_shapes = shapes
    wild = 0
    while at > 0:
        how = states[4][at]
        if how >= 0:
            place, suit, shape = meld_at(how)
            if suit == SETS:
                for one in range(4):
                    if set_shapes[shape] >> one & 1:
                        left[card_of(one, place)] -= 1
                wild += set_shapes[shape + WILD]
            else:
                low = lowest_of(place, run_shapes[shape])
                for k in range(run_shapes[shape + LENGTH]):
                    if run_shapes[shape] >> FIELD * k & 1:
                        left[card_of(suit, low + k)] -= 1
                wild += run_shapes[shape + WILD]
        at = states[3][at]
    return wild


@rule
def take_as_themselves(
    left: Any, states: Any, at: int, shapes: tuple[Any, Any], wild_rank: int
) -> int:
    """Take away cards of the wild rank that lie on their own places in wild ones' stead; count them."""
    run_shapes, set_shapes = shapes
    taken = 0
    while at > 0:
        how = states[4][at]
        if how >= 0:
            place, suit, shape = meld_at(how)
            if suit < SETS:
                low = lowest_of(place, run_shapes[shape])
                for k in range(run_shapes[shape + LENGTH]):
                    own = card_of(suit, low + k)
                    is_own = (low + k - 1) % 13 + 1 == wild_rank and left[own] > 0
                    if is_own and run_shapes[shape] >> FIELD * k & 1 == 0:
                        left[own] -= 1
                        taken += 1
            elif (place - 1) % 13 + 1 == wild_rank:
                wild = set_shapes[shape + WILD]
                for one in range(4):
                    own = card_of(one, place)
                    if wild > 0 and set_shapes[shape] >> one & 1 == 0 and left[own] > 0:
                        left[own] -= 1
                        taken += 1
                        wild -= 1
        at = states[3][at]
    return taken


@rule
def take_wilds(left: Any, wild_rank: int, count: int) -> None:
    """Take away `count` wild cards, printed jokers first."""
    jokers = min(count, left[JOKERS])
    left[JOKERS] -= jokers
    count -= jokers
    for suit in range(3, -1, -1):
        if count > 0:
            own = card_of(suit, wild_rank)
            cards = min(count, left[own])
            left[own] -= cards
            count -= cards
