"""The worlds that a decision is made in: drawn evenly, weighed by what the others did, some kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.seating import SEATS
from suitwise.seeds import below_many
from suitwise.tractor.arrays import packed as columns
from suitwise.tractor.arrays.packed import renamed
from suitwise.tractor.arrays.positions import packed_for
from suitwise.tractor.hidden.dealing import ASIDE_ROW
from suitwise.tractor.hidden.many import many_worlds
from suitwise.tractor.hidden.redealing import given_of
from suitwise.tractor.players.search.beliefs import DECISION, weigh_worlds
from suitwise.tractor.rules.auction import bid_height
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.state import TractorState

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
