"""Worlds for the Monte Carlo player of Tractor: sample, weigh by the others' decisions, resample.

Worlds are full deals that the seat on turn can't tell from the true one, drawn uniformly
(``hidden.redealing``). In each world the play so far is replayed with its hands. A decision that the
rule-based policy would also have made costs nothing; any other one reduces the weight of the world
(Bayes' rule, with the policy as the model of the players). Systematic resampling keeps likely worlds
(``players.search``).

In a uniform world the burial is a random part of the landlord's hidden cards, and nobody buries like
that. So these cards are put together and buried again by the policy, wherever the plays allow it.

A world is a record (``arrays.packed``) with all hands. A decision is a row of five integers:

======  ===============  ============================================================================
column  name             meaning
======  ===============  ============================================================================
0       ``SEAT``         the seat that played
1       ``ONCE``         the cards of the play, a renamed mask
2       ``TWICE``        those played twice
3       ``IS_WEIGHED``   1 if the play counts for the weight; throws and the viewer's own plays don't
4       ``IS_LEAD``      1 for a lead, 0 for a reply
======  ===============  ============================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from suitwise.foundation.arrays.compiled import item_at, machine, rule
from suitwise.foundation.seating import SEATS
from suitwise.players import search
from suitwise.players.search import Beliefs, Ints
from suitwise.seeds import below_many
from suitwise.tractor.arrays import batch, packed
from suitwise.tractor.arrays.estimates import NO_BID, choose_bid, choose_burial_among
from suitwise.tractor.arrays.packed import (
    form_in,
    hand_in,
    named_back,
    pile_at,
    put,
    renamed,
    set_pile,
    size_of,
    suit_mask,
    unseen_by,
)
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.hidden import redealing
from suitwise.tractor.hidden.redealing import all_follow, throws_agree
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import together, without
from suitwise.tractor.rules.levels import KITTY, bid_height
from suitwise.tractor.state import TractorState

SEAT, ONCE, TWICE, IS_WEIGHED, IS_LEAD, DECISION = range(6)

BELIEFS = Beliefs(lead=16, reply=24, call=24, drawn=4)
"""The likelihood model of the Monte Carlo player."""
_UNIFORM = Beliefs(lead=0, reply=0, call=0, drawn=1)
"""The model under which all possible worlds are equally likely."""


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Worlds as records, each with its count.

    Args:
        records: array (n, 36).
        counts: array (n,).
    """

    records: Ints
    counts: Ints


def draw(
    state: TractorState, count: int, beliefs: Beliefs | None, seed: int, stream: int
) -> Worlds:
    """Return worlds for the seat on turn by importance resampling.

    Args:
        state: a position of the play.
        count: the sum of the counts of the worlds.
        beliefs: the likelihood model; None for uniform worlds.
        seed: 64-bit seed.
        stream: the stream of random numbers.
    """
    records, costs = weighed(state, count, beliefs, seed, stream)
    offset, _ = below_many(1 << 40, seed, stream, 1 << 40)
    counts = search.resampled(search.tempered(costs, count), count, offset)
    kept = counts > 0
    return Worlds(records[kept], counts[kept])


def given(state: TractorState, hands: Ints) -> Worlds:
    """Return worlds with known cards for the seat on turn, each counted once.

    Args:
        state: a position of the play.
        hands: array (n, 5, 2), the worlds as ``many_worlds`` returns them.
    """
    template = np.array(batch.packed_for(state, state.turn), np.int64)
    records = np.repeat(template[None], len(hands), axis=0)
    for record, world in zip(records, hands, strict=True):
        machine(fill_world)(record, world, state.turn)
    return Worlds(records, np.ones(len(hands), np.int64))


def weighed(
    state: TractorState,
    count: int,
    beliefs: Beliefs | None,
    seed: int,
    stream: int,
    *,
    buries: bool = True,
) -> tuple[Ints, Ints]:
    """Sample uniform worlds; return their records, and the cost of the others' decisions in each.

    Args:
        state: a position of the play.
        count: the number of worlds to be kept; ``beliefs.drawn`` times as many are drawn.
        beliefs: the likelihood model; None for no costs and no burial.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        buries: whether the policy buries the landlord's hidden cards again.
    """
    seat, model = state.turn, beliefs or _UNIFORM
    hands = redealing.many_worlds(state, seat, count * model.drawn, seed, stream)
    template = np.array(batch.packed_for(state, seat), np.int64)
    worlds = np.empty((len(hands), packed.COLUMNS), np.int64)
    costs = np.zeros(len(hands), np.int64)
    buries_again = int(buries and beliefs is not None)
    machine(weigh_worlds)(
        hands,
        seat,
        tuple(redealing.constraints_of(state, seat)),
        template,
        _start(template),
        np.array([batch.renamed_pile(state, pile) for pile in state.played], np.int64),
        np.array(list(_decisions(state)), np.int64).reshape(-1, DECISION),
        np.array([_passed(state, other) for other in SEATS], np.int64),
        np.array((model.lead, model.reply, model.call, buries_again), np.int64),
        np.empty((redealing.ASIDE_ROW + 1, 2), np.int64),
        np.empty(packed.COLUMNS, np.int64),
        worlds,
        costs,
    )
    return worlds, costs


