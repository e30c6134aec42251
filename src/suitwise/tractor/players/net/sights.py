"""What the trained player's network reads of a decision, as numbers of inputs that are on.

A network is asked about one play at a time: its inputs are those of the decision, the same for all
plays, and those of the play (``plays``). Everything is a rule on integers and comes from what the seat
sees: its hand, the plays, what these prove, and as landlord the kitty. An input that two cards turn on
counts twice.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS, RED_JOKER
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.foundation.arrays.networks import turn_on, within
from suitwise.tractor.arrays.packed import (
    BURIED,
    CLUBS,
    HANDS,
    LACKS,
    LANDLORD,
    LED,
    LENGTH,
    ON_TABLE,
    PARTITION,
    PARTITIONS,
    PHI,
    PLACED,
    POINTS,
    RANK,
    SIZE,
    SUIT_MASK,
    WINNER,
    form_in,
    number_of_tractors,
    points_in,
    turn_of,
)
from suitwise.tractor.arrays.policy import held_in
from suitwise.tractor.rules.deck import NO_SUIT, TRUMPS

TRUMP_LEVELS, PLAIN_LEVELS = 16, 12
LEVELS = TRUMP_LEVELS + PLAIN_LEVELS
"""The places of a card, counted from the highest: trumps first, then those of a plain suit."""
FIVES = 25
"""Points in fives, and the last for all above."""
_TENS = 21

TRUMP_CARDS = 0
"""Held, held twice, unseen, unseen twice, by place; then the same of a plain suit that was led."""
LED_CARDS = TRUMP_CARDS + 4 * TRUMP_LEVELS
CARDS = LED_CARDS + 4 * PLAIN_LEVELS
"""How many cards the hand has."""
OWN_TRUMPS = CARDS + 26
OUT_TRUMPS = OWN_TRUMPS + 21
"""The trumps unseen, in twos."""
ROLE = OUT_TRUMPS + 19
"""Where the landlord sits, counted from the seat."""
PLACE = ROLE + 4
"""How many plays lie on the table, and whether the partner's is the best."""
TAKEN = PLACE + 8
"""The attackers' points, and those above the last step."""
STEP = TAKEN + FIVES
TABLE = STEP + 8
LEAD_SIZE = TABLE + FIVES
LEAD_LENGTH = LEAD_SIZE + 5
HELD = LEAD_LENGTH + 4
"""The cards of the suit led, and whether it is trumps."""
LED_TRUMPS = HELD + 11
OTHERS = LED_TRUMPS + 1
"""Of each other seat: it is out of trumps, of the suit led, and of so many plain suits."""
UNSEEN_POINTS = OTHERS + 3 * 7
OWN_POINTS = UNSEEN_POINTS + _TENS
KITTY = OWN_POINTS + FIVES
"""The points in the kitty, which the landlord alone has seen."""
NO_MAIN = KITTY + FIVES
RANKS = NO_MAIN + 1
VOIDS = RANKS + 13
PAIRS = VOIDS + 5
TRACTORS = PAIRS + 9
DECISION = TRACTORS + 4
"""The inputs of a decision."""


@rule
def level_of(card: int, form: int) -> int:
    """Return the place of a renamed card among the trumps, 0 for the highest, or in its suit.

    >>> from suitwise.tractor.arrays.packed import CLUBS
    >>> [level_of(card, CLUBS) for card in (53, 52, 51, 39, 11, 0)]  # jokers, clubs, plain spades
    [0, 1, 2, 15, 0, 11]
    """
    at = N_CARDS * (form - CLUBS)
    if PARTITION[at + card] == TRUMPS:
        return PHI[at + RED_JOKER] - PHI[at + card]
    return PLAIN_LEVELS - PHI[at + card]


@rule
def suit_of(partition: int, form: int) -> int:
    """Return the card mask of a partition, renamed."""
    return SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]


@rule
def number_of(once: int, twice: int, suit: int) -> int:
    """Return how many of some cards are of a suit."""
    return count_bits(once & suit) + count_bits(twice & suit)


@rule
def is_out(record: Any, ahead: int, partition: int, unseen: int) -> bool:
    """Tell whether the seat ``ahead`` places on has none of a partition for all that is known."""
    lacks = item_at(record, LACKS) >> PARTITIONS * (turn_of(record) + ahead & 3)
    return lacks >> partition & 1 == 1 or unseen & suit_of(partition, form_in(record)) == 0


@rule
def turn_on_levels(on: Any, count: int, first: int, cards: int, form: int) -> int:
    """Turn on an input for the place of each of some cards."""
    while cards:
        count = turn_on(on, count, first + level_of(lowest_bit(cards), form))
        cards &= cards - 1
    return count


