"""The worlds that a decision is made in: drawn evenly, weighed by what the others did, some kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from suitwise.foundation.arrays.compiled import count_bits, item_at, machine, rule
from suitwise.foundation.seating import SEATS
from suitwise.seeds import below_many
from suitwise.tractor.arrays import packed as columns
from suitwise.tractor.arrays.batch import packed_for
from suitwise.tractor.arrays.estimates import NO_BID, choose_bid, choose_burial_among
from suitwise.tractor.arrays.packed import (
    BURIED,
    CLUBS,
    COLUMNS,
    HANDS,
    LACKS,
    LANDLORD,
    LEADER,
    MAIN,
    PARTITIONS,
    PLACED,
    POINTS,
    RANK,
    SUIT_MASK,
    form_in,
    named_back,
    put,
    renamed,
    unseen_by,
)
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.hidden.redealing import (
    ASIDE_ROW,
    all_follow,
    given_of,
    many_worlds,
    throws_agree,
)
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import Pile, together, without
from suitwise.tractor.rules.levels import KITTY, bid_height
from suitwise.tractor.state import TractorState

# --------------------------------------------------------------------------------------------------
# How likely worlds are by what the others did: each decision held against what the policy would
# do
#
# The worlds that come in are even over all deals that the plays allow (``hidden``). In each, the play
# is gone through again: where a seat did what the policy does with the hand that it has in this
# world, the world gains by it; where it did something else, the world's weight is cut (Bayes's rule,
# with the policy for the players).
#
# The cards that the landlord has buried are, evenly drawn, any of those it may have; nobody buries
# so. So the landlord's hidden cards are taken together and buried anew as the policy would, wherever
# the plays allow that.

DECISION = 6
"""The columns of a decision: the seat, its cards, those played twice, whether it is weighed, whether it
leads, the attackers' points before it."""


# --- The landlord's burial ------------------------------------------------------------------------


@rule
def bury_anew(record: Any, played: Any) -> None:
    """Bury the landlord's hidden cards as the policy would, but for those of a suit that it has left.

    Args:
        record: the world.
        played: array (4, 2): what each seat has played, renamed.
    """
    landlord, form = item_at(record, LANDLORD), form_in(record)
    hand = HANDS + 2 * landlord
    once, twice = together(
        item_at(record, hand),
        item_at(record, hand + 1),
        item_at(record, BURIED),
        item_at(record, BURIED + 1),
    )
    gone = gone_suits(item_at(record, LACKS) >> PARTITIONS * landlord, form)
    fixed, fixed_twice = once & gone, twice & gone
    free, free_twice = once & ~gone, twice & ~gone
    full, full_twice = together(
        free, free_twice, item_at(played[landlord], 0), item_at(played[landlord], 1)
    )
    count = KITTY - count_bits(fixed) - count_bits(fixed_twice)
    if count < 0:
        return
    buried, buried_twice = choose_burial_among(
        full, full_twice, free, free_twice, count, form, item_at(record, RANK)
    )
    record[hand], record[hand + 1] = without(free, free_twice, buried, buried_twice)
    record[BURIED], record[BURIED + 1] = buried | fixed, buried_twice | fixed_twice


@rule
def gone_suits(lacks: int, form: int) -> int:
    """Return the cards of the partitions that a seat has shown to be out of."""
    cards = 0
    for partition in range(PARTITIONS):
        if lacks >> partition & 1:
            cards |= SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]
    return cards


# --- The decisions --------------------------------------------------------------------------------


@rule
def surprises(record: Any, decisions: Any, leads: int, replies: int) -> int:
    """Return the cost of all decisions that the policy would not have made.

    Args:
        record: the world before the first lead; it is played on.
        decisions: array (n, 6), see ``DECISION``.
        leads: what a lead costs that is not the policy's.
        replies: what a reply costs.
    """
    cost = 0
    for at in range(len(decisions)):
        row = decisions[at]
        once, twice = item_at(row, 1), item_at(row, 2)
        if row[4]:
            record[LEADER], record[PLACED], record[POINTS] = row[0], 0, row[5]
        if row[3]:
            unseen, unseen_twice = unseen_by(record, item_at(row, 0))
            chosen, chosen_twice = choose_play(record, unseen, unseen_twice)
            if chosen != once or chosen_twice != twice:
                cost += leads if row[4] else replies
        put(record, once, twice)
    return cost


@rule
def bid_surprises(drawn: Any, passed: Any, cr: int, cost: int) -> int:
    """Return the cost of the passes of seats that the policy would have let bid.

    Args:
        drawn: array (4, 2): the hands as drawn, by their true names.
        passed: array (4, 2): for each seat whether its pass is weighed, and the height of the bid that
            it passed.
        cr: the current rank.
        cost: what such a pass costs.
    """
    found = 0
    for seat in range(4):
        if passed[seat, 0]:
            once, twice = item_at(drawn[seat], 0), item_at(drawn[seat], 1)
            found += cost if choose_bid(once, twice, cr, passed[seat, 1]) != NO_BID else 0
    return found


# --- Worlds ---------------------------------------------------------------------------------------


