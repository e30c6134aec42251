"""The meanings of jokers in all tables of the same tiles (the rules page, State and action).

Two turns that play the same tiles lead to equivalent positions if the jokers of their tables can stand
for the same tiles. ``tables_of`` returns one table for each of these equivalence classes. It goes over
the numbers 1 to 13 as ``scan`` does, but lays every tile. So it meets few states, and finds the possible
meanings of the later jokers once for each state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import TypeAlias

from suitwise.rummy.rummikub.rules.tiles import (
    COLOURS,
    JOKER,
    LEAST,
    MOST_IN_GROUP,
    NUMBERS,
    Group,
    Run,
    Set,
    Table,
    kind_of,
    number_of,
)

Meanings: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""What the jokers of a table stand for: pairs of a number of jokers and the kinds they can have, sorted.

The jokers of a pair stand for different kinds. Those of a group form one pair. Each joker in a run is a
pair of its own with one kind.
"""
Four: TypeAlias = tuple[int, ...]
"""A number for each colour."""
Open: TypeAlias = tuple[tuple[int, int, int], ...]
"""For each colour the numbers of open runs of length one, of length two, and longer."""
NOTHING_OPEN: Open = ((0, 0, 0),) * len(COLOURS)


def meanings_of(table: Table) -> Meanings:
    """Return what the jokers of a table stand for.

    >>> meanings_of(Table.parse("k7r7[7]/[r1]r2r3"))
    ((1, (13,)), (1, (32, 45)))
    """
    return tuple(sorted(each for one in table.sets for each in _meanings_of_set(one)))


def _meanings_of_set(one: Set) -> list[tuple[int, tuple[int, ...]]]:
    if isinstance(one, Run):
        return [(1, (kind_of(one.colour, number),)) for number in one.jokers]
    return [(one.jokers, tuple(sorted(one.missing)))] if one.jokers else []


def readings(meanings: Meanings) -> list[tuple[int, ...]]:
    """Return all assignments of one kind to each joker.

    >>> readings(((1, (13,)), (1, (32, 45))))
    [(13, 32), (13, 45)]
    """
    ways = (combinations(kinds, count) for count, kinds in meanings)
    return [tuple(kind for part in parts for kind in part) for parts in product(*ways)]


def stand_for(meanings: Meanings, kinds: Counter[int]) -> bool:
    """Return whether jokers can stand for given kinds, each joker for one.

    >>> stand_for(((2, (13, 26, 39)),), Counter([13, 13]))
    False
    """
    return any(kinds <= Counter(way) for way in readings(meanings))


def worth_of(meanings: Meanings) -> int:
    """Return the points of jokers, each as the tile that it stands for.

    >>> worth_of(((1, (32, 45)),))
    7
    """
    return sum(count * number_of(kinds[0]) for count, kinds in meanings)


def tables_of(counts: Sequence[int], kept: Sequence[int] = ()) -> dict[Meanings, Table]:
    """Return tables of exactly these tiles, one for each of the meanings that jokers can have.

    Args:
        counts: the number of tiles of each kind, the jokers last.
        kept: kinds that jokers have to stand for, one joker for each.

    >>> from suitwise.rummy.rummikub.rules.tiles import Tiles
    >>> for table in tables_of(Tiles.parse("r3 r4 r5 j").counts).values():
    ...     print(table)
    [r2]r3r4r5
    r3r4r5[r6]
    """
    covers = _Covers(counts, kept)
    found = covers.endings(1, NOTHING_OPEN, counts[JOKER])
    return {meanings: covers.table(meanings) for meanings in sorted(found)}


@dataclass(frozen=True, slots=True)
class _Step:
    """The decisions at a number.

    Args:
        groups: the groups of the number, each as its colours and the number of its jokers.
        jokers: the jokers in runs, by colour.
        tiles: the tiles in runs, jokers included, by colour.
        following: the open runs, the jokers left, and the meanings of the jokers after this number.
    """

    groups: tuple[tuple[Four, int], ...]
    jokers: Four
    tiles: Four
    following: tuple[Open, int, Meanings]