@rule
def see_cards(
    on: Any, count: int, first: int, record: Any, partition: int, unseen: int, unseen_twice: int
) -> int:
    """Turn on the inputs of a partition's cards: held, held twice, unseen, unseen twice."""
    form, hand = form_in(record), HANDS + 2 * turn_of(record)
    suit = suit_of(partition, form)
    levels = TRUMP_LEVELS if partition == TRUMPS else PLAIN_LEVELS
    count = turn_on_levels(on, count, first, item_at(record, hand) & suit, form)
    count = turn_on_levels(on, count, first + levels, item_at(record, hand + 1) & suit, form)
    count = turn_on_levels(on, count, first + 2 * levels, unseen & suit, form)
    return turn_on_levels(on, count, first + 3 * levels, unseen_twice & suit, form)


@rule
def see_decision(on: Any, record: Any, unseen: int, unseen_twice: int) -> int:
    """Turn on the inputs of a decision, and return how many they are.

    Args:
        on: array, filled with the numbers of the inputs.
        record: the record; of its hands none is read but that of the seat on turn.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
    """
    seat, form, cr = turn_of(record), form_in(record), item_at(record, RANK)
    once, twice = item_at(record, HANDS + 2 * seat), item_at(record, HANDS + 2 * seat + 1)
    trumps, landlord = suit_of(TRUMPS, form), item_at(record, LANDLORD)
    taken = item_at(record, POINTS) // 5
    count = see_cards(on, 0, TRUMP_CARDS, record, TRUMPS, unseen, unseen_twice)
    count = turn_on(on, count, CARDS + within(count_bits(once) + count_bits(twice), 0, 25))
    count = turn_on(on, count, OWN_TRUMPS + within(number_of(once, twice, trumps), 0, 20))
    out = number_of(unseen, unseen_twice, trumps) // 2
    count = turn_on(on, count, OUT_TRUMPS + within(out, 0, 18))
    count = turn_on(on, count, ROLE + (landlord - seat & 3))
    count = turn_on(on, count, TAKEN + within(taken, 0, FIVES - 1))
    count = turn_on(on, count, STEP + taken % 8)
    points = points_in(unseen, unseen_twice, cr) // 10
    count = turn_on(on, count, UNSEEN_POINTS + within(points, 0, _TENS - 1))
    points = points_in(once, twice, cr) // 5
    count = turn_on(on, count, OWN_POINTS + within(points, 0, FIVES - 1))
    if landlord == seat:
        points = points_in(item_at(record, BURIED), item_at(record, BURIED + 1), cr) // 5
        count = turn_on(on, count, KITTY + within(points, 0, FIVES - 1))
    if form == NO_SUIT:
        count = turn_on(on, count, NO_MAIN)
    count = turn_on(on, count, RANKS + cr)
    count = turn_on(on, count, PAIRS + within(count_bits(twice), 0, 8))
    count = turn_on(on, count, TRACTORS + within(number_of_tractors(twice, form), 0, 3))
    count = _see_table(on, count, record, unseen, unseen_twice)
    return _see_voids(on, count, record, once, unseen)


@rule
def _see_table(on: Any, count: int, record: Any, unseen: int, unseen_twice: int) -> int:
    """Turn on the inputs of what lies on the table."""
    placed, led = item_at(record, PLACED), item_at(record, LED)
    if placed == 0:
        return turn_on(on, count, PLACE)
    ours = (item_at(record, WINNER) ^ turn_of(record)) & 1 == 0
    count = turn_on(on, count, PLACE + 2 * placed + int(ours))
    count = turn_on(on, count, TABLE + within(item_at(record, ON_TABLE) // 5, 0, FIVES - 1))
    count = turn_on(on, count, LEAD_SIZE + within(item_at(record, SIZE), 1, 5) - 1)
    count = turn_on(on, count, LEAD_LENGTH + within(item_at(record, LENGTH), 0, 3))
    count = turn_on(on, count, HELD + within(held_in(record, led), 0, 10))
    for ahead in range(1, 4):
        if is_out(record, ahead, led, unseen):
            count = turn_on(on, count, OTHERS + 7 * (ahead - 1) + 1)
    if led == TRUMPS:
        return turn_on(on, count, LED_TRUMPS)
    return see_cards(on, count, LED_CARDS, record, led, unseen, unseen_twice)


@rule
def _see_voids(on: Any, count: int, record: Any, held: int, unseen: int) -> int:
    """Turn on the inputs of the suits that the seats are out of."""
    form, own = form_in(record), 0
    for suit in range(TRUMPS):
        cards = suit_of(suit, form)
        own += int(cards != 0 and cards & held == 0)
    count = turn_on(on, count, VOIDS + own)
    for ahead in range(1, 4):
        out = 0
        for suit in range(TRUMPS):
            out += int(suit_of(suit, form) != 0 and is_out(record, ahead, suit, unseen))
        if is_out(record, ahead, TRUMPS, unseen):
            count = turn_on(on, count, OTHERS + 7 * (ahead - 1))
        count = turn_on(on, count, OTHERS + 7 * (ahead - 1) + 2 + out)
    return count
