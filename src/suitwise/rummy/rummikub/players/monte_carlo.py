"""The Monte Carlo player of Rummikub: it chooses the tiles to play now by expected points.

As long as the pool has many tiles, it waits until it can go out. Later the candidates are the turn of
the waiting player, the turn that plays most tiles, the turn of the joker-keeping player, turns that
hold back a tile of these, and playing nothing. All candidates are played out in the same worlds by
compiled policies (``playouts``). The points of the deal decide; the score of a match is ignored. In
playouts the seat itself waits, and so does another seat that has many tiles and has not opened; the
others play all they can.

By the rules alone all worlds would be equally likely, because a seat may keep tiles that it could play.
But a seat that plays all it can holds only tiles that could not be played. Worlds are sampled that way,
and in every other world such a seat has drawn one tile since. Racks dealt at random would go out far too
soon.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import sub
from typing import Any, ClassVar

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.values import Clock
from suitwise.game import State
from suitwise.players.search import Batch, ByPoints, ByWorlds, Ints, Race, batches, race
from suitwise.players.turns import Advice, on_turn, stream_of, weighed
from suitwise.rummy.rummikub.moves import RummikubMove
from suitwise.rummy.rummikub.players import playouts
from suitwise.rummy.rummikub.players.rule_based import (
    RummikubPlayer,
    WaitingRummikubPlayer,
    best_of,
    move_of,
    reason,
)
from suitwise.rummy.rummikub.rules.tiles import JOKER, KINDS, SIZE, Tiles, number_of
from suitwise.rummy.rummikub.solve import scan
from suitwise.rummy.rummikub.solve.turns import Turn
from suitwise.rummy.rummikub.state import BOX, RummikubState
from suitwise.seeds import shuffle, world_seed

SURE = 2.0
"""The lead over the turn of the player that waits, in standard errors, with which another is played.

Turns differ by few points in a deal that may cost a hundred, so the best of several in a small sample is
often the luckiest.
"""
SOON = 10
"""How many tiles the pool has at most when there is something to compare."""
SURELY_OPENS = 20
"""With more tiles than these a seat that has not opened is taken to wait, since it could open."""
KEPT_BACK = 2
"""How many turns that keep a kind of tile back are candidates."""
_NEAR, _LAST = RummikubPlayer().near, WaitingRummikubPlayer().last
_ROOM = 1 << 16
_workspaces = threading.local()


@dataclass(frozen=True, slots=True)
class MonteCarloRummikub(ByPoints):
    """Makes the turn with the highest expected points; the same view always gets the same move.

    The options are those of ``ByPoints``.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> state, _ = Rummikub().start().rolled(seed=1, stream=0)
    >>> str(MonteCarloRummikub(worlds=4)(state))
    'draw'
    """

    worlds: int = 30

    def __call__(self, state: State[Any]) -> RummikubMove:
        """Return a move; the state is one of Rummikub in which a seat is on turn."""
        here = on_turn(state, RummikubState, "Rummikub")
        return move_of(here, self._decide(here)[0])

    def advice(self, state: State[Any]) -> Advice:
        """Return a move and the reason for it."""
        here = on_turn(state, RummikubState, "Rummikub")
        turn, result = self._decide(here)
        why = reason(here, turn)
        why = why if result is None else weighed(why, result.lead_in_points)
        return Advice(move_of(here, turn), why)

    def _decide(self, state: RummikubState) -> tuple[Turn | None, Race | None]:
        """Return a turn, or None to play nothing; and the race that chose it, or None."""
        return _decided(self, replace(state, phase="play", chosen=(), meant=()))


@lru_cache(maxsize=4)
def _decided(player: MonteCarloRummikub, state: RummikubState) -> tuple[Turn | None, Race | None]:
    """Return the turn of a player and its race; cached for the stages of a turn."""
    clock = Clock(player.seconds)
    turns = tuple(candidates(state))
    if len(turns) == 1:
        return turns[0], None

    def batch(count: int, stream: int) -> Batch:
        worlds = worlds_of(state, player.seed, stream, count)

        def roll(first: int, last: int, active: Ints) -> NDArray[np.int32]:
            points = np.zeros((last - first, len(turns)), np.int32)
            for row, world in enumerate(worlds[first:last]):
                for option in active.tolist():
                    points[row, option] = points_after(state, turns[option], world)
            return points

        return Batch(np.ones(count, np.int64), roll)

    worlds = batches(batch, clock.lots(player.worlds), stream_of(state))
    result = race(worlds, len(turns), sure=SURE)
    return turns[result.best], result


def candidates(state: RummikubState) -> Iterator[Turn | None]:
    """Yield the turns to compare, first that of the waiting player; None stands for playing nothing.

    If the seat can go out, that is the only candidate; else waiting is, as long as the pool is large.

    Args:
        state: a position in which a seat plays.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> state, _ = Rummikub().start().rolled(seed=1, stream=0)
    >>> list(candidates(state))
    [None]
    """
    found: set[Tiles] = set()
    for turn in _turns(state):
        played = Tiles() if turn is None else turn.played
        if played not in found:
            found.add(played)
            yield turn
            if len(played) == len(state.rack):
                return


def _turns(state: RummikubState) -> Iterator[Turn | None]:
    """Yield the candidates, some of them twice."""
    yield WaitingRummikubPlayer(_LAST).turn(state)
    if sum(state.pool) <= SOON:
        yield best_of(state, state.rack)
        thrifty = RummikubPlayer(_NEAR).turn(state)
        yield thrifty
        yield from _with_less(state, Tiles() if thrifty is None else thrifty.played)
        yield None


def _with_less(state: RummikubState, tiles: Tiles) -> Iterator[Turn | None]:
    """Yield turns that hold back a kind of tile and play most of the others, lowest numbers first."""
    kinds = sorted({kind for kind in tiles.kinds if kind != JOKER}, key=number_of)
    for kept in kinds[:KEPT_BACK]:
        counts = (0 if kind == kept else n for kind, n in enumerate(tiles.counts))
        yield best_of(state, Tiles(tuple(counts)))


# --- Worlds and playouts --------------------------------------------------------------------------


def worlds_of(
    state: RummikubState, seed: int, stream: int, count: int
) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return sampled worlds: the racks of all seats in rows, and the pool in drawing order.

    Args:
        state: a position in which a seat plays.
        seed: 64-bit seed of the worlds.
        stream: the stream of the first world; the others follow it.
        count: the number of worlds.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> state, _ = Rummikub().start().rolled(seed=1, stream=0)
    >>> ((racks, pool),) = worlds_of(state, 7, 0, 1)
    >>> racks.sum(axis=1).tolist(), len(pool)
    ([14, 14], 78)
    """
    work, table = playout_arrays(), np.array(state.table.counts, np.int64)
    alone = np.zeros(SIZE, np.int64)
    others = [owner for owner in range(state.variant.seats) if owner != state.seat]
    if any(state.opened[owner] for owner in others):
        machine(playouts.find_alone)(table, work, alone)
    seen = map(sum, zip(state.table.counts, state.racks[state.seat], strict=True))
    hidden = Tiles(tuple(map(sub, BOX, seen))).kinds
    worlds = []
    for number in range(count):
        order = [*hidden]
        shuffle(order, world_seed(seed), stream + number)
        unseen = np.array(order, np.int64)
        racks = np.zeros((len(state.racks), SIZE), np.int64)
        racks[state.seat] = state.racks[state.seat]
        for owner in others:
            size = sum(state.racks[owner])
            unplayed = size - number % 2 if state.opened[owner] else 0
            args = table, racks[owner], size, unplayed, alone, unseen, work
            machine(playouts.deal_seat)(*args)
        worlds.append((racks, unseen[unseen >= 0]))
    return worlds