# --- Weighing -------------------------------------------------------------------------------------


@rule
def weigh_worlds(
    hands: Any,
    seat: int,
    constraints: Any,
    template: Any,
    start: Any,
    played: Any,
    decisions: Any,
    passed: Any,
    model: Any,
    piles: Any,
    record: Any,
    worlds: Any,
    costs: Any,
) -> None:
    """Fill the records of worlds, and the cost of the others' decisions in each.

    Args:
        hands: array (n, 5, 2), the worlds as ``many_worlds`` returns them.
        seat: the viewer, who is on turn.
        constraints: the constraints that they were drawn under (``redealing.Constraints``).
        template: array (36,), the record of the position without its cards.
        start: array (36,), the record before the first lead without its cards.
        played: array (4, 2), the cards that each seat has played, renamed.
        decisions: array (k, 5), the plays so far; see the module's head.
        passed: see ``cost_of_passes``.
        model: the costs of a lead, a reply and a pass that the policy would not have made; and 1 if the
            policy buries the landlord's hidden cards again.
        piles: array (5, 2), workspace.
        record: array (36,), workspace.
        worlds: array (n, 36), filled with the records.
        costs: array (n,), filled.
    """
    lead_cost, reply_cost, pass_cost, buries_again = model[0], model[1], model[2], model[3]
    for number in range(len(hands)):
        world = worlds[number]
        for column in range(packed.COLUMNS):
            world[column] = template[column]
        fill_world(world, hands[number], seat)
        if buries_again and seat != item_at(world, packed.LANDLORD):
            bury_if_possible(world, hands[number], piles, seat, constraints, played)
        # Rewind to the first lead: give the cards played back to the hands.
        for column in range(packed.COLUMNS):
            is_pile = column <= packed.BURIED + 1
            record[column] = world[column] if is_pile else start[column]
        for owner in range(4):
            once, twice = together(*hand_in(record, owner), played[owner, 0], played[owner, 1])
            set_pile(record, packed.HANDS + 2 * owner, once, twice)
        cost = 0
        if pass_cost:
            main, cr = item_at(world, packed.MAIN), item_at(world, packed.RANK)
            for owner in range(4):
                once, twice = hand_in(record, owner)
                piles[owner, 0], piles[owner, 1] = (
                    named_back(once, main, cr),
                    named_back(twice, main, cr),
                )
            cost += cost_of_passes(piles, passed, cr, pass_cost)
        costs[number] = cost + cost_of_plays(record, decisions, lead_cost, reply_cost)


@rule
def cost_of_plays(record: Any, decisions: Any, lead_cost: int, reply_cost: int) -> int:
    """Replay a world from the first lead; return the cost of all plays that are not the policy's."""
    cost = 0
    for number in range(len(decisions)):
        decision = decisions[number]
        once, twice = item_at(decision, ONCE), item_at(decision, TWICE)
        if decision[IS_LEAD]:  # throws are won by other rules than those of ``put``
            record[packed.LEADER], record[packed.PLACED] = decision[SEAT], 0
        if decision[IS_WEIGHED]:
            unseen, unseen_twice = unseen_by(record, item_at(decision, SEAT))
            chosen, chosen_twice = choose_play(record, unseen, unseen_twice)
            if chosen != once or chosen_twice != twice:
                cost += lead_cost if decision[IS_LEAD] else reply_cost
        put(record, once, twice)
    return cost


@rule
def cost_of_passes(drawn: Any, passed: Any, cr: int, pass_cost: int) -> int:
    """Return the cost of all passes where the policy would have bid.

    Args:
        drawn: array (4, 2), the hands as drawn, by true names.
        passed: array (4, 2), for each seat 1 if its pass counts, and the height of the bid it passed.
        cr: the current rank.
        pass_cost: the cost of such a pass.
    """
    cost = 0
    for seat in range(4):
        if passed[seat, 0]:
            once, twice = item_at(drawn[seat], 0), item_at(drawn[seat], 1)
            cost += pass_cost if choose_bid(once, twice, cr, passed[seat, 1]) != NO_BID else 0
    return cost


# --- The cards of a world -------------------------------------------------------------------------