@rule
def fill_world(record: Any, hands: Any, seat: int) -> None:
    """Write the cards of a world into a record, renamed.

    Args:
        record: the record, all else of it filled.
        hands: array (5, 2): the hands in turn from a seat's own, and what is buried.
        seat: that seat.
    """
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    for place in range(ASIDE_ROW + 1):
        at = BURIED if place == ASIDE_ROW else HANDS + 2 * (seat + place & 3)
        record[at] = renamed(item_at(hands[place], 0), main, cr)
        record[at + 1] = renamed(item_at(hands[place], 1), main, cr)


@rule
def try_burial(record: Any, hands: Any, other: Any, seat: int, given: Any, played: Any) -> None:
    """Bury the landlord's hidden cards anew in a world, if all plays could have been made so.

    Args:
        record: the world.
        hands: its cards by their true names, in turn from the seat that looks.
        other: array (5, 2), room for others.
        seat: the seat that looks; not the landlord.
        given: what worlds are dealt from (``redealing.Given``).
        played: see ``bury_anew``.
    """
    landlord, main, cr = item_at(record, LANDLORD), item_at(record, MAIN), item_at(record, RANK)
    bury_anew(record, played)
    for place in range(ASIDE_ROW + 1):
        other[place, 0], other[place, 1] = hands[place, 0], hands[place, 1]
    for row, at in (((landlord - seat) & 3, HANDS + 2 * landlord), (ASIDE_ROW, BURIED)):
        other[row, 0] = named_back(item_at(record, at), main, cr)
        other[row, 1] = named_back(item_at(record, at + 1), main, cr)
    follows, throws, parts, house = given[4], given[5], given[6], given[7]
    chain, duty = house[2], house[3]
    if not (
        throws_agree(other, throws, parts, main, cr, chain)
        and all_follow(other, follows, main, cr, chain, duty)
    ):
        fill_world(record, hands, seat)


@rule
def weigh_worlds(
    hands: Any,
    seat: int,
    given: Any,
    template: Any,
    start: Any,
    played: Any,
    decisions: Any,
    passed: Any,
    costs: Any,
    other: Any,
    record: Any,
    worlds: Any,
    found: Any,
) -> None:
    """Make the records of worlds, and find what their decisions cost.

    Args:
        hands: array (n, 5, 2), the worlds (``many_worlds``).
        seat: the seat that looks, which is on turn.
        given: what they were dealt from.
        template: array (36,), the record of the position, its cards left out.
        start: array (36,), that before the first lead.
        played: array (4, 2): what each seat has played, renamed.
        decisions: see ``surprises``.
        passed: see ``bid_surprises``.
        costs: what a lead, a reply and a bid cost that the policy would not have made, and 1 if the
            landlord's cards are buried anew.
        other: array (5, 2), room.
        record: array (36,), room.
        worlds: array (n, 36), filled.
        found: array (n,), filled: the costs.
    """
    for at in range(len(hands)):
        world = worlds[at]
        for column in range(COLUMNS):
            world[column] = template[column]
        fill_world(world, hands[at], seat)
        if costs[3] and seat != item_at(world, LANDLORD):
            try_burial(world, hands[at], other, seat, given, played)
        for column in range(COLUMNS):
            record[column] = world[column] if column <= BURIED + 1 else start[column]
        for owner in range(4):
            hand = HANDS + 2 * owner
            record[hand], record[hand + 1] = together(
                item_at(record, hand), item_at(record, hand + 1), played[owner, 0], played[owner, 1]
            )
        cost = 0
        if costs[2]:
            for owner in range(4):
                main, cr = item_at(world, MAIN), item_at(world, RANK)
                other[owner, 0] = named_back(item_at(record, HANDS + 2 * owner), main, cr)
                other[owner, 1] = named_back(item_at(record, HANDS + 2 * owner + 1), main, cr)
            cost += bid_surprises(other, passed, item_at(world, RANK), costs[2])
        found[at] = cost + surprises(record, decisions, costs[0], costs[1])


# --------------------------------------------------------------------------------------------------
# The worlds that a decision is made in: drawn evenly, weighed by what the others did, some kept

Ints: TypeAlias = NDArray[np.int64]

UNIT = 16
"""A cost of 16 makes a world 2.8 times less likely: each unit takes a sixteenth of the weight."""
_MOST_COST = 40 * UNIT


