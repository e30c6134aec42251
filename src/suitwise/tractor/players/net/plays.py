"""What the trained player's network reads of a play, beside the decision (``sights``)."""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
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
    CLUBS,
    HANDS,
    LANDLORD,
    LED,
    LENGTH,
    ON_TABLE,
    PARTITION,
    PHI,
    PLACED,
    POINTS,
    RANK,
    WINNER,
    form_in,
    honour_of_reply,
    led_mask,
    points_in,
    turn_of,
)
from suitwise.tractor.players.net.sights import (
    DECISION,
    LEVELS,
    PLAIN_LEVELS,
    TRUMP_LEVELS,
    is_out,
    level_of,
    number_of,
    see_cards,
    suit_of,
)
from suitwise.tractor.rules.deck import TRUMPS, level_mask

LEAD, LEAD_TRUMPS, FOLLOW, THROW_OFF, RUFF = range(5)
CHANCES = 9
"""Chances in eighths."""
BEHIND_STEP = 32
"""Half a point of the policy's, in which is told how far a play is behind its own."""
BEHINDS = 36
AHEADS = 4

FIRST = DECISION
"""It is the policy's own."""
KIND = FIRST + 1
"""Whether it is led, follows, is thrown off or ruffs; how many cards; whether it wins so far."""
TOP = KIND + 5 * 3 * 2
"""The place of its highest card, and of its lowest."""
LOW = TOP + LEVELS
WITH_POINTS = LOW + LEVELS
CHANCE = WITH_POINTS + 7
"""The rough chance that the trick becomes ours, by the points in it."""
COST = CHANCE + 4 * CHANCES
"""What its cards could still do if they were kept."""
BEHIND = COST + 26
KEPT = BEHIND + AHEADS + BEHINDS
"""The cards of its suit that stay in the hand, a plain one or trumps."""
OUT = KEPT + 22
"""The unseen cards of its suit, in twos."""
OVER = OUT + 19
"""How many unseen ones beat it in its suit, where it is led and where not."""
OTHERS = OVER + 18
"""Of each other seat: it is out of the suit and may ruff, or is out of trumps, too."""
PARTED = OTHERS + 6
"""The pairs that it breaks, and whether it parts a tractor."""
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
    """Return what a play does, the partition led, the pairs led, the play's honour, whose it is then."""
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
    """Turn on the inputs of a play's suit, of what it breaks, and of what the trick may decide."""
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
            count = turn_on(on, count, OTHERS + 2 * (ahead - 1) + int(trumpless))
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
