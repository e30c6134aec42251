"""Turns of Rummikub: the best turn on a whole table, beside an integer program in the same run.

The integer program is that of den Hertog and Hulshof ("Solving Rummikub Problems by Integer Linear
Programming", 2006): a variable for each set and one for each tile of the rack, solved by SciPy's HiGHS.
It moves jokers freely, so both do in the comparison, and both must find the same value.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.measuring import Parts, measured
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table as markdown_table
from suitwise.rummy.rummikub.rules.tiles import (
    JOKER,
    KINDS,
    Group,
    Run,
    Set,
    Table,
    Tiles,
    counts_of,
    points_of,
)
from suitwise.rummy.rummikub.rules.turn import House
from suitwise.rummy.rummikub.solve.tables import SECOND
from suitwise.rummy.rummikub.solve.turns import best_turn

FREE = House(joker="free")
GAMES = 20
SIZES = ((20, 14), (40, 14), (60, 10), (60, 25), (80, 14), (80, 25), (96, 10))
"""The tiles of random tables and of the racks beside them."""


def report(positions: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        positions: how many random positions of each size there are.
        runs: how often each position is timed; the least is kept.
        say: called with the name of each part before it is measured.
    """
    parts: Parts = {
        "turns of played games": partial(_played, runs),
        "random tables": partial(_random, positions, runs),
    }
    if find_spec("scipy"):
        parts["an integer program"] = partial(_beside, positions, runs)
    head = machine_line(), "Times of one call from Python, the new table included, on one core."
    return "\n\n".join([*head, *measured(say, parts)])


# --- Positions ------------------------------------------------------------------------------------


def random_position(rng: random.Random, tiles: int, held: int, jokers: int) -> tuple[Table, Tiles]:
    """Return a random table of so many tiles, up to ``jokers`` of them jokers, and a rack beside it."""
    while True:
        sets: list[Set] = []
        counts = list(counts_of(()))
        for _ in range(400):
            one = _random_set(rng, jokers - counts[JOKER])
            after = [*counts]
            for kind in one.kinds:
                after[kind] += 1
            if max(after) <= 2 and sum(after) <= tiles:
                sets.append(one)
                counts = after
        if sum(counts) == tiles:
            left = [kind for kind in range(KINDS) for _ in range(2 - counts[kind])]
            left += [JOKER] * (jokers - counts[JOKER])
            return Table(tuple(sets)), Tiles(counts_of(rng.sample(left, min(held, len(left)))))


def _random_set(rng: random.Random, jokers: int) -> Set:
    joker = int(jokers > 0 and rng.random() < 0.15)
    if rng.random() < 0.5:
        colours = rng.sample(range(4), rng.choice((3, 3, 4)) - joker)
        return Group(rng.randint(1, 13), tuple(sorted(colours)), joker)
    length = rng.choice((3, 3, 3, 4, 4, 5, 6, 7))
    low = rng.randint(1, 14 - length)
    stood = rng.sample(range(low, low + length), joker)
    return Run(rng.randrange(4), low, low + length - 1, tuple(stood))


def played_positions(games: int, house: House) -> list[tuple[Table, Tiles]]:
    """Return the positions of seats that have opened in games of four that play all they can."""
    found = []
    for seed in range(games):
        rng = random.Random(seed)
        pool = [*range(KINDS), *range(KINDS), JOKER, JOKER]
        rng.shuffle(pool)
        racks = [[pool.pop() for _ in range(14)] for _ in range(4)]
        opened, table, seat, idle = [False] * 4, Table(), 0, 0
        while idle < 4 and all(racks):
            rack = Tiles(counts_of(racks[seat]))
            if opened[seat]:
                found.append((table, rack))
            turn = best_turn(table, rack, "tiles", house, opened=opened[seat])
            idle += 1
            if turn is not None:
                table, opened[seat], idle = turn.table, True, 0
                for kind in turn.played.kinds:
                    racks[seat].remove(kind)
            elif pool:
                racks[seat].append(pool.pop())
                idle = 0
            seat = (seat + 1) % 4
    return found


# --- Times ----------------------------------------------------------------------------------------


def _ms(task: Callable[[], object], runs: int) -> float:
    """Return the least milliseconds of processor time of a task."""
    least = float("inf")
    for _ in range(runs):
        start = time.thread_time()
        task()
        least = min(least, time.thread_time() - start)
    return 1000 * least


def _spread(times: list[float]) -> list[str]:
    """Return median, 99th percentile and greatest of some times."""
    ordered = sorted(times)
    picks = len(ordered) // 2, len(ordered) * 99 // 100, len(ordered) - 1
    return [f"{ordered[at]:.2f}" for at in picks]


