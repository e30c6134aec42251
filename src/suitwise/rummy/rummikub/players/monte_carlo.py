"""The Monte Carlo player of Rummikub: which tiles to play now, by expected points.

Playing is voluntary, so worlds are all ways to deal the unseen tiles, equally likely, and sampling is
exact: the unseen tiles are shuffled. The candidates are the turn of the rule-based player, the one that
plays most tiles, those that keep one tile of the rule-based turn back, and to play none. All are played
out in the same worlds by the policy of the rule-based player (``playouts``), and the points of the deal
decide; the score of a match is ignored.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import sub
from typing import Any

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, Game, State
from suitwise.players.search import (
    Batch,
    Ints,
    Race,
    batches,
    check_limits,
    is_clear,
    race,
    seed_of_seat,
)
from suitwise.players.turns import Advice, on_turn, stream_of, weighed
from suitwise.rummy.rummikub.moves import RummikubMove
from suitwise.rummy.rummikub.players import playouts
from suitwise.rummy.rummikub.players.rule_based import RummikubPlayer, best_of, move_of, reason
from suitwise.rummy.rummikub.rules.tiles import JOKER, KINDS, SIZE, Tiles, number_of
from suitwise.rummy.rummikub.solve import scan
from suitwise.rummy.rummikub.solve.turns import Turn
from suitwise.rummy.rummikub.state import BOX, RummikubState
from suitwise.seeds import as_seed, shuffle, world_seed

MOST_WORLDS = 100_000
"""The most worlds in which turns are compared."""
SURE = 2.0
"""The lead over the rule-based turn, in standard errors, with which another is played.

Turns differ by few points in a deal that may cost a hundred, so the best of several in a small sample is
often the luckiest.
"""
KEPT_BACK = 4
"""How many turns that keep a tile back are candidates."""
_NEAR = RummikubPlayer().near
_ROOM = 1 << 16
_workspaces = threading.local()


@dataclass(frozen=True, slots=True)
class MonteCarloRummikub:
    """Plays the tiles that promise most points; the same view always gets the same move.

    Args:
        worlds: the number of worlds in which turns are compared.
        seconds: if above 0, worlds are sampled in batches of up to ``worlds`` until the time is over or
            the choice is clear; the choice then depends on the machine.
        seed: 64-bit seed of the worlds.

    Raises:
        SuitwiseError: a number is out of range.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> state, _ = Rummikub().start().rolled(seed=1, stream=0)
    >>> str(MonteCarloRummikub(worlds=4)(state))
    'draw'
    """

    worlds: int = 60
    seconds: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        """Check that the options are in range."""
        check_limits(self.worlds, MOST_WORLDS, self.seconds)
        as_seed(self.seed)

    def __call__(self, state: State[Any]) -> RummikubMove:
        """Return a move; the state is one of Rummikub in which a seat is on turn."""
        here = on_turn(state, RummikubState, "Rummikub")
        return move_of(here, self._decide(here)[0])

    def advice(self, state: State[Any]) -> Advice:
        """Return a move and the reason for it."""
        here = on_turn(state, RummikubState, "Rummikub")
        turn, result = self._decide(here)
        why = reason(here, turn)
        return Advice(move_of(here, turn), why if result is None else weighed(why, _figure(result)))

    def _decide(self, state: RummikubState) -> tuple[Turn | None, Race | None]:
        """Return a turn, None to play no tile, and the race that chose it, None if there was none."""
        clock = Clock(self.seconds)
        whole = replace(state, phase="play", chosen=(), meant=())
        turns = tuple(candidates(whole))
        if len(turns) == 1:
            return turns[0], None

        def batch(count: int, stream: int) -> Batch:
            worlds = [world_of(whole, self.seed, stream + number) for number in range(count)]

            def roll(first: int, last: int, active: Ints) -> NDArray[np.int32]:
                points = np.zeros((last - first, len(turns)), np.int32)
                for row, world in enumerate(worlds[first:last]):
                    for option in active.tolist():
                        points[row, option] = points_after(whole, turns[option], world)
                return points

            return Batch(np.ones(count, np.int64), roll)

        lots = clock.lots(self.worlds)
        worlds = batches(batch, lots, stream_of(whole))
        result = race(worlds, len(turns), _is_clear, sure=SURE)
        return turns[result.best], result


def _is_clear(so_far: Race) -> bool:
    return is_clear(so_far.found)


def candidates(state: RummikubState) -> Iterator[Turn | None]:
    """Yield the turns that are compared, the rule-based player's first; None is to play no tile.

    A turn that goes out is the only one.

    Args:
        state: a position in which a seat plays.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> text = "play 0 | r3r4r5 | k1 r6 r7 / {} | yes no | 0 0 / 0 0"
    >>> state = Rummikub().parse(text.format("k1 k2 k3 k5 k6 k8 k9 b1 b2 b5 b6 b9 o1 o2"))
    >>> [str(turn and turn.played) for turn in candidates(state)]
    ['r6 r7', 'r6', 'None']
    """
    first = RummikubPlayer().turn(state)
    yield first
    if first is None or first.tiles == len(state.rack):
        return
    found = {first.played}
    for rack in _racks(state, first):
        turn = best_of(state, Tiles(rack))
        if turn is not None and turn.played not in found:
            found.add(turn.played)
            yield turn
    yield None


def _racks(state: RummikubState, first: Turn) -> Iterator[tuple[int, ...]]:
    """Yield parts of the rack of which further candidates play most."""
    rack = state.rack.counts
    yield rack
    played = sorted({kind for kind in first.played.kinds if kind != JOKER}, key=number_of)
    for kind in played[:KEPT_BACK]:
        counts = list(first.played.counts)
        counts[kind] = 0
        yield tuple(counts)


# --- Worlds and playouts --------------------------------------------------------------------------


def world_of(state: RummikubState, seed: int, stream: int) -> NDArray[np.int64]:
    """Return the tiles that the seat can't see in a random order: those of the others, then the pool."""
    seen = map(sum, zip(state.table.counts, state.racks[state.seat], strict=True))
    unseen = [*Tiles(tuple(map(sub, BOX, seen))).kinds]
    shuffle(unseen, world_seed(seed), stream)
    return np.array(unseen, np.int64)


