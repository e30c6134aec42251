"""Deals of gin rummy played on to their end by the quick policy, on a few plain numbers.

The draws come from a fixed order of the stock, so that the options of a decision are weighed in the same
worlds. A *table* is a row of COLUMNS integers: the hands, the cards that each seat is known to hold, the
pile and its top as words of bits, and who is to draw.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.gin.rules.melds import PACK, gin_deadwood, points_of
from suitwise.rummy.gin.rules.showdown import knock_score, laid_off
from suitwise.rummy.gin.rules.spreads import best_spread
from suitwise.rummy.gin.state import PILE_AT_WALL
from suitwise.rummy.gin.weighing.policy import cheapest, knocking_card, wants

HANDS = 0
KNOWN = HANDS + 2
"""The cards that each seat took from the pile and still holds."""
PILE = KNOWN + 2
TOP = PILE + 1
MOVER = TOP + 1
"""The seat that is to draw."""
COLUMNS = MOVER + 1

KNOCK, GIN, UNDERCUT, BIG = range(4)
"""The numbers of a variant that a deal is played on by."""
_LONGEST = 100
"""The turns after which a deal in thought is void: seats could exchange cards by the pile for ever."""


@rule
def knocked(hand: int, other: int, options: Any) -> int:
    """Return the score of a knock, or gin, for the knocker.

    Args:
        hand: the knocker's ten cards.
        other: the defender's.
        options: the variant's numbers.
    """
    sets, runs = best_spread(hand)
    return knocked_with(hand, other, sets, runs, options)


@rule
def knocked_with(hand: int, other: int, sets: int, runs: int, options: Any) -> int:
    """Return the score of a knock that lays down these sets and runs."""
    kept = points_of(hand & ~(sets | runs))
    left = gin_deadwood(other & ~laid_off(other, kept, sets, runs))
    return knock_score(kept, left, options[GIN], options[UNDERCUT])


@rule
def lay(table: Any, card: int) -> bool:
    """Lay a card of the mover's hand on the pile, the other to draw; tell whether the deal goes on."""
    seat = table[MOVER]
    table[HANDS + seat] &= ~card
    table[KNOWN + seat] &= ~card
    table[PILE] |= card
    table[TOP] = card
    table[MOVER] = 1 - seat
    return count_bits(table[PILE]) < PILE_AT_WALL


@rule
def wishes(table: Any) -> bool:
    """Tell whether the mover takes the top of the pile."""
    seat = table[MOVER]
    hand, taken = table[HANDS + seat], table[KNOWN + 1 - seat]
    return wants(hand, table[TOP], PACK & ~(hand | table[PILE] | taken), taken)


@rule
def turn(table: Any, order: Any, at: int, takes: bool, options: Any, habit: int) -> tuple[int, int]:
    """Let the mover draw, and knock or discard by the quick policy.

    Args:
        table: the table, changed.
        order: see ``play_on``.
        at: the first of the stock's cards.
        takes: whether the mover takes the top of the pile.
        options: the variant's numbers.
        habit: the mover's.

    Returns:
        Where the stock goes on, -1 where the deal has ended; and the points of seat 0 then.
    """
    seat = table[MOVER]
    free, taken = table[HANDS + seat], table[KNOWN + 1 - seat]
    unseen = PACK & ~(free | table[PILE] | taken)
    if takes:
        top = table[TOP]
        hand = free | top
        table[KNOWN + seat] |= top
        table[PILE] &= ~top
    else:
        card = 1 << order[at]
        at += 1
        free |= card
        hand = free
        unseen &= ~card
    table[HANDS + seat] = hand
    height = count_bits(table[PILE])
    knock = knocking_card(hand, free, height, options[KNOCK], habit)
    if knock:
        score = knocked(hand & ~knock, table[HANDS + 1 - seat], options)
        return -1, score if seat == 0 else -score
    discard, _ = cheapest(hand, free, unseen, taken)
    return (at, 0) if lay(table, discard) else (-1, 0)


@rule
def play_on(table: Any, order: Any, at: int, options: Any, mine: int, theirs: int) -> int:
    """Play a deal on from a draw; return the points of seat 0, 0 if it is void.

    Args:
        table: the table, changed.
        order: the bits' numbers of the stock's cards in the order in which they are drawn.
        at: the first of them.
        options: the variant's numbers.
        mine: the habit of seat 0.
        theirs: that of seat 1.
    """
    for _ in range(_LONGEST):
        habit = mine if table[MOVER] == 0 else theirs
        at, points = turn(table, order, at, wishes(table), options, habit)
        if at < 0:
            return points
    return 0
