"""What the trained player reads of a turn, and of each thing that it may do.

A network is asked about one option at a time: its inputs are those of the turn, the same for all
options, and those of the option. All come from what the seat sees, in a *sight*: a row of numbers that
a position (``player``) and a record of a compiled deal (``learn.gin_policy``) give alike. Two networks
share the turns: ``drawing`` takes the top of the pile or not, ``discarding`` discards or knocks. Suits
are never told apart by name, so what is learnt of hearts holds for spades.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.foundation.arrays.networks import turn_on, turn_on_up_to, within
from suitwise.rummy.gin.players.net.hands import HAND_INPUTS, RANKS, see_hand, see_ranks, suit_of
from suitwise.rummy.gin.rules.melds import (
    BITS,
    COLUMN,
    PACK,
    SUIT,
    gin_deadwood,
    keeping_least,
    meldable,
)
from suitwise.rummy.gin.rules.spreads import best_spread
from suitwise.rummy.gin.weighing.careful import CERTAIN, awaiting, careful_discard

# The columns of a sight.
MINE, FREE, SHOWN, TAKEN, MY_PILE, THEIR_PILE, PILED, TOP, STEP, DEALT, MOST = range(11)
"""The hand; what of it may be discarded; which of it the other saw taken; what the other took and
holds; what of the pile each laid; the pile; its top; how far the turn is; whether the seat dealt; the
most deadwood to knock with."""
SIGHT = MOST + 1
UPCARD, UPCARD_LEFT, TO_DRAW, TO_DISCARD = range(4)
"""How far a turn is."""

TAKE, LEAVE, KNOCK = 64, 65, 66
"""Options that are not the number of a discard's bit."""
MOST_OPTIONS = 12

MOST_PILE, PILE_STEPS = 31, 10
MOST_TAKEN = 5
MOST_LEAST, NO_KNOCK = 10, 11
# The inputs of a turn.
HEIGHT = 0
"""The cards of the pile, and in threes."""
TAKES = HEIGHT + MOST_PILE + 1 + PILE_STEPS
"""How many the other took and holds, how many of these meld with each other, how many it saw taken."""
LAID = TAKES + 3 * (MOST_TAKEN + 1)
"""The ranks that the other laid."""
UNSEEN = LAID + 2 * RANKS
"""How many of each rank are unseen."""
STEPS = UNSEEN + 5 * RANKS
"""How far the turn is, by who dealt."""
LEAST = STEPS + 8
"""The least to knock with, or none may be."""
NOW = LEAST + NO_KNOCK + 1
"""Before a draw: the hand as it is."""
TURN_INPUTS = NOW + HAND_INPUTS
# The inputs of an option.
KIND = TURN_INPUTS
"""A discard, a knock, the top of the pile, a card of the stock, the upcard left."""
THEN = KIND + 5
"""The hand after the discard."""
RANK = THEN + HAND_INPUTS
"""The rank of the discard."""
MOST_FED = 15
FED = RANK + RANKS
"""How many pairs that meld with it the other can be expected to hold, in eighths."""
FITS = FED + MOST_FED + 1
"""It melds with cards that the other took; it lies near one."""
SAFE = FITS + 2
"""How many of its rank the other laid, the seat itself laid; those beside it in its suit likewise."""
RARE = SAFE + 16
"""How many of its rank are unseen, how many of the four nearest in its suit."""
BREAKS = RARE + 9
"""It lies in a meld; it was seen taken."""
MOST_OFF = 7
OFF = BREAKS + 2
"""The unseen cards that could be laid off on a knock."""
INPUTS = OFF + MOST_OFF + 1
MOST_ON = 2048
"""The inputs that are on of a turn and all its options are never more."""


@rule
def beside(card: int) -> int:
    """Return the cards that are at most two ranks away from one in its suit, without it.

    >>> bin(beside(0b100)), bin(beside(1 << 12))
    ('0b11011', '0b110000000000')
    """
    return (card << 1 | card << 2 | card >> 1 | card >> 2) & suit_of(card)


@rule
def unseen_in(sight: Any) -> int:
    """Return the cards that the seat has not seen."""
    return PACK & ~(
        item_at(sight, MINE) | item_at(sight, PILED) | item_at(sight, TAKEN) | item_at(sight, TOP)
    )


@rule
def see_turn(sight: Any, on: Any, starts: Any, options: Any) -> int:
    """Write the inputs of a turn and of its options, and return how many options there are.

    Args:
        sight: what the seat sees.
        on: array, filled with the numbers of the inputs that are on, the turn's first.
        starts: array: where the inputs of each option begin, and at last where they end.
        options: array, filled with the options: the number of a discard's bit, or ``TAKE``, ``LEAVE``,
            ``KNOCK``.
    """
    count = see_course(sight, on)
    if item_at(sight, STEP) == TO_DISCARD:
        return see_discards(sight, on, count, starts, options)
    return see_draws(sight, on, count, starts, options)