class _Covers:
    """All tables of the same tiles, by the meanings of their jokers.

    Args:
        counts: the number of tiles of each kind, the jokers last.
        kept: kinds that jokers have to stand for, one joker for each.
    """

    def __init__(self, counts: Sequence[int], kept: Sequence[int]) -> None:
        self._kept = [
            Counter(kind for kind in kept if number_of(kind) == number)
            for number in range(NUMBERS + 1)
        ]
        self._later = [sum(map(Counter.total, self._kept[n + 1 :])) for n in range(NUMBERS + 1)]
        at = (range(number - 1, 4 * NUMBERS, NUMBERS) for number in range(1, NUMBERS + 1))
        self._tiles: list[Four] = [(0,) * 4, *(tuple(counts[k] for k in each) for each in at)]
        self._tiles.append((0,) * 4)
        self._jokers = counts[JOKER]
        self._known: dict[tuple[int, Open, int], dict[Meanings, _Step | None]] = {}

    def endings(self, number: int, runs: Open, jokers: int) -> dict[Meanings, _Step | None]:
        """Return the meanings that jokers can have from a number on, each with a step at that number."""
        if number > NUMBERS:
            is_end = not jokers and not any(one or two for one, two, _ in runs)
            return {(): None} if is_end else {}
        key = number, runs, jokers
        if key not in self._known:
            found: dict[Meanings, _Step | None] = {}
            for meanings, step in self._steps(number, runs, jokers):
                found.setdefault(meanings, step)
            self._known[key] = found
        return self._known[key]

    def _steps(self, number: int, runs: Open, jokers: int) -> Iterator[tuple[Meanings, _Step]]:
        """Yield the steps that are possible at a number, with the meanings of all jokers from it on."""
        here = self._tiles[number]
        spare = tuple(have - one - two for have, (one, two, _) in zip(here, runs, strict=True))
        for grouped, in_groups, groups, missing in _grouped(here, jokers, spare):
            own = tuple(
                (count, tuple(kind_of(colour, number) for colour in colours))
                for count, colours in missing
            )
            for in_runs in _placed(jokers - in_groups):
                left = jokers - in_groups - sum(in_runs)
                if left < self._later[number]:
                    continue
                tiles = tuple(map(_laid, here, grouped, in_runs))
                after = self._after(number, runs, tiles, left)
                if after is None:
                    continue
                also = [
                    (1, (kind_of(colour, number),))
                    for colour, count in enumerate(in_runs)
                    for _ in range(count)
                ]
                if self._kept[number] and not stand_for((*own, *also), self._kept[number]):
                    continue
                for later in self.endings(number + 1, after, left):
                    step = _Step(groups, in_runs, tiles, (after, left, later))
                    yield tuple(sorted((*own, *also, *later))), step

    def _after(self, number: int, runs: Open, tiles: Four, jokers: int) -> Open | None:
        """Return the open runs of all colours after a number; None if a short one can't go on."""
        to_come = jokers if number < NUMBERS else 0
        after = []
        for own, count, ahead in zip(runs, tiles, self._tiles[number + 1], strict=True):
            grown = _runs_after(own, count, ahead + to_come)
            if grown is None:
                return None
            after.append(grown)
        return tuple(after)

    def table(self, meanings: Meanings) -> Table:
        """Return the table for meanings that ``endings`` has found."""
        sets: list[Set] = []
        waiting: list[list[list[int]]] = [[] for _ in COLOURS]  # numbers, -n for a joker at n
        runs, jokers = NOTHING_OPEN, self._jokers
        for number in range(1, NUMBERS + 1):
            step = self.endings(number, runs, jokers)[meanings]
            assert step is not None
            for colours, count in step.groups:
                sets.append(Group(number, colours, count))
            for colour, mine in enumerate(waiting):
                mine.sort(key=len)
                count = step.tiles[colour]
                sets += [Run.of(colour, numbers) for numbers in mine[count:]]
                going = [*mine[:count], *([] for _ in range(count - len(mine)))]
                for k, numbers in enumerate(going):
                    numbers.append(-number if k < step.jokers[colour] else number)
                waiting[colour] = going
            runs, jokers, meanings = step.following
        for colour, mine in enumerate(waiting):
            sets += [Run.of(colour, numbers) for numbers in mine]
        return Table(tuple(sets))


@lru_cache(maxsize=1 << 14)
def _runs_after(runs: tuple[int, int, int], count: int, ahead: int) -> tuple[int, int, int] | None:
    """Return the open runs of a colour after a number; None if a short one can't go on.

    Args:
        runs: the open runs before it.
        count: the number of tiles and jokers that are laid in runs.
        ahead: the tiles of the next number, and the jokers that can still be laid.
    """
    one, two, long = runs
    rest = count - one - two
    if rest < 0:
        return None
    grown = min(rest, long)
    new = rest - grown
    room = ahead - new - one
    return None if room < 0 else (new, one, min(two + grown, room))


def _laid(here: int, grouped: int, jokers: int) -> int:
    return here - grouped + jokers


@cache
def _placed(jokers: int) -> tuple[Four, ...]:
    """Return the ways to lay up to this number of jokers in runs, by colour."""
    ways = []
    for count in range(jokers + 1):
        for colours in combinations_with_replacement(range(len(COLOURS)), count):
            ways.append(tuple(colours.count(colour) for colour in range(len(COLOURS))))
    return tuple(ways)


_Missing: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]


@lru_cache(maxsize=1 << 14)
def _grouped(
    here: Four, jokers: int, spare: Four
) -> tuple[tuple[Four, int, tuple[tuple[Four, int], ...], _Missing], ...]:
    """Return the ways to lay tiles of a number and jokers in groups.

    Each way consists of the tiles in groups by colour; the number of jokers in groups; the groups, each
    as its colours and the number of its jokers; and for each group with jokers their number and the
    missing colours.

    Args:
        here: the tiles of the number, by colour.
        jokers: the number of jokers.
        spare: the tiles that short runs don't need, by colour; negative if they need more than there
            are. If groups take more than that, jokers must fill the gaps in the runs.
    """
    ways = []
    for grouped in product(*(range(count + 1) for count in here)):
        lacking = sum(max(0, taken - have) for taken, have in zip(grouped, spare, strict=True))
        for count in range(jokers - lacking + 1):
            for missing, groups in _groups_of(grouped, count).items():
                ways.append((grouped, count, groups, missing))
    return tuple(ways)


@lru_cache(maxsize=4096)
def _groups_of(tiles: Four, jokers: int) -> dict[_Missing, tuple[tuple[Four, int], ...]]:
    """Return groups of exactly these tiles of a number, by the colours that their jokers can have."""
    colours = [colour for colour, count in enumerate(tiles) if count]
    if not colours:
        return {} if jokers else {(): ()}
    first, *others = colours
    found: dict[_Missing, tuple[tuple[Four, int], ...]] = {}
    for size in range(len(others), -1, -1):
        for more in combinations(others, size):
            own = (first, *more)
            for count in range(jokers + 1):
                if not LEAST <= len(own) + count <= MOST_IN_GROUP:
                    continue
                left = tuple(have - (c in own) for c, have in enumerate(tiles))
                absent = tuple(c for c in range(len(COLOURS)) if c not in own)
                for missing, groups in _groups_of(left, jokers - count).items():
                    mine = tuple(sorted((*missing, (count, absent)))) if count else missing
                    found.setdefault(mine, ((own, count), *groups))
    return found
