"""What the trained player's network of Tractor reads: of a decision, and of each play.

The network is asked about one play at a time: its inputs are those of the decision, the same for all
plays, and those of the play, given as the numbers of the inputs that are on. Everything is a rule on
integers and comes from what the seat sees: its hand, the plays, what these prove, and as landlord the
kitty. An input that two cards turn on counts twice.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS, RED_JOKER
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.foundation.arrays.networks import turn_on, within
from suitwise.tractor.arrays.estimates import (
    SURE,
    WEIGHTS,
    becomes_ours,
    better_blocks,
    cost_of,
    neighbours,
)
from suitwise.tractor.arrays.packed import (
    ACE,
    BEST,
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
    honour_of_reply,
    led_mask,
    number_of_tractors,
    points_in,
    turn_of,
)
from suitwise.tractor.arrays.policy import held_in
from suitwise.tractor.rules.deck import NO_SUIT, TRUMPS, level_mask

# --- The inputs of a decision ---------------------------------------------------------------------

TRUMP_LEVELS, PLAIN_LEVELS = 16, 12
LEVELS = TRUMP_LEVELS + PLAIN_LEVELS
"""The ranks of a card, counted from the highest: those of trumps, then those of a plain suit."""
FIVES = 25
"""Steps of five points; the last stands for all above."""
_TENS = 21

TRUMP_CARDS = 0
"""Held, held twice, unseen, unseen twice, by rank; then the same for a plain suit that was led."""
LED_CARDS = TRUMP_CARDS + 4 * TRUMP_LEVELS
CARDS = LED_CARDS + 4 * PLAIN_LEVELS
"""The number of cards in the hand."""
OWN_TRUMPS = CARDS + 26
OUT_TRUMPS = OWN_TRUMPS + 21
"""The trumps unseen, in twos."""
ROLE = OUT_TRUMPS + 19
"""The landlord's seat, counted from this one."""
PLACE = ROLE + 4
"""The number of plays on the table, and whether the partner's is the best."""
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
"""For each other seat: out of trumps, out of the suit led, and the number of plain suits it lacks."""
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
    """Return the rank of a renamed card among the trumps or in its suit, 0 for the highest.

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
    """Return the number of cards of a suit."""
    return count_bits(once & suit) + count_bits(twice & suit)


@rule
def is_out(record: Any, ahead: int, partition: int, unseen: int) -> bool:
    """Return whether the seat ``ahead`` places on is known to have no card of a partition."""
    lacks = item_at(record, LACKS) >> PARTITIONS * (turn_of(record) + ahead & 3)
    return lacks >> partition & 1 == 1 or unseen & suit_of(partition, form_in(record)) == 0


@rule
def turn_on_levels(on: Any, count: int, first: int, cards: int, form: int) -> int:
    """Turn on an input for the rank of each card of a set."""
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
    """Turn on the inputs of a decision; return their number.

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
    """Turn on the inputs of the table."""
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


# --- The inputs of a play -------------------------------------------------------------------------

LEAD, LEAD_TRUMPS, FOLLOW, THROW_OFF, RUFF = range(5)
CHANCES = 9
"""Chances in eighths."""
BEHIND_STEP = 32
"""The step, half a point, of how far a play is behind the policy's own."""
BEHINDS = 36
AHEADS = 4

FIRST = DECISION
"""It is the policy's own."""
KIND = FIRST + 1
"""Whether it leads, follows, discards or ruffs; its size; whether it wins so far."""
TOP = KIND + 5 * 3 * 2
"""The ranks of its highest and of its lowest card."""
LOW = TOP + LEVELS
WITH_POINTS = LOW + LEVELS
CHANCE = WITH_POINTS + 7
"""The rough chance that our side wins the trick, by the points in it."""
COST = CHANCE + 4 * CHANCES
"""The value of keeping its cards."""
BEHIND = COST + 26
KEPT = BEHIND + AHEADS + BEHINDS
"""The number of cards of its suit that remain in the hand, plain or trumps."""
OUT = KEPT + 22
"""The unseen cards of its suit, in twos."""
OVER = OUT + 19
"""The number of unseen blocks that beat it in its suit, as a lead and as a reply."""
RUFFERS = OVER + 18
"""For each other seat: out of the suit so that it may ruff, or out of trumps, too."""
PARTED = RUFFERS + 6
"""The number of pairs that it breaks, and whether it breaks a tractor."""
CROSSES = PARTED + 4
"""Whether the trick takes the attackers over a step, if it is theirs: to an attacker, a declarer."""
SUIT = CROSSES + 2
"""The cards of its plain suit where that is not the one led."""
INPUTS = SUIT + 4 * PLAIN_LEVELS


