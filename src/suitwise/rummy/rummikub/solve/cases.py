"""The cases of a turn: what the jokers of the table do (the rules page, R4 and R5).

A scan knows no rule about jokers of the table. So a turn is divided into cases, one for each thing that
these jokers may do, and each case is one scan.

*Swap*: a joker of the table is free if a tile that it stands for lies on the table or is played.
Otherwise it counts as a further tile of the kind that it stands for.

*Locked*: each set with a joker stays and may grow, or tiles from the rack take the place of its jokers.
A run that stays may grow at its high end during the scan, like any long run. The tiles added at its low
end are taken out before the scan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from operator import add
from typing import TypeAlias

from suitwise.rummy.rummikub.rules import tiles
from suitwise.rummy.rummikub.rules.tiles import Group, Run, Set, Table
from suitwise.rummy.rummikub.rules.turn import House, is_unlocked, readings_of, ways_to_unlock

Counts: TypeAlias = Sequence[int]
"""The number of tiles of each kind, the jokers last."""


@dataclass(frozen=True, slots=True)
class Case:
    """The input of one scan.

    Args:
        must: the tiles that must lie on the new table, apart from ``open_runs`` and ``done``.
        may: the tiles that may lie there.
        stand: the kinds in ``must`` that are really jokers of the table, standing for these kinds.
        open_runs: runs that stay on the table and may grow at their high end.
        done: sets that stay on the table and don't grow any more.
        laid: the kinds of rack tiles that the case is bound to play; they are in ``must`` or in sets.
    """

    must: tuple[int, ...]
    may: tuple[int, ...]
    stand: tuple[int, ...] = ()
    open_runs: tuple[Run, ...] = ()
    done: tuple[Set, ...] = ()
    laid: tuple[int, ...] = ()


def cases(table: Table, forced: Counts, rack: Counts, house: House) -> Iterator[Case]:
    """Yield the cases of a turn.

    Args:
        table: the table before the turn.
        forced: the rack tiles that it must play.
        rack: the other rack tiles, which it may play.
        house: the options.

    >>> from suitwise.rummy.rummikub.rules.turn import USUAL
    >>> none = (0,) * 53
    >>> [case.stand for case in cases(Table.parse("k7r7[7]"), none, none, USUAL)]
    [(32,), (45,)]
    """
    if house.joker == "free" or not table.counts[tiles.JOKER]:
        yield Case(total(table.counts, forced), tuple(rack))
    elif house.joker == "swap":
        yield from _swaps(table, forced, rack, house)
    else:
        yield from _growths(table, forced, rack, house)


def total(one: Counts, other: Counts) -> tuple[int, ...]:
    """Return the sum of two counts of tiles.

    >>> total((0, 1), (1, 1))
    (1, 2)
    """
    return tuple(map(add, one, other))


def _with(counts: Counts, kinds: Sequence[int], change: int = 1) -> tuple[int, ...]:
    changed = list(counts)
    for kind in kinds:
        changed[kind] += change
    return tuple(changed)


# --- Swap -----------------------------------------------------------------------------------------


def _swaps(table: Table, forced: Counts, rack: Counts, house: House) -> Iterator[Case]:
    """Yield the cases in which each joker of the table is free or keeps its meaning.

    A case plays the rack tiles ``wanted``, which free some jokers; the other jokers ``stand``. A case is
    left out if another one allows more: its wanted tiles and its standing jokers are a part of this
    one's.
    """
    must = total(table.counts, forced)
    found: set[tuple[Kinds, Kinds]] = set()
    for way in readings_of(table, house):
        bound = [one for one in way if not one.is_freed(must)]
        for freed in product((True, False), repeat=len(bound)):
            keys = {key for one, free in zip(bound, freed, strict=True) if free for key in one.keys}
            wanted = tuple(sorted(key for key in keys if not must[key]))
            if all(rack[key] for key in wanted):
                held = _with(must, wanted)
                stand = tuple(sorted(one.kind for one in bound if not one.is_freed(held)))
                found.add((wanted, stand))
    for case in sorted(found):
        if not any(_is_within(other, case) for other in found):
            wanted, stand = case
            on_table = _with(_with(must, (*wanted, *stand)), [tiles.JOKER] * len(stand), -1)
            yield Case(on_table, _with(rack, wanted, -1), stand, laid=wanted)


Kinds: TypeAlias = tuple[int, ...]
"""Kinds of tiles, ascending."""


def _is_within(one: tuple[Kinds, Kinds], other: tuple[Kinds, Kinds]) -> bool:
    """Return whether a case wants a part of what another one does, and fixes a part of its jokers."""
    return one != other and all(
        Counter(mine) <= Counter(theirs) for mine, theirs in zip(one, other, strict=True)
    )


# --- Locked ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Pool:
    """The tiles that a growing set can take: those of the table, those forced, and those of the rack."""

    table: list[int]
    forced: list[int]
    rack: list[int]

    def copy(self) -> _Pool:
        return _Pool([*self.table], [*self.forced], [*self.rack])

    def take(self, kind: int) -> bool:
        """Take a tile, if possible one that must be laid anyway; return whether there is one."""
        for part in (self.table, self.forced, self.rack):
            if part[kind]:
                part[kind] -= 1
                return True
        return False

    def take_from_rack(self, kind: int) -> bool:
        """Take a tile of the rack, forced or not; return whether there is one."""
        for part in (self.forced, self.rack):
            if part[kind]:
                part[kind] -= 1
                return True
        return False


def _growths(table: Table, forced: Counts, rack: Counts, house: House) -> Iterator[Case]:
    """Yield the cases in which each set with a joker grows or has its jokers replaced."""
    locked = [one for one in table.sets if one.meanings]
    pool = _Pool([*table.counts], [*forced], [*rack])
    for one in locked:
        for kind in one.kinds:
            pool.table[kind] -= 1
    seen = set()
    for ways in product(*([frozenset(), *ways_to_unlock(one, house)] for one in locked)):
        unlocked = pool.copy()
        taken = all(unlocked.take_from_rack(kind) for way in ways for kind in sorted(way))
        if taken:
            staying = []
            for one, way in zip(locked, ways, strict=True):
                if is_unlocked(one, way, house):
                    for kind in (*one.kinds, *way):
                        unlocked.table[kind] += 1
                else:
                    unlocked.table[tiles.JOKER] += len(way)
                    staying.append(_replaced(one, way))
            for case in _grown(unlocked, staying, Case((), ())):
                gone = zip(rack, case.may, strict=True)
                kinds = (kind for kind, (had, has) in enumerate(gone) for _ in range(had - has))
                case = replace(case, laid=tuple(kinds))
                if case not in seen:
                    seen.add(case)
                    yield case


def _replaced(one: Set, way: frozenset[int]) -> Set:
    """Return a set in which tiles have taken the place of jokers."""
    if isinstance(one, Run):
        jokers = (n for n in one.jokers if tiles.kind_of(one.colour, n) not in way)
        return replace(one, jokers=tuple(jokers))
    colours = sorted((*one.colours, *(kind // tiles.NUMBERS for kind in way)))
    return replace(one, colours=tuple(colours), jokers=one.jokers - len(way))


def _grown(pool: _Pool, staying: Sequence[Set], case: Case) -> Iterator[Case]:
    """Yield the cases for all ways in which the staying sets can grow, extending ``case`` set by set."""
    if not staying:
        yield replace(case, must=total(pool.table, pool.forced), may=tuple(pool.rack))
        return
    one, *others = staying
    if isinstance(one, Run):
        for run, left in _longer(one, pool):
            yield from _grown(left, others, replace(case, open_runs=(*case.open_runs, run)))
    else:
        for group, left in _fuller(one, pool):
            yield from _grown(left, others, replace(case, done=(*case.done, group)))


def _longer(run: Run, pool: _Pool) -> Iterator[tuple[Run, _Pool]]:
    """Yield a run with more and more tiles at its low end, each time with the tiles left."""
    yield run, pool
    for joker in (False, True):
        left = pool.copy()
        kind = tiles.kind_of(run.colour, run.low - 1)
        if run.low > 1 and left.take(tiles.JOKER if joker else kind):
            jokers = (run.low - 1, *run.jokers) if joker else run.jokers
            yield from _longer(replace(run, low=run.low - 1, jokers=jokers), left)


def _fuller(group: Group, pool: _Pool) -> Iterator[tuple[Group, _Pool]]:
    """Yield a group as it is, and with each further tile or joker, each time with the tiles left."""
    yield group, pool
    if len(group) < tiles.MOST_IN_GROUP:
        for kind in (*sorted(group.missing), tiles.JOKER):
            left = pool.copy()
            if left.take(kind):
                if kind == tiles.JOKER:
                    yield replace(group, jokers=group.jokers + 1), left
                else:
                    colours = tuple(sorted((*group.colours, kind // tiles.NUMBERS)))
                    yield replace(group, colours=colours), left