@rule
def fill_world(record: Any, hands: Any, seat: int) -> None:
    """Write the cards of a world into a record, renamed.

    Args:
        record: the record, filled except for the cards.
        hands: array (5, 2), the hands in order of play from the viewer's own, and the buried cards.
        seat: the viewer.
    """
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    for row in range(redealing.ASIDE_ROW + 1):
        column = packed.HANDS + 2 * (seat + row & 3)
        if row == redealing.ASIDE_ROW:
            column = packed.BURIED
        record[column] = renamed(item_at(hands[row], 0), main, cr)
        record[column + 1] = renamed(item_at(hands[row], 1), main, cr)


@rule
def bury_if_possible(
    record: Any, hands: Any, piles: Any, seat: int, constraints: Any, played: Any
) -> None:
    """Let the policy bury in a world again; undo it if some play would then have been illegal.

    Args:
        record: the world.
        hands: array (5, 2), its cards by true names, in order of play from the viewer's hand.
        piles: array (5, 2), workspace.
        seat: the viewer, who is not the landlord.
        constraints: the constraints of the worlds (``redealing.Constraints``).
        played: array (4, 2), the cards that each seat has played, renamed.
    """
    landlord = item_at(record, packed.LANDLORD)
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    bury_again(record, played)
    for row in range(redealing.ASIDE_ROW + 1):
        piles[row, 0], piles[row, 1] = hands[row, 0], hands[row, 1]
    landlord_row = landlord - seat & 3
    for row, column in (
        (landlord_row, packed.HANDS + 2 * landlord),
        (redealing.ASIDE_ROW, packed.BURIED),
    ):
        piles[row, 0] = named_back(item_at(record, column), main, cr)
        piles[row, 1] = named_back(item_at(record, column + 1), main, cr)
    _, _, _, _, follows, throws, parts, house, _ = constraints
    chain, duty = house[2], house[3]
    if not (
        throws_agree(piles, throws, parts, main, cr, chain)
        and all_follow(piles, follows, main, cr, chain, duty)
    ):
        fill_world(record, hands, seat)


@rule
def bury_again(record: Any, played: Any) -> None:
    """Let the policy choose anew what the landlord buried, from all its hidden cards.

    Cards of partitions in which the landlord is void must have been buried and stay so.
    """
    landlord, form = item_at(record, packed.LANDLORD), form_in(record)
    once, twice = together(*hand_in(record, landlord), *pile_at(record, packed.BURIED))
    void = void_cards(item_at(record, packed.LACKS) >> packed.PARTITIONS * landlord, form)
    fixed, fixed_twice = once & void, twice & void
    free, free_twice = once & ~void, twice & ~void
    full, full_twice = together(
        free, free_twice, item_at(played[landlord], 0), item_at(played[landlord], 1)
    )
    count = KITTY - size_of(fixed, fixed_twice)
    if count < 0:
        return
    buried, buried_twice = choose_burial_among(
        full, full_twice, free, free_twice, count, form, item_at(record, packed.RANK)
    )
    left, left_twice = without(free, free_twice, buried, buried_twice)
    set_pile(record, packed.HANDS + 2 * landlord, left, left_twice)
    set_pile(record, packed.BURIED, buried | fixed, buried_twice | fixed_twice)


@rule
def void_cards(lacks: int, form: int) -> int:
    """Return the cards of all partitions in a set, given as one bit each."""
    cards = 0
    for partition in range(packed.PARTITIONS):
        if lacks >> partition & 1:
            cards |= suit_mask(partition, form)
    return cards


# --- The history of a position as arrays ----------------------------------------------------------


def _start(template: Ints) -> Ints:
    """Return the record before the first lead, without the cards."""
    start = np.zeros(packed.COLUMNS, np.int64)
    for column in (packed.MAIN, packed.RANK, packed.LANDLORD):
        start[column] = template[column]
    start[packed.LEADER] = template[packed.LANDLORD]
    return start


def _decisions(state: TractorState) -> Iterator[tuple[int, ...]]:
    """Yield the plays so far as decisions; see the module's head."""
    chain = state.profile.chain_mask(state.trump.main_index)
    for trick in state.tricks:
        for place, play in enumerate(trick.plays):
            seat = (trick.leader + place) % 4
            is_throw = place == 0 and (
                trick.tried is not None or len(parts_of(play, state.trump, chain)) > 1
            )
            is_weighed = seat != state.turn and not is_throw
            yield seat, *batch.renamed_pile(state, play), int(is_weighed), int(place == 0)


def _passed(state: TractorState, seat: int) -> tuple[int, int]:
    """Return 1 if a seat has passed an opponent's bid as landlord's opponent, and that bid's height."""
    standing = state.standing
    if standing is None or seat in (state.turn, state.current_landlord):
        return 0, 0
    if (seat ^ standing.seat) & 1 == 0:
        return 0, 0
    return 1, bid_height(standing.card, standing.copies)