def _weights() -> Ints:
    """Return the weight of each cost, in whole numbers, so that every machine has the same."""
    found = [1 << 40]
    for _ in range(_MOST_COST):
        found.append(max(1, found[-1] * (UNIT - 1) // UNIT))
    return np.array(found, np.int64)


_WEIGHTS = _weights()


@dataclass(frozen=True, slots=True)
class Beliefs:
    """How much the others' decisions are believed.

    Args:
        lead: what a lead costs a world in which the policy would have led something else, in units.
        reply: the same of a reply.
        bid: the same of a bid, and of a pass.
        burial: 1 if the landlord's hidden cards are buried as the policy would.
        drawn: how many worlds are drawn for each that is kept.
    """

    lead: int = 16
    reply: int = 24
    bid: int = 24
    burial: int = 1
    drawn: int = 4


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Worlds as records, each with how often it counts.

    Args:
        records: array (n, 36).
        counts: array (n,).
    """

    records: Ints
    counts: Ints


def weighed(
    state: TractorState, count: int, beliefs: Beliefs, seed: int, stream: int
) -> tuple[Ints, Ints]:
    """Return the records of worlds drawn evenly, more than ``count`` of them, and their costs."""
    seat = state.turn
    hands = many_worlds(state, seat, count * beliefs.drawn, seed, stream)
    template = np.array(packed_for(state, seat), np.int64)
    worlds = np.empty((len(hands), columns.COLUMNS), np.int64)
    costs = np.zeros(len(hands), np.int64)
    record = np.empty(columns.COLUMNS, np.int64)
    machine(weigh_worlds)(
        hands,
        seat,
        tuple(given_of(state, seat)),
        template,
        _start(state, template),
        np.array([_named(state, pile) for pile in state.played], np.int64),
        np.array(list(_decisions(state)), np.int64).reshape(-1, DECISION),
        np.array([_passed(state, at) for at in SEATS], np.int64),
        np.array((beliefs.lead, beliefs.reply, beliefs.bid, beliefs.burial), np.int64),
        np.empty((ASIDE_ROW + 1, 2), np.int64),
        record,
        worlds,
        costs,
    )
    return worlds, costs


EVENLY = Beliefs(lead=0, reply=0, bid=0, burial=0, drawn=1)
"""Nothing that the others did is believed to mean anything, beyond what it proves."""


def draw(
    state: TractorState, count: int, beliefs: Beliefs | None, seed: int, stream: int
) -> Worlds:
    """Return worlds for the seat on turn, the likelier ones of those drawn.

    Args:
        state: a position in which cards are played.
        count: how many, those counted that come more than once.
        beliefs: how they are weighed; None for evenly drawn ones.
        seed: 64-bit seed.
        stream: the stream of random numbers.
    """
    records, costs = weighed(state, count, beliefs or EVENLY, seed, stream)
    number, _ = below_many(1 << 40, seed, stream, (1 << 40))
    counts = kept(_even_enough(costs, count), count, number)
    chosen = counts > 0
    return Worlds(records[chosen], counts[chosen])


def _even_enough(costs: Ints, count: int) -> Ints:
    """Return the weights of costs, the costs made less until not a few worlds alone matter."""
    costs = costs - costs.min()
    for sixteenths in range(16, 1, -2):
        weights = _weights_of(costs * sixteenths >> 4)
        some = [int(weight) for weight in weights >> 10]
        if 2 * sum(some) ** 2 >= count * sum(weight * weight for weight in some):
            return weights
    return _weights_of(costs >> 4)


def _weights_of(costs: Ints) -> Ints:
    found: Ints = _WEIGHTS[np.minimum(costs, _MOST_COST)]
    return found


def kept(weights: Ints, count: int, number: int) -> Ints:
    """Return how often each world is kept: of ``count`` in all its share, rounded up or down by chance.

    Args:
        weights: the weights.
        count: how many are kept.
        number: a uniform number below 2**40.

    >>> kept(np.array([3, 0, 1]) << 30, 4, 0).tolist()
    [3, 0, 1]
    """
    ends = np.cumsum(weights >> 10)
    whole = int(ends[-1])
    marks = np.array(
        [(whole * (at << 40 | number) // count) >> 40 for at in range(count)], np.int64
    )
    places = np.searchsorted(ends, marks, side="right")
    return np.asarray(np.bincount(places, minlength=len(weights)), np.int64)


# --- What is known --------------------------------------------------------------------------------


def _named(state: TractorState, pile: Pile) -> tuple[int, int]:
    main, cr = state.trump.main_index, state.trump.rank_index
    return renamed(pile.once, main, cr), renamed(pile.twice, main, cr)


def _start(state: TractorState, template: Ints) -> Ints:
    """Return the record before the first lead, its cards left out."""
    start = np.zeros(columns.COLUMNS, np.int64)
    for column in (columns.MAIN, columns.RANK, columns.LANDLORD):
        start[column] = template[column]
    start[columns.LEADER] = template[columns.LANDLORD]
    return start


def _decisions(state: TractorState) -> Iterator[tuple[int, ...]]:
    """Yield the plays so far as ``beliefs.surprises`` takes them; throws are none of the policy's."""
    chain = state.profile.chain_mask(state.trump.main_index)
    for trick in state.tricks:
        for place, play in enumerate(trick.plays):
            seat = (trick.leader + place) % 4
            is_throw = place == 0 and (
                trick.tried is not None or len(parts_of(play, state.trump, chain)) > 1
            )
            weighed = seat != state.turn and not is_throw
            yield seat, *_named(state, play), int(weighed), int(place == 0), 0


def _passed(state: TractorState, seat: int) -> tuple[int, int]:
    """Return whether a seat has passed what it may have overturned, and the height of that."""
    standing = state.standing
    if standing is None or seat in (state.turn, state.current_landlord):
        return 0, 0
    if (seat ^ standing.seat) & 1 == 0:
        return 0, 0
    return 1, bid_height(standing.card, standing.copies)