def points_after(
    state: RummikubState, turn: Turn | None, world: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> int:
    """Return the score of the seat on turn after a turn, by a playout in a world."""
    (racks, pool), seat, seats = world, state.seat, state.variant.seats
    # A rack of every seat there can be, so that one compiled function serves all tables.
    tiles = np.zeros((1 + playouts.MOST_SEATS, SIZE), np.int64)
    tiles[playouts.TABLE] = state.table.counts if turn is None else turn.table.counts
    tiles[playouts.FIRST_RACK : playouts.FIRST_RACK + seats] = racks
    mine = tiles[playouts.FIRST_RACK + seat]
    status = np.zeros(playouts.STATUS, np.int64)
    status[:seats] = state.opened
    status[playouts.POOL] = len(pool)
    for owner, rack in enumerate(state.racks):
        waits = owner == seat or (not state.opened[owner] and sum(rack) > SURELY_OPENS)
        status[playouts.WAITS + owner] = _LAST if waits else playouts.NO_WAIT
    if turn is not None:
        mine -= turn.played.counts
        status[seat] = 1
    elif len(pool):
        mine[pool[0]] += 1
        status[playouts.DRAWN] = 1
    else:
        status[playouts.PASSES] = state.passes + 1
    return int(
        machine(playouts.play_out)(
            (tuple(tiles), pool, status),
            seat,
            (seats, _NEAR, state.variant.opening),
            playout_arrays(),
        )
    )


def playout_arrays() -> Any:
    """Return the work arrays of playouts; each thread has its own.

    >>> len(playout_arrays())
    5
    """
    if "kept" not in _workspaces.__dict__:
        numbers = [number_of(kind) for kind in range(KINDS)]
        aims = np.array([[1 << 12 | number for number in numbers], numbers], np.int64)
        states = *tuple(np.zeros((5, _ROOM), np.int64)), np.full(4 * _ROOM, -1, np.int64)
        choices, scratch = np.zeros((3, scan.CHOICES), np.int64), np.zeros((3, SIZE), np.int64)
        opened = np.zeros(scan.NUMBERS + 3, np.int64)
        _workspaces.kept = tuple(aims), opened, tuple(choices), states, tuple(scratch)
    return _workspaces.kept


# --- The player by name ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sampling(ByWorlds):
    """The player by name."""

    player: ClassVar[Any] = MonteCarloRummikub
    worlds: int = 30
