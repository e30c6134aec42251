"""What the trained player sees of the play, and of each domino that it may play (``features``)."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.arrays.networks import turn_on, turn_on_up_to, within
from suitwise.texas42.arrays.policy import SURE, higher_than, ours, trumps_of, walks
from suitwise.texas42.players.net.features import (
    SUIT_SIZE,
    number_in,
    place_in,
    turn_on_ranks,
    turn_on_set,
)
from suitwise.texas42.rules.dominoes import COUNT, HAND_POINTS, N_DOMINOES
from suitwise.texas42.rules.suits import CALLED_SUIT, FOLLOWS, NOTRUMP, beats
from suitwise.texas42.rules.tricks import domino_on, led_suit, winner_so_far

NEEDS = HAND_POINTS + 2
STEPS = 8
"""Steps of five points, up to 40."""
COUNTS = 8
"""The points on the table in fives, none to 35."""

# The inputs of the decision.
HELD = 0
PLAYED = HELD + N_DOMINOES
"""By the seats to the left, opposite, to the right."""
MAY = PLAYED + 3 * N_DOMINOES
"""What they may hold."""
BEST = MAY + 3 * N_DOMINOES
"""The domino that wins so far."""
DECLARED = BEST + N_DOMINOES
LED = DECLARED + NOTRUMP + 1
PLACE = LED + 8
"""How many lie on the table, and whether the partner's is the best."""
ON_TABLE = PLACE + 8
OWN_NEED = ON_TABLE + COUNTS
THEIR_NEED = OWN_NEED + NEEDS + STEPS
BIDDER = THEIR_NEED + NEEDS + STEPS
BIDS = BIDDER + 4
"""The other seats that have bid."""
LEFT = BIDS + 3
"""The dominoes in the hand."""
TRUMPS = LEFT + SUIT_SIZE + 1
"""By rank: held, and what the others may hold; then how many are held, and unseen."""
SUIT = TRUMPS + 4 * SUIT_SIZE + 16
"""The same of the suit led."""
# The inputs of a domino.
DOMINO = SUIT + 4 * SUIT_SIZE + 16
RANK = DOMINO + N_DOMINOES
"""In its suit, and as a trump."""
KIND = RANK + 2 * SUIT_SIZE
"""Led, follows, is thrown off, trumps; each beating what lies there or not."""
OVER = KIND + 8
"""How many unseen ones beat it in its suit."""
OURS = OVER + SUIT_SIZE
"""The rough chance that the trick is ours with it, by its count."""
CHANCES = 9
WALKS = OURS + 3 * CHANCES
"""The rough chance that it would win if it were led."""
WORTH = WALKS + CHANCES
"""The points of the trick with it, if that is surely ours, and if it is not."""
DECIDES = WORTH + 2 * COUNTS
"""The trick makes our contract or theirs, if it is ours or theirs."""
AFTER = DECIDES + 4
"""How many of its suit stay in the hand."""
INPUTS = AFTER + SUIT_SIZE
_CHANCE = SURE // (CHANCES - 1)


