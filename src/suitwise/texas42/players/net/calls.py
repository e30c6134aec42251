"""What the trained player sees of the auction, and of each call and declaration (``features``)."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.arrays.networks import turn_on, turn_on_up_to, within
from suitwise.texas42.arrays.policy import higher_than, trumps_of
from suitwise.texas42.arrays.policy_calls import THIRDS, caught, limit_of, worth
from suitwise.texas42.players.net.features import (
    SUIT_SIZE,
    number_in,
    turn_on_ranks,
    turn_on_set,
)
from suitwise.texas42.rules.auction import FIRST_PLUNGE, PASS
from suitwise.texas42.rules.contracts import bid_of
from suitwise.texas42.rules.dominoes import ALL, COUNT, N_DOMINOES
from suitwise.texas42.rules.suits import CALLED_SUIT, EVERY_DOUBLE, FOLLOWS, NOTRUMP
from suitwise.texas42.rules.tricks import led_suit

ALL_MADE = 4
"""How many calls were made where the declaration is asked for."""

# The inputs of the decision.
HELD = 0
MADE = HELD + N_DOMINOES
CALLED = MADE + 5
"""The seats to the left, opposite, to the right have not called, passed, bid."""
STANDING = CALLED + 9
BIDDER = STANDING + FIRST_PLUNGE
"""The seat that has bid most, or nobody."""
DOUBLES = BIDDER + 5
# The inputs of a call or declaration; those of a hand are by the declaration, of a call the best one.
CALL = DOUBLES + SUIT_SIZE + 1
DECLARATION = CALL + FIRST_PLUNGE
RANKS = DECLARATION + NOTRUMP + 1
"""The trumps by rank, and how many."""
WORTHS = 48
WORTH = RANKS + 2 * SUIT_SIZE + 1
"""The worth of the hand in points, each and in steps of two."""
CAUGHT = WORTH + WORTHS + WORTHS // 2
WALKERS = CAUGHT + SUIT_SIZE
SECONDS = WALKERS + SUIT_SIZE + 1
"""How many others nobody beats, and how many one beats."""
LOST = SECONDS + SUIT_SIZE + 1
"""The count in fives that is not safe."""
OFFS = LOST + SUIT_SIZE + 1
"""How many suits the dominoes have that are no trumps."""
MOST_MARGIN = 13
MARGIN = OFFS + SUIT_SIZE + 1
"""By how much the call is below what the rules of thumb would go to."""
INPUTS = MARGIN + 2 * MOST_MARGIN + 1


@rule
def see_auction(
    on: Any, hand: int, made: int, standing: int, bidder: int, called: int, bids: int
) -> int:
    """Turn on the inputs of a decision in the auction, and return how many they are.

    Args:
        on: array, filled with the numbers of the inputs.
        hand: the seven dominoes.
        made: how many calls were made, ``ALL_MADE`` where the declaration is asked for.
        standing: the highest call.
        bidder: the seat that made it, counted from this one to the left, -1 for nobody.
        called: the seats that have called, bits, counted likewise.
        bids: those that have bid.
    """
    count = turn_on_set(on, 0, HELD, hand)
    count = turn_on(on, count, MADE + made)
    for seat in range(1, 4):
        shown = (called >> seat & 1) + (bids >> seat & 1)
        count = turn_on(on, count, CALLED + 3 * (seat - 1) + shown)
    count = turn_on(on, count, STANDING + standing)
    count = turn_on(on, count, BIDDER + bidder + 1)
    return turn_on(on, count, DOUBLES + count_bits(hand & EVERY_DOUBLE))


@rule
def see_contract(on: Any, hand: int, call: int, declaration: int) -> int:
    """Turn on the inputs of a call with a declaration in mind, or of a declaration.

    Args:
        on: as for ``see_auction``.
        hand: the seven dominoes.
        call: the call, a straight one; negative where the declaration is asked for.
        declaration: a straight declaration.
    """
    count = turn_on(on, 0, DECLARATION + declaration)
    thirds = worth(hand, declaration)
    count = turn_on_ranks(on, count, RANKS, hand, CALLED_SUIT, declaration)
    count = turn_on(on, count, RANKS + SUIT_SIZE + count_bits(hand & trumps_of(declaration)))
    points = within(thirds // THIRDS, 0, WORTHS - 1)
    count = turn_on(on, count, WORTH + points)
    count = turn_on_up_to(on, count, WORTH + WORTHS, points, 2, WORTHS // 2)
    count = turn_on(on, count, CAUGHT + within(caught(hand, declaration), 0, SUIT_SIZE - 1))
    count = see_offs(on, count, hand, declaration)
    return count if call < 0 else see_call(on, count, call, thirds)


@rule
def see_call(on: Any, count: int, call: int, thirds: int) -> int:
    """Turn on the inputs of a call by itself.

    Args:
        on: as for ``see_auction``.
        count: how many inputs are on already.
        call: a straight call.
        thirds: the worth of the hand with the declaration in mind, in thirds of a point.
    """
    count = turn_on(on, count, CALL + call)
    if call != PASS:
        margin = within(limit_of(thirds) - bid_of(call), -MOST_MARGIN, MOST_MARGIN)
        count = turn_on(on, count, MARGIN + MOST_MARGIN + margin)
    return count


@rule
def see_offs(on: Any, count: int, hand: int, declaration: int) -> int:
    """Turn on the inputs of the dominoes that are no trumps."""
    walkers = seconds = lost = suits = 0
    unseen, offs = ALL & ~hand, hand & ~trumps_of(declaration)
    for suit in range(SUIT_SIZE):
        suits += int(number_in(offs, suit, declaration) > 0)
    while offs:
        domino = lowest_bit(offs)
        offs &= offs - 1
        suit = led_suit(domino, declaration)
        over = higher_than(domino, suit, declaration) & FOLLOWS[declaration * 8 + suit] & unseen
        walkers += int(over == 0)
        seconds += int(count_bits(over) == 1)
        lost += COUNT[domino] // 5 if over else 0
    count = turn_on(on, count, WALKERS + walkers)
    count = turn_on(on, count, SECONDS + seconds)
    count = turn_on(on, count, LOST + within(lost, 0, SUIT_SIZE))
    return turn_on(on, count, OFFS + suits)
