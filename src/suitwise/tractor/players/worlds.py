"""Worlds of Tractor: drawn uniformly, weighted by what the others did, and resampled.

Worlds are uniform over all deals that the plays allow (``hidden``). In each, the play is replayed: a
decision that the policy would also make with the hand of that world costs nothing, any other one reduces
the weight (Bayes' rule, with the policy as the model of the players).

The cards that the landlord has buried are, drawn uniformly, any of those it may have; nobody buries like
that. So the landlord's hidden cards are taken together and buried anew as the policy would, wherever the
plays allow it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from suitwise.foundation.arrays.compiled import count_bits, item_at, machine, rule
from suitwise.foundation.seating import SEATS
from suitwise.players.search import Beliefs, Ints, resampled, tempered
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

DECISION = 5
"""The columns of a decision: the seat, its cards, those played twice, whether it is weighed, whether it
leads."""


# --- The landlord's burial ------------------------------------------------------------------------


@rule
def bury_anew(record: Any, played: Any) -> None:
    """Bury the landlord's hidden cards as the policy would; cards of suits that it lacks stay buried.

    Args:
        record: the world.
        played: array (4, 2): the cards that each seat has played, renamed.
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
    """Return the cards of the partitions that a seat is known to be out of."""
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
        decisions: array (n, 5), see ``DECISION``.
        leads: the cost of a lead that the policy would not have made.
        replies: the cost of such a reply.
    """
    cost = 0
    for at in range(len(decisions)):
        row = decisions[at]
        once, twice = item_at(row, 1), item_at(row, 2)
        if row[4]:
            record[LEADER], record[PLACED] = row[0], 0
        if row[3]:
            unseen, unseen_twice = unseen_by(record, item_at(row, 0))
            chosen, chosen_twice = choose_play(record, unseen, unseen_twice)
            if chosen != once or chosen_twice != twice:
                cost += leads if row[4] else replies
        put(record, once, twice)
    return cost


@rule
def bid_surprises(drawn: Any, passed: Any, cr: int, cost: int) -> int:
    """Return the cost of passes where the policy would have bid.

    Args:
        drawn: array (4, 2): the hands as drawn, by their true names.
        passed: array (4, 2): for each seat whether its pass is weighed, and the height of the bid that
            it passed.
        cr: the current rank.
        cost: the cost of such a pass.
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
        record: the record, filled except for the cards.
        hands: array (5, 2): the hands in order of play from a seat's own, and the buried cards.
        seat: that seat.
    """
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    for place in range(ASIDE_ROW + 1):
        at = BURIED if place == ASIDE_ROW else HANDS + 2 * (seat + place & 3)
        record[at] = renamed(item_at(hands[place], 0), main, cr)
        record[at + 1] = renamed(item_at(hands[place], 1), main, cr)


@rule
def try_burial(record: Any, hands: Any, other: Any, seat: int, given: Any, played: Any) -> None:
    """Bury the landlord's hidden cards anew in a world, if all plays would still have been legal.

    Args:
        record: the world.
        hands: its cards by their true names, in order of play from the viewing seat.
        other: array (5, 2), workspace.
        seat: the viewing seat; not the landlord.
        given: the constraints of the worlds (``redealing.Given``).
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
    """Fill the records of worlds, and the cost of the others' decisions in each.

    Args:
        hands: array (n, 5, 2), the worlds (``many_worlds``).
        seat: the viewing seat, which is on turn.
        given: the constraints that they were dealt under.
        template: array (36,), the record of the position without its cards.
        start: array (36,), the record before the first lead.
        played: array (4, 2): the cards that each seat has played, renamed.
        decisions: see ``surprises``.
        passed: see ``bid_surprises``.
        costs: the costs of a lead, a reply and a bid that the policy would not have made, and 1 if the
            landlord's cards are buried anew.
        other: array (5, 2), workspace.
        record: array (36,), workspace.
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


# --- Drawing and weighing -------------------------------------------------------------------------

BELIEFS = Beliefs(lead=16, reply=24, call=24, drawn=4)
"""The likelihood model."""


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Worlds as records, each with its count.

    Args:
        records: array (n, 36).
        counts: array (n,).
    """

    records: Ints
    counts: Ints