def _played(runs: int) -> str:
    rows = []
    for joker in ("swap", "free", "locked"):
        house = House(joker=joker)
        positions = played_positions(GAMES, house)
        for name, least in (("all turns", 0), ("60 tiles and more", 60)):
            times = [
                _ms(partial(best_turn, table, rack, "tiles", house), runs)
                for table, rack in positions
                if sum(table.counts) >= least
            ]
            if times:
                rows.append([joker, name, len(times), *_spread(times)])
    head = ["turns of played games, jokers", "table", "turns", "median ms", "99 %", "worst"]
    return markdown_table(head, rows)


def _random(positions: int, runs: int) -> str:
    rows = []
    for jokers in (0, 2):
        for tiles, held in SIZES:
            rng = random.Random(1)
            times = [
                _ms(partial(best_turn, *random_position(rng, tiles, held, jokers)), runs)
                for _ in range(positions)
            ]
            rows.append([jokers, tiles, held, *_spread(times)])
    return markdown_table(["jokers", "tiles", "rack", "median ms", "99 %", "worst"], rows)


# --- The integer program --------------------------------------------------------------------------


def all_sets(jokers: bool) -> list[tuple[int, ...]]:
    """Return the tiles of all sets that can't be cut in two: 185, and 1,173 with jokers."""
    most = 2 if jokers else 0
    lengths = (3, 4, 5)
    plain = [
        Run(colour, low, low + length - 1).kinds
        for colour in range(4)
        for length in lengths
        for low in range(1, 15 - length)
    ]
    plain += [
        Group(number, tuple(c for c in range(4) if bits >> c & 1)).kinds
        for number in range(1, 14)
        for bits in range(1 << 4)
        if bits.bit_count() >= 3
    ]
    found = {tuple(sorted(kinds)) for kinds in plain}
    for _ in range(most):
        found |= {
            tuple(sorted((*kinds[:at], *kinds[at + 1 :], JOKER)))
            for kinds in found
            for at in range(len(kinds))
            if kinds.count(JOKER) < most and kinds[at] != JOKER
        }
    return sorted(found)


class Program:
    """The integer program for tables with or without jokers.

    Args:
        jokers: whether there are jokers.
    """

    def __init__(self, jokers: bool) -> None:
        sparse: Any = import_module("scipy.sparse")
        sets = all_sets(jokers)
        lies = np.zeros((KINDS + 1, len(sets)))
        for at, kinds in enumerate(sets):
            for kind in kinds:
                lies[kind, at] += 1
        self.sets = len(sets)
        laid = sparse.csc_array(lies), -sparse.identity(KINDS + 1)
        self._matrix = sparse.hstack(laid).tocsc()
        values = [SECOND + points_of(kind) for kind in range(KINDS + 1)]
        self._costs = np.array([0] * len(sets) + [-value for value in values])

    def best(self, table: Table, rack: Tiles) -> int:
        """Return the value of the best turn."""
        optimize: Any = import_module("scipy.optimize")
        most = np.array([2] * self.sets + list(rack.counts))
        found = optimize.milp(
            self._costs,
            integrality=np.ones(len(most)),
            bounds=optimize.Bounds(0, most),
            constraints=optimize.LinearConstraint(self._matrix, table.counts, table.counts),
        )
        return -round(float(found.fun))


def _beside(positions: int, runs: int) -> str:
    rows = []
    for jokers in (0, 2):
        program = Program(jokers > 0)
        for tiles, held in SIZES:
            rng = random.Random(2)
            ours, theirs = [], []
            for _ in range(min(positions, 20)):
                table, rack = random_position(rng, tiles, held, jokers)
                turn = best_turn(table, rack, "tiles", FREE)
                value = turn.tiles * SECOND + turn.points if turn else 0
                if value != program.best(table, rack):
                    raise AssertionError(f"the integer program finds another turn: {table}, {rack}")
                ours.append(_ms(partial(best_turn, table, rack, "tiles", FREE), runs))
                theirs.append(_ms(partial(program.best, table, rack), 1))
            own, other = _spread(ours), _spread(theirs)
            ratio = sorted(theirs)[len(theirs) // 2] / sorted(ours)[len(ours) // 2]
            position = [jokers, program.sets, tiles, held]
            rows.append([*position, own[0], other[0], f"{ratio:.0f}", own[2], other[2]])
    ours_and_theirs = "ours, median ms", "HiGHS", "ratio", "ours, worst", "HiGHS"
    head = ["jokers", "sets", "tiles", "rack", *ours_and_theirs]
    return markdown_table(head, rows)