def points_after(state: RummikubState, turn: Turn | None, world: NDArray[np.int64]) -> int:
    """Return what the seat on turn scores after a turn in a world, played out."""
    variant, seat = state.variant, state.seat
    tiles = np.zeros((1 + variant.seats, SIZE), np.int64)
    played = (0,) * SIZE if turn is None else turn.played.counts
    tiles[playouts.TABLE] = state.table.counts if turn is None else turn.table.counts
    dealt = 0
    for owner, rack in enumerate(state.racks):
        if owner == seat:
            tiles[playouts.FIRST_RACK + owner] = tuple(map(sub, rack, played))
        else:
            size = sum(rack)
            hidden = world[dealt : dealt + size]
            tiles[playouts.FIRST_RACK + owner] = np.bincount(hidden, minlength=SIZE)
            dealt += size
    status = np.zeros(playouts.PASSES + 1, np.int64)
    status[: variant.seats] = state.opened
    status[playouts.POOL] = len(world) - dealt
    if turn is not None:
        status[seat] = 1
    elif dealt < len(world):
        tiles[playouts.FIRST_RACK + seat, world[dealt]] += 1
        status[playouts.DRAWN] = 1
    else:
        status[playouts.PASSES] = state.passes + 1
    if not tiles[playouts.FIRST_RACK + seat].any():
        return sum(playouts.points_of_rack(rack.tolist()) for rack in tiles[playouts.FIRST_RACK :])
    deal = tuple(tiles), world[dealt:], status
    rules = variant.seats, _NEAR, variant.opening
    following = (seat + 1) % variant.seats
    return int(machine(playouts.play_out)(deal, following, rules, playout_arrays(), seat))


def playout_arrays() -> Any:
    """Return the arrays that playouts work on; each thread has its own.

    >>> len(playout_arrays())
    5
    """
    if "kept" not in _workspaces.__dict__:
        numbers = [number_of(kind) for kind in range(KINDS)]
        aims = np.array([[1 << 12 | number for number in numbers], numbers], np.int64)
        states = *tuple(np.zeros((5, _ROOM), np.int64)), np.full(4 * _ROOM, -1, np.int64)
        choices, scratch = np.zeros((3, scan.CHOICES), np.int64), np.zeros((2, SIZE), np.int64)
        opened = np.zeros(scan.NUMBERS + 3, np.int64)
        _workspaces.kept = tuple(aims), opened, tuple(choices), states, tuple(scratch)
    return _workspaces.kept


def _figure(result: Race) -> Phrase:
    """Return how the turn compares with the next best one."""
    lead = result.lead(result.second)
    return phrase(
        "rummikub.figure-lead",
        "about {lead} points better than the next best turn in {deals} deals",
        lead=f"{lead.mean:.1f}",
        deals=len(result.counts),
    )


# --- The player by name ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sampling:
    """The options of the Monte Carlo player: its number of worlds, or its time for a move."""

    worlds: int = 60
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Check that the options are in range."""
        MonteCarloRummikub(self.worlds, self.seconds)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return MonteCarloRummikub(self.worlds, self.seconds, seed_of_seat(as_seed(seed), stream))
