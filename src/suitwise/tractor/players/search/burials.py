"""What the landlord buries: burials tried in worlds, each played out by the compiled policy.

First come the policy's burial and those of other plans: a suit buried whole, a suit spared, points kept
or buried. From the best of them single cards are exchanged, as long as that gains.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from suitwise.foundation.arrays.compiled import item_at, machine, rule
from suitwise.tractor.arrays import packed as columns
from suitwise.tractor.arrays.estimates import HAND_WEIGHTS, burial_cost, choose_burial_among
from suitwise.tractor.arrays.packed import BURIED, COLUMNS, HANDS, LANDLORD, form_of
from suitwise.tractor.hidden.redealing import many_worlds
from suitwise.tractor.players.search.judging import (
    Ints,
    Thinking,
    batches,
    house_of,
    lots_in_all,
    named,
)
from suitwise.tractor.players.search.racing import Batch, Race, race
from suitwise.tractor.players.search.rollouts import play_out
from suitwise.tractor.players.search.values import values_for, worth_of
from suitwise.tractor.players.search.worlds import fill_world
from suitwise.tractor.rules.deck import EMPTY, Pile, bits, partition_mask
from suitwise.tractor.rules.levels import KITTY
from suitwise.tractor.state import TractorState

ROUNDS = 2
"""How often cards are exchanged."""
EXCHANGED = 24
"""The exchanges tried at a time, the cheapest to the policy."""
_LEFT = 0.5
"""The share of the time that must be left for cards to be exchanged."""


@rule
def roll_burials(
    worlds: Any,
    first: int,
    last: int,
    burials: Any,
    active: Any,
    house: Any,
    record: Any,
    points: Any,
) -> None:
    """Play deals out after burials.

    Args:
        worlds: array (n, 36): the records of the worlds, the landlord's hand left out.
        first: the first world.
        last: the world after the last one.
        burials: array (k, 4): the cards kept, and twice; buried, and twice.
        active: the burials that are tried.
        house: see ``judging.house_of``.
        record: array (36,), room for a record.
        points: array (n, k), filled: the attackers' points at the end.
    """
    for world in range(first, last):
        for place in range(len(active)):
            burial = burials[active[place]]
            for column in range(COLUMNS):
                record[column] = worlds[world, column]
            hand = HANDS + 2 * item_at(record, LANDLORD)
            record[hand], record[hand + 1] = item_at(burial, 0), item_at(burial, 1)
            record[BURIED], record[BURIED + 1] = item_at(burial, 2), item_at(burial, 3)
            points[world, active[place]] = play_out(record, house)


def judged_burials(state: TractorState, thinking: Thinking, stream: int) -> tuple[list[Pile], Race]:
    """Return the burials tried last, and how they fare.

    Args:
        state: a position in which the landlord buries.
        thinking: how long.
        stream: the stream of random numbers.
    """
    plans = list(dict.fromkeys(plans_of(state)))
    found = compared_burials(state, plans, thinking, stream)
    for _ in range(ROUNDS):
        if thinking.clock.is_over(left=_LEFT):
            break
        best = plans[found.best]
        plans = [best, *islice(_exchanges(state, best), EXCHANGED)]
        found = compared_burials(state, plans, thinking, stream)
        if found.best == 0:
            break
    return plans, found


def compared_burials(
    state: TractorState, plans: list[Pile], thinking: Thinking, stream: int
) -> Race:
    """Return how some burials fare.

    Args:
        state: a position in which the landlord buries.
        plans: the burials.
        thinking: how long.
        stream: the stream of random numbers.
    """
    hand, house = state.held[state.turn], house_of(state)
    rows = [(*named(state, hand.minus(plan)), *named(state, plan)) for plan in plans]
    burials = np.array(rows, np.int64)
    values = values_for(state, state.turn)
    record = np.empty(COLUMNS, np.int64)

    def batch(count: int, stream: int) -> Batch:
        worlds = _worlds(state, count, thinking.seed, stream)
        points = np.zeros((len(worlds), len(plans)), np.int64)

        def roll(first: int, last: int, active: Ints) -> Ints:
            machine(roll_burials)(worlds, first, last, burials, active, house, record, points)
            return worth_of(values, points[first:last])

        return np.ones(len(worlds), np.int64), roll

    drawn = batches(batch, lots_in_all(thinking), stream)
    return race(drawn, len(plans), thinking.clock.is_over, thinking.drops)


def _worlds(state: TractorState, count: int, seed: int, stream: int) -> Ints:
    hands = many_worlds(state, state.turn, count, seed, stream)
    template = np.zeros(COLUMNS, np.int64)
    template[columns.MAIN], template[columns.RANK] = state.trump.main_index, state.trump.rank_index
    template[[columns.LANDLORD, columns.LEADER]] = state.turn
    worlds = np.repeat(template[None], len(hands), axis=0)
    for record, world in zip(worlds, hands, strict=True):
        machine(fill_world)(record, world, state.turn)
    return worlds


# --- Burials --------------------------------------------------------------------------------------


def plans_of(state: TractorState) -> Iterator[Pile]:
    """Yield burials of different plans, the policy's first."""
    main, rank = state.trump.main_index, state.trump.rank_index
    hand = state.held[state.turn]
    suits = [partition_mask(suit, main, rank) for suit in range(4) if suit != main]
    yield _buried(state, EMPTY, hand)
    for mask in suits:
        whole = hand.of(mask)
        if 0 < whole.size <= KITTY:
            yield _buried(state, whole, hand.minus(whole))
        rest = hand.minus(whole)
        if rest.size >= KITTY:
            yield _buried(state, EMPTY, rest)
    for one in suits:
        for other in suits:
            both = hand.of(one | other)
            if one < other and 0 < both.size <= KITTY:
                yield _buried(state, both, hand.minus(both))


def _buried(state: TractorState, fixed: Pile, free: Pile) -> Pile:
    """Return some cards with the cheapest of others."""
    main, rank = state.trump.main_index, state.trump.rank_index
    hand = state.held[state.turn].minus(fixed)
    once, twice = choose_burial_among(
        *named(state, hand), *named(state, free), KITTY - fixed.size, form_of(main), rank
    )
    return fixed.plus(Pile(*_back(state, once, twice)))


def _back(state: TractorState, once: int, twice: int) -> tuple[int, int]:
    main, rank = state.trump.main_index, state.trump.rank_index
    return columns.named_back(once, main, rank), columns.named_back(twice, main, rank)


def _exchanges(state: TractorState, plan: Pile) -> Iterator[Pile]:
    """Yield burials with one card exchanged, those first that are the least dear to the policy."""
    hand, form = state.held[state.turn], form_of(state.trump.main_index)
    kept, rank = hand.minus(plan), state.trump.rank_index

    def cost(card: int) -> int:
        bit, _ = named(state, Pile(1 << card))
        return burial_cost(next(bits(bit)), *named(state, hand), form, rank, HAND_WEIGHTS)

    pairs = [
        (cost(new) - cost(old), old, new) for old in bits(plan.once) for new in bits(kept.once)
    ]
    for _, old, new in sorted(pairs):
        if old != new:
            yield plan.minus(Pile(1 << old)).plus(Pile(1 << new))