def weighed(
    state: TractorState,
    count: int,
    beliefs: Beliefs | None,
    seed: int,
    stream: int,
    *,
    buries: bool = True,
) -> tuple[Ints, Ints]:
    """Return the records of worlds drawn uniformly, and the cost of the others' decisions in each.

    Args:
        state: a position in which cards are played.
        count: the number of worlds that are to be kept; ``beliefs.drawn`` are drawn for each.
        beliefs: the costs; None for none, and one world drawn for each.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        buries: whether the landlord's hidden cards are buried as the policy would, where others'
            decisions are believed.
    """
    seat, believed = state.turn, beliefs or _NONE
    hands = many_worlds(state, seat, count * believed.drawn, seed, stream)
    template = np.array(packed_for(state, seat), np.int64)
    worlds = np.empty((len(hands), columns.COLUMNS), np.int64)
    costs = np.zeros(len(hands), np.int64)
    record = np.empty(columns.COLUMNS, np.int64)
    anew = int(buries and beliefs is not None)
    machine(weigh_worlds)(
        hands,
        seat,
        tuple(given_of(state, seat)),
        template,
        _start(state, template),
        np.array([_named(state, pile) for pile in state.played], np.int64),
        np.array(list(_decisions(state)), np.int64).reshape(-1, DECISION),
        np.array([_passed(state, at) for at in SEATS], np.int64),
        np.array((believed.lead, believed.reply, believed.call, anew), np.int64),
        np.empty((ASIDE_ROW + 1, 2), np.int64),
        record,
        worlds,
        costs,
    )
    return worlds, costs


_NONE = Beliefs(lead=0, reply=0, call=0, drawn=1)
"""The others' decisions mean nothing beyond what they prove."""


def draw(
    state: TractorState, count: int, beliefs: Beliefs | None, seed: int, stream: int
) -> Worlds:
    """Return worlds for the seat on turn by importance resampling.

    Args:
        state: a position in which cards are played.
        count: the number of worlds kept; one that is kept twice counts as two.
        beliefs: the likelihood model; None for uniform worlds.
        seed: 64-bit seed.
        stream: the stream of random numbers.
    """
    records, costs = weighed(state, count, beliefs, seed, stream)
    offset, _ = below_many(1 << 40, seed, stream, (1 << 40))
    counts = resampled(tempered(costs, count), count, offset)
    kept = counts > 0
    return Worlds(records[kept], counts[kept])


# --- What is known --------------------------------------------------------------------------------


def _named(state: TractorState, pile: Pile) -> tuple[int, int]:
    main, cr = state.trump.main_index, state.trump.rank_index
    return renamed(pile.once, main, cr), renamed(pile.twice, main, cr)


def _start(state: TractorState, template: Ints) -> Ints:
    """Return the record before the first lead, without the cards."""
    start = np.zeros(columns.COLUMNS, np.int64)
    for column in (columns.MAIN, columns.RANK, columns.LANDLORD):
        start[column] = template[column]
    start[columns.LEADER] = template[columns.LANDLORD]
    return start


def _decisions(state: TractorState) -> Iterator[tuple[int, ...]]:
    """Yield the rows of the plays so far for ``surprises``; throws are not weighed."""
    chain = state.profile.chain_mask(state.trump.main_index)
    for trick in state.tricks:
        for place, play in enumerate(trick.plays):
            seat = (trick.leader + place) % 4
            is_throw = place == 0 and (
                trick.tried is not None or len(parts_of(play, state.trump, chain)) > 1
            )
            weighed = seat != state.turn and not is_throw
            yield seat, *_named(state, play), int(weighed), int(place == 0)


def _passed(state: TractorState, seat: int) -> tuple[int, int]:
    """Return whether a seat has passed a bid that it might have overturned, and that bid's height."""
    standing = state.standing
    if standing is None or seat in (state.turn, state.current_landlord):
        return 0, 0
    if (seat ^ standing.seat) & 1 == 0:
        return 0, 0
    return 1, bid_height(standing.card, standing.copies)
