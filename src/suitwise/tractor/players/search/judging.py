"""A decision of the play judged: candidates rolled out in weighed worlds until one is best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.values import Clock
from suitwise.tractor.arrays.packed import COLUMNS, renamed
from suitwise.tractor.players.search.racing import Batch, Race, race
from suitwise.tractor.players.search.rollouts import CANDIDATE, MOST_SEARCHED, roll_out
from suitwise.tractor.players.search.values import values_for, worth_of
from suitwise.tractor.players.search.worlds import Beliefs, draw
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.throws import FORCED
from suitwise.tractor.solve.workspace import house_numbers
from suitwise.tractor.solve.worth import desk_of_thread
from suitwise.tractor.state import TractorState

Ints: TypeAlias = NDArray[np.int64]

_HASH = 56
"""The bits of a decision's stream; the number of the batch lies above them."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long and in what way a decision is thought about.

    Args:
        worlds: the worlds in which the candidates are rolled out; where a time is given as many at a
            time in the play, and as many at most for a bid or a burial.
        clock: the time, if one is given.
        beliefs: how worlds are weighed; None for evenly drawn ones.
        ending: the cards a hand from which on a deal's end is solved, not played.
        seed: 64-bit seed.
        drops: whether candidates that fall behind are dropped.
    """

    worlds: int
    clock: Clock
    beliefs: Beliefs | None
    ending: int
    seed: int
    drops: bool = True


def judged_plays(state: TractorState, plays: list[Pile], thinking: Thinking, stream: int) -> Race:
    """Return how some plays of the seat on turn fare, the first being the one to beat.

    Args:
        state: a position in which cards are played.
        plays: the plays.
        thinking: how long.
        stream: the stream of random numbers.
    """
    rows, house, desk = rows_of(state, plays), house_of(state), desk_of_thread(MOST_SEARCHED)
    record = np.empty(COLUMNS, np.int64)
    values = values_for(state, state.turn)

    def batch(count: int, stream: int) -> Batch:
        worlds = draw(state, count, thinking.beliefs, thinking.seed, stream)
        points = np.zeros((len(worlds.counts), len(plays)), np.int64)

        def roll(first: int, last: int, active: Ints) -> Ints:
            machine(roll_out)(
                worlds.records,
                first,
                last,
                rows,
                active,
                thinking.ending,
                house,
                desk,
                record,
                points,
            )
            return worth_of(values, points[first:last])

        return worlds.counts, roll

    lots = thinking.clock.lots(thinking.worlds)
    drawn = batches(batch, lots, stream)
    return race(drawn, len(plays), thinking.clock.is_over, thinking.drops)


def batches(
    batch: Callable[[int, int], Batch], lots: Iterable[int], stream: int
) -> Iterator[Batch]:
    """Yield batches of worlds, each made when it is asked for.

    Args:
        batch: makes a batch of so many worlds from a stream of random numbers.
        lots: how many worlds each has (``Clock.lots``).
        stream: the first stream.
    """
    for number, count in enumerate(lots):
        yield batch(count, stream ^ number << _HASH)


def lots_in_all(thinking: Thinking) -> Iterator[int]:
    """Yield lots of worlds, no more in all than are asked for: of bids and burials."""
    left = thinking.worlds
    for lot in thinking.clock.lots(thinking.worlds):
        yield min(lot, left)
        left -= lot
        if left <= 0:
            return


def rows_of(state: TractorState, plays: list[Pile]) -> Ints:
    """Return candidates as ``rollouts`` takes them."""
    return np.array([named(state, play) for play in plays], np.int64).reshape(-1, CANDIDATE)


def named(state: TractorState, pile: Pile) -> tuple[int, int]:
    """Return the masks of a pile, renamed."""
    main, cr = state.trump.main_index, state.trump.rank_index
    return renamed(pile.once, main, cr), renamed(pile.twice, main, cr)


def house_of(state: TractorState) -> Ints:
    """Return the house: the numbers that endings take, what a failed throw leads, what it costs."""
    profile = state.profile
    numbers = house_numbers(profile, state.trump.main_index)
    return np.array((*numbers, FORCED.index(profile.forced), profile.penalty), np.int64)