@rule
def see_play(
    on: Any,
    hand: int,
    declaration: int,
    table: int,
    placed: int,
    need: int,
    theirs: int,
    bidder: int,
    bids: int,
    left: int,
    opposite: int,
    right: int,
    by_left: int,
    by_opposite: int,
    by_right: int,
) -> int:
    """Turn on the inputs of a decision in the play, and return how many they are.

    Args:
        on: array, filled with the numbers of the inputs.
        hand: the dominoes in the hand.
        declaration: a straight declaration.
        table: the dominoes on the table as one integer (``tricks``).
        placed: how many lie there.
        need: the points that the own side still needs, to make the contract or to set it.
        theirs: those that the other side needs.
        bidder: the seat that won the auction, counted from this one to the left.
        bids: the seats that have bid, bits, counted likewise.
        left: the dominoes that the seat to the left may hold.
        opposite: those that the partner may hold.
        right: those that the seat to the right may hold.
        by_left: the dominoes that the seat to the left has played.
        by_opposite: those that the partner has played.
        by_right: those that the seat to the right has played.
    """
    count = turn_on_set(on, 0, HELD, hand)
    count = turn_on_set(on, count, PLAYED, by_left)
    count = turn_on_set(on, count, PLAYED + N_DOMINOES, by_opposite)
    count = turn_on_set(on, count, PLAYED + 2 * N_DOMINOES, by_right)
    count = turn_on_set(on, count, MAY, left)
    count = turn_on_set(on, count, MAY + N_DOMINOES, opposite)
    count = turn_on_set(on, count, MAY + 2 * N_DOMINOES, right)
    count = turn_on(on, count, DECLARED + declaration)
    count = see_need(on, count, OWN_NEED, need)
    count = see_need(on, count, THEIR_NEED, theirs)
    count = turn_on(on, count, BIDDER + bidder)
    for seat in range(1, 4):
        if bids >> seat & 1:
            count = turn_on(on, count, BIDS + seat - 1)
    count = turn_on(on, count, LEFT + count_bits(hand))
    count = see_suit(on, count, TRUMPS, CALLED_SUIT, declaration, hand, left, opposite, right)
    state = 0
    if placed:
        suit = led_suit(domino_on(table, 0), declaration)
        place, points = winner_so_far(table, placed, declaration)
        state = 2 * placed + int(placed - place == 2)
        count = turn_on(on, count, BEST + domino_on(table, place))
        count = turn_on(on, count, LED + suit)
        count = turn_on(on, count, ON_TABLE + min(points // 5, COUNTS - 1))
        count = see_suit(on, count, SUIT, suit, declaration, hand, left, opposite, right)
    return turn_on(on, count, PLACE + state)


@rule
def see_need(on: Any, count: int, first: int, need: int) -> int:
    """Turn on the inputs of the points that a side needs."""
    count = turn_on(on, count, first + within(need, 0, NEEDS - 1))
    return turn_on_up_to(on, count, first + NEEDS, need, 5, STEPS)


@rule
def see_suit(
    on: Any,
    count: int,
    first: int,
    suit: int,
    declaration: int,
    hand: int,
    left: int,
    opposite: int,
    right: int,
) -> int:
    """Turn on the inputs of a suit, by the ranks of its dominoes."""
    count = turn_on_ranks(on, count, first, hand, suit, declaration)
    count = turn_on_ranks(on, count, first + SUIT_SIZE, left, suit, declaration)
    count = turn_on_ranks(on, count, first + 2 * SUIT_SIZE, opposite, suit, declaration)
    count = turn_on_ranks(on, count, first + 3 * SUIT_SIZE, right, suit, declaration)
    held, unseen = number_in(hand, suit, declaration), left | opposite | right
    count = turn_on(on, count, first + 4 * SUIT_SIZE + held)
    return turn_on(on, count, first + 4 * SUIT_SIZE + 8 + number_in(unseen, suit, declaration))


@rule
def see_domino(
    on: Any,
    domino: int,
    hand: int,
    declaration: int,
    table: int,
    placed: int,
    need: int,
    theirs: int,
    left: int,
    opposite: int,
    right: int,
) -> int:
    """Turn on the inputs of a domino that may be played; arguments as for ``see_play``."""
    suit, best, partners, points, kind = led_suit(domino, declaration), 0, False, 1, 0
    trump = trumps_of(declaration) >> domino & 1
    if placed:
        led = led_suit(domino_on(table, 0), declaration)
        place, points = winner_so_far(table, placed, declaration)
        best, partners = domino_on(table, place), placed - place == 2
        kind = 2 if FOLLOWS[declaration * 8 + led] >> domino & 1 else 4 + 2 * trump
        kind += int(beats(domino, best, led, declaration))
        suit = led if kind < 4 else suit
    trick_suit = led_suit(domino_on(table, 0), declaration) if placed else suit
    chance = ours(domino, trick_suit, declaration, best, partners, placed, left, opposite, right)
    free = walks(domino, declaration, left, right)
    points += COUNT[domino]
    over = higher_than(domino, suit, declaration) & FOLLOWS[declaration * 8 + suit]
    over &= left | opposite | right
    count = turn_on(on, 0, DOMINO + domino)
    count = turn_on(on, count, RANK + SUIT_SIZE * trump + place_in(domino, suit, declaration))
    count = turn_on(on, count, KIND + kind)
    if over:
        count = turn_on(on, count, OVER + count_bits(over) - 1)
    count = turn_on(on, count, OURS + COUNT[domino] // 5 * CHANCES + chance // _CHANCE)
    count = turn_on(on, count, WALKS + free // _CHANCE)
    sure = COUNTS if chance == SURE else 0
    count = turn_on(on, count, WORTH + sure + min(points // 5, COUNTS - 1))
    if 0 < need <= points:
        count = turn_on(on, count, DECIDES + int(chance == SURE))
    if 0 < theirs <= points:
        count = turn_on(on, count, DECIDES + 2 + int(chance == 0))
    kept = number_in(hand & ~(1 << domino), suit, declaration)
    return turn_on(on, count, AFTER + kept)