@rule
def see_course(sight: Any, on: Any) -> int:
    """Turn on the inputs of how the deal went so far."""
    height, taken = count_bits(item_at(sight, PILED)), item_at(sight, TAKEN)
    unseen = unseen_in(sight)
    count = turn_on(on, 0, HEIGHT + within(height, 0, MOST_PILE))
    count = turn_on_up_to(on, count, HEIGHT + MOST_PILE + 1, height, 3, PILE_STEPS)
    count = turn_on(on, count, TAKES + within(count_bits(taken), 0, MOST_TAKEN))
    melding = count_bits(meldable(taken))
    count = turn_on(on, count, TAKES + MOST_TAKEN + 1 + within(melding, 0, MOST_TAKEN))
    shown = count_bits(item_at(sight, SHOWN))
    count = turn_on(on, count, TAKES + 2 * (MOST_TAKEN + 1) + within(shown, 0, MOST_TAKEN))
    count = see_ranks(on, count, LAID, item_at(sight, THEIR_PILE))
    for rank in range(RANKS):
        there = count_bits(unseen & COLUMN << rank)
        count = turn_on(on, count, UNSEEN + 5 * rank + there)
    return turn_on(on, count, STEPS + 4 * item_at(sight, DEALT) + item_at(sight, STEP))


@rule
def see_discards(sight: Any, on: Any, count: int, starts: Any, options: Any) -> int:
    """Write the inputs of the discards, and of the knock that keeps least."""
    hand, free, most = item_at(sight, MINE), item_at(sight, FREE), item_at(sight, MOST)
    knock = BITS[keeping_least(hand, free)]
    least = gin_deadwood(hand & ~knock)
    number = 0
    count = turn_on(on, count, LEAST + (least if least <= most else NO_KNOCK))
    cards = free
    while cards:
        card = cards & -cards
        starts[number], options[number] = count, lowest_bit(card)
        count = turn_on(on, count, KIND)
        count = see_discard(sight, on, count, hand, card)
        number += 1
        cards &= cards - 1
    if least <= most:
        starts[number], options[number] = count, KNOCK
        count = turn_on(on, count, KIND + 1)
        count = see_knock(sight, on, count, hand & ~knock)
        number += 1
    starts[number] = count
    return number


@rule
def see_knock(sight: Any, on: Any, count: int, kept: int) -> int:
    """Turn on the inputs of a knock."""
    sets, runs = best_spread(kept)
    ends = 0
    left = unseen_in(sight) | item_at(sight, TAKEN)
    while left:
        card = left & -left
        mates = sets & COLUMN << lowest_bit(card) % SUIT
        near = (card << 1 | card >> 1) & runs
        ends += int(mates != 0 or near != 0)
        left &= left - 1
    return turn_on(on, count, OFF + within(ends, 0, MOST_OFF))


@rule
def see_discard(sight: Any, on: Any, count: int, hand: int, card: int) -> int:
    """Turn on the inputs of a discard: the hand that it leaves, and what it gives away.

    Args:
        sight: what the seat sees.
        on: the inputs.
        count: how many are on.
        hand: eleven cards.
        card: the discard, a bit.
    """
    unseen, taken = unseen_in(sight) & ~hand, item_at(sight, TAKEN)
    mine, theirs = item_at(sight, MY_PILE), item_at(sight, THEIR_PILE)
    count = see_hand(on, count, THEN, hand & ~card, unseen, item_at(sight, MOST))
    rank = lowest_bit(card) % SUIT
    same, nearest = COLUMN << rank & ~card, beside(card)
    room = 10 - count_bits(taken)
    fed = 8 * awaiting(card, taken, unseen, room) // CERTAIN
    count = turn_on(on, count, RANK + rank)
    count = turn_on(on, count, FED + within(fed, 0, MOST_FED))
    if meldable(taken | card) & card:
        count = turn_on(on, count, FITS)
    if (same | (card << 1 | card >> 1) & nearest) & taken:
        count = turn_on(on, count, FITS + 1)
    count = turn_on(on, count, SAFE + count_bits(same & theirs))
    count = turn_on(on, count, SAFE + 4 + count_bits(same & mine))
    count = turn_on(on, count, SAFE + 8 + within(count_bits(nearest & theirs), 0, 3))
    count = turn_on(on, count, SAFE + 12 + within(count_bits(nearest & mine), 0, 3))
    count = turn_on(on, count, RARE + count_bits(same & unseen))
    count = turn_on(on, count, RARE + 4 + count_bits(nearest & unseen))
    if meldable(hand) & card:
        count = turn_on(on, count, BREAKS)
    if item_at(sight, SHOWN) & card:
        count = turn_on(on, count, BREAKS + 1)
    return count


@rule
def see_draws(sight: Any, on: Any, count: int, starts: Any, options: Any) -> int:
    """Write the inputs of the top of the pile, with the discard after it, and of leaving it."""
    hand, top, taken = item_at(sight, MINE), item_at(sight, TOP), item_at(sight, TAKEN)
    unseen, most = unseen_in(sight), item_at(sight, MOST)
    count = see_hand(on, count, NOW, hand, unseen, most)
    starts[0], options[0] = count, TAKE
    away = careful_discard(hand | top, hand, unseen, taken, 10 - count_bits(taken))
    count = turn_on(on, count, KIND + 2)
    count = see_discard(sight, on, count, hand | top, away)
    starts[1], options[1] = count, LEAVE
    count = turn_on(on, count, KIND + 3 + int(item_at(sight, STEP) < TO_DRAW))
    starts[2] = count
    return 2