@rule
def see_play(
    on: Any,
    record: Any,
    unseen: int,
    unseen_twice: int,
    once: int,
    twice: int,
    behind: int,
    first: bool,
) -> int:
    """Turn on the inputs of a play, and return how many they are.

    Args:
        on: array, filled with the numbers of the inputs.
        record: the record; of its hands none is read but that of the seat on turn.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
        once: card mask of the play.
        twice: its cards played twice.
        behind: how much less it is worth to the policy than the policy's own play, in 64ths of a point.
        first: whether it is the policy's own.
    """
    form, placed, cr = form_in(record), item_at(record, PLACED), item_at(record, RANK)
    hand = HANDS + 2 * turn_of(record)
    held, doubles = item_at(record, hand), item_at(record, hand + 1)
    partition = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    size = count_bits(once) + count_bits(twice)
    kind, led, length, honour, ours = _kind_of(record, once, twice, partition)
    wins = placed == 0 or honour > item_at(record, BEST)
    best = honour if wins else item_at(record, BEST)
    chance = becomes_ours(record, led, length, best, ours, unseen, unseen_twice, WEIGHTS)
    points = points_in(once, twice, cr)
    trick = points + (item_at(record, ON_TABLE) if placed else 0)
    cost = cost_of(once, twice, doubles, form, unseen, placed == 0, WEIGHTS)
    count = turn_on(on, 0, FIRST) if first else 0
    count = turn_on(on, count, KIND + 6 * kind + 2 * within(size, 1, 3) - 2 + int(wins))
    count = _see_ends(on, count, once, form)
    count = turn_on(on, count, WITH_POINTS + within(points // 5, 0, 6))
    much = within((trick + 5) // 10, 0, 3)
    count = turn_on(on, count, CHANCE + CHANCES * much + chance * (CHANCES - 1) // SURE)
    count = turn_on(on, count, COST + within(cost // 8 + 1, 0, 25))
    steps = within(behind // BEHIND_STEP, -AHEADS, BEHINDS - 1)
    count = turn_on(on, count, BEHIND + AHEADS + steps)
    return _see_suit(
        on, count, record, unseen, unseen_twice, partition, once, twice, held, doubles, trick
    )


@rule
def _kind_of(record: Any, once: int, twice: int, partition: int) -> tuple[int, int, int, int, bool]:
    """Return the kind of a play, the partition and the pairs led, its honour, and whether we win."""
    form = form_in(record)
    if item_at(record, PLACED) == 0:
        honour = highest_bit(level_mask(once, partition, form, ACE))
        kind = LEAD_TRUMPS if partition == TRUMPS else LEAD
        return kind, partition, count_bits(twice), honour, True
    honour = honour_of_reply(record, once, twice)
    wins = honour > item_at(record, BEST)
    ours = wins or (item_at(record, WINNER) ^ turn_of(record)) & 1 == 0
    kind = FOLLOW
    if once & ~led_mask(record):
        kind = RUFF if wins else THROW_OFF
    return kind, item_at(record, LED), item_at(record, LENGTH), honour, ours


@rule
def _see_ends(on: Any, count: int, once: int, form: int) -> int:
    """Turn on the inputs of the highest and of the lowest card of a play."""
    top, low, left = 2 * LEVELS, -1, once
    while left:
        card = lowest_bit(left)
        left &= left - 1
        plain = PARTITION[N_CARDS * (form - CLUBS) + card] != TRUMPS
        place = level_of(card, form) + TRUMP_LEVELS * int(plain)
        top, low = min(top, place), max(low, place)
    count = turn_on(on, count, TOP + top)
    return turn_on(on, count, LOW + low)


@rule
def _see_suit(
    on: Any,
    count: int,
    record: Any,
    unseen: int,
    unseen_twice: int,
    partition: int,
    once: int,
    twice: int,
    held: int,
    doubles: int,
    trick: int,
) -> int:
    """Turn on the inputs of a play's suit, of what it breaks, and of the steps that it crosses."""
    form, placed = form_in(record), item_at(record, PLACED)
    suit, card = suit_of(partition, form), highest_bit(once)
    kept = number_of(held, doubles, suit) - number_of(once, twice, suit)
    count = turn_on(on, count, KEPT + within(kept, 0, 10) + 11 * int(partition == TRUMPS))
    out = number_of(unseen, unseen_twice, suit) // 2
    count = turn_on(on, count, OUT + within(out, 0, 18))
    length = count_bits(twice) if once == twice else 0
    honour = PHI[N_CARDS * (form - CLUBS) + card]
    if PARTITION[N_CARDS * (form - CLUBS) + card] == partition:
        over = better_blocks(length, honour, partition, form, unseen, unseen_twice)
        count = turn_on(on, count, OVER + within(over, 0, 8) + 9 * int(placed > 0))
    for ahead in range(1, 4):
        if is_out(record, ahead, partition, unseen):
            trumpless = is_out(record, ahead, TRUMPS, unseen)
            count = turn_on(on, count, RUFFERS + 2 * (ahead - 1) + int(trumpless))
    broken = count_bits(once & doubles & ~twice)
    count = turn_on(on, count, PARTED + within(broken, 0, 2))
    if neighbours(doubles) - neighbours(doubles & ~once) > neighbours(twice):
        count = turn_on(on, count, PARTED + 3)
    taken = item_at(record, POINTS)
    if taken // 40 != (taken + trick) // 40:
        attacks = (turn_of(record) ^ item_at(record, LANDLORD)) & 1
        count = turn_on(on, count, CROSSES + attacks)
    if partition != TRUMPS and (placed == 0 or partition != item_at(record, LED)):
        count = see_cards(on, count, SUIT, record, partition, unseen, unseen_twice)
    return count
