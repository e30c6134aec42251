"""Staged turns of Rummikub: the legal next tiles, and the tiles that jokers may stand for.

In a staged turn a seat chooses its tiles one by one, in ascending order. A tile may come next if some
legal turn plays it, all tiles chosen before, and otherwise only higher ones (``stage``). After the last
tile, with ``joker=swap``, the seat also says what the jokers of the new table stand for, where it has a
choice (``Ending``).

Both questions are answered by the scans of ``least``, which find the lowest tile of every possible turn
at once. Sets of tiles are bit masks here, a bit for each kind; the bit ``NO_TILE`` stands for a turn
that plays nothing more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import mul, sub
from typing import TypeAlias

from suitwise.rummy.rummikub.rules.tiles import JOKER, KINDS, SIZE, Set, Table, Tiles, number_of
from suitwise.rummy.rummikub.rules.turn import USUAL, House, kept_jokers
from suitwise.rummy.rummikub.solve.cases import Case, Counts, cases, total
from suitwise.rummy.rummikub.solve.classes import meanings_of
from suitwise.rummy.rummikub.solve.least import NO_TILE, scan_least, scan_meanings
from suitwise.rummy.rummikub.solve.openings import (
    NUMBERS_WORTH,
    is_opening,
    least_beyond,
    packed,
    unpacked,
    ways_to_open,
)
from suitwise.rummy.rummikub.solve.tables import NONE, arranged, worked

# --- Tiles ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stage:
    """The legal continuations of a staged turn.

    Args:
        kinds: the kinds of tiles that may be chosen next, ascending.
        is_whole: whether the turn may end, because the tiles chosen can be played on their own.
    """

    kinds: tuple[int, ...]
    is_whole: bool


def stage(
    table: Table,
    chosen: Tiles,
    rest: Tiles,
    house: House = USUAL,
    *,
    opened: bool = True,
    compiled: bool = True,
    rack: Tiles | None = None,
) -> Stage:
    """Return the legal continuations after the tiles chosen so far.

    Args:
        table: the table before the turn.
        chosen: the tiles chosen.
        rest: the other tiles that may be chosen, none of them below the last one chosen.
        house: the options.
        opened: whether the seat has opened.
        compiled: True for machine code, False for plain Python.
        rack: the whole rack, including tiles passed over. With it the ways to open, which are cached by
            rack, are found only once for all stages of a turn.

    >>> table, rack = Table.parse("r3r4r5"), Tiles.parse("r6 r7 k1")
    >>> stage(table, Tiles(), rack, compiled=False)
    Stage(kinds=(18,), is_whole=False)
    >>> stage(table, Tiles.parse("r6"), Tiles.parse("r7"), compiled=False)
    Stage(kinds=(19,), is_whole=True)
    """
    wanted = sum(1 << kind for kind, count in enumerate(rest.counts) if count)
    if any(chosen.counts):
        wanted |= 1 << NO_TILE
    position = table, chosen.counts, rest.counts, house
    if opened:
        found = _found(position, (NONE,), wanted, compiled)
    else:
        if house.same == "yes":
            # Opening only adds a condition, so first drop the tiles that are illegal without it: one
            # cheap scan may save many, since there are many ways to open.
            wanted = _found(position, (NONE,), wanted, compiled)
        found = _found_unopened(position, rack, wanted, compiled)
    kinds = tuple(kind for kind in range(SIZE) if found >> kind & 1)
    return Stage(kinds, bool(found >> NO_TILE))


_Position: TypeAlias = tuple[Table, Counts, Counts, House]
"""The table, the tiles chosen, the tiles that may still be chosen, and the house."""


def _found(position: _Position, openings: Iterable[Counts], wanted: int, compiled: bool) -> int:
    """Return the wanted tiles that may be chosen next, as bits.

    Args:
        position: the position.
        openings: alternatives; the turn must play all tiles of one of them. ``NONE`` for a seat that has
            opened.
        wanted: the candidate tiles, as bits; no others are tested.
        compiled: True for machine code, False for plain Python.
    """
    found = 0
    for opening in openings:
        for case, least in _cases_with(*position, opening):
            asked = _up_to(least, wanted & ~found)
            if asked:
                found |= worked(scan_least, case, (1 << least, asked), compiled)[0]
            if found == wanted:
                return found
    return found


def _up_to(least: int, tiles: int) -> int:
    """Return those tiles that are not above ``least``, as bits.

    If a turn must play the tile ``least``, no higher one can be the lowest tile that it plays.
    """
    return tiles & (2 << least) - 1


def _found_unopened(position: _Position, rack: Tiles | None, wanted: int, compiled: bool) -> int:
    """Return the wanted tiles that may be chosen next by a seat that has not opened."""
    _, chosen, rest, house = position
    every = total(chosen, rest)
    whole = every if rack is None else rack.counts
    if house.same == "no":  # an opening turn must leave the table as it lies
        apart = Table(), chosen, rest, house
        return _found_in_ways(apart, ways_to_open(whole, packed(every), house), wanted, compiled)
    # Ways to open without a joker are few, and usually decide for all tiles.
    plain = ways_to_open((*whole[:JOKER], 0), packed(every), house)
    found = _found_in_ways(position, plain, wanted, compiled)
    if every[JOKER]:
        for kind in (*range(SIZE), NO_TILE):
            if (wanted & ~found) >> kind & 1 and _may_follow(position, kind, compiled):
                found |= 1 << kind
    return found


def _found_in_ways(position: _Position, ways: Iterable[int], wanted: int, compiled: bool) -> int:
    """Return the wanted tiles that may be chosen next in turns that play all tiles of a way to open."""
    begun, found = packed(position[1]), 0
    for way in ways:
        least = least_beyond(way, begun)
        asked = _up_to(NO_TILE if least is None else least, wanted & ~found)
        if asked:
            found |= _found(position, (unpacked(way),), asked, compiled)
        if found == wanted:
            break
    return found


def _may_follow(position: _Position, kind: int, compiled: bool) -> bool:
    """Return whether a seat that has not opened may choose a tile next, or stop (``NO_TILE``).

    First try one turn, the one that plays most tiles: usually it contains a way to open. Only if it does
    not, go through the many ways to open with jokers.
    """
    table, chosen, rest, house = position
    left = tuple(n if at >= kind else 0 for at, n in enumerate(rest))
    needed = tuple(n + (at == kind) for at, n in enumerate(chosen))
    if kind != NO_TILE:
        left = tuple(n - (at == kind) for at, n in enumerate(left))
    for case in cases(table, needed, left, house):
        best = arranged(case, "tiles", -1, compiled)
        if best is not None:
            played = Tiles(tuple(map(sub, best[1].counts, table.counts)))
            if is_opening(played, house, compiled=compiled):
                return True
    if kind == NO_TILE:
        return False
    every = total(needed, left)
    position = table, chosen, tuple(map(sub, every, chosen)), house
    ways = ways_to_open(every, packed(every), house)
    return _found_in_ways(position, ways, 1 << kind, compiled) != 0


def _cases_with(
    table: Table, chosen: Counts, rest: Counts, house: House, opening: Counts
) -> Iterator[tuple[Case, int]]:
    """Yield the cases of the turns that play the tiles chosen and those of an opening.

    Each comes with the lowest tile beyond those chosen that the case is bound to play, or ``NO_TILE``.

    Args:
        table: the table; empty if the new sets must leave it as it lies.
        chosen: the tiles chosen.
        rest: the other tiles that may be played.
        house: the options.
        opening: the tiles of the opening; ``NONE`` if the seat has opened.
    """
    further = tuple(max(0, n - have) for n, have in zip(opening, chosen, strict=True))
    needed, left = total(chosen, further), tuple(map(sub, rest, further))
    apart = opening if house.same == "no" else NONE
    for case in cases(table, tuple(map(sub, needed, apart)), left, house):
        kinds = [*case.laid, *(kind for kind, count in enumerate(further) if count)]
        yield case, min(kinds, default=NO_TILE)


# --- Jokers ---------------------------------------------------------------------------------------


def meanings_from(
    counts: Counts,
    kept: Iterable[tuple[int, ...]],
    meant: tuple[int, ...],
    *,
    compiled: bool = True,
) -> tuple[int, ...]:
    """Return the kinds that the next joker of a new table can stand for.

    A joker stands for a kind if a tile of that kind could lie in its place. The seat names a kind for
    each joker, in ascending order.

    Args:
        counts: the number of tiles of each kind on the new table, the jokers last.
        kept: alternatives; jokers have to stand for all kinds of one of them.
        meant: the kinds named so far, ascending.
        compiled: True for machine code, False for plain Python.

    >>> counts = Tiles.parse("r3 r4 r5 k7 r7 b7 j").counts
    >>> meanings_from(counts, [()], (), compiled=False)
    (14, 18, 45)
    """
    least_kind = meant[-1] if meant else 0
    wanted = (1 << SIZE) - (1 << least_kind)
    found = 0
    for way in kept:
        named, bound = Counter(meant), Counter(way)
        fixed = named | bound
        unnamed = sorted((fixed - named).elements())
        free = counts[JOKER] - fixed.total()
        least = unnamed[0] if unnamed else NO_TILE
        asked = _up_to(least, wanted & ~found)
        if free >= 0 and asked and least >= least_kind:
            tiles = [count + fixed[kind] for kind, count in enumerate(counts)]
            tiles[JOKER] = free
            case = Case(tuple(tiles), NONE)
            found |= worked(scan_meanings, case, (1 << least, asked), compiled)[0]
    return tuple(kind for kind in range(KINDS) if found >> kind & 1)


@dataclass(frozen=True, slots=True)
class Ending:
    """The last part of a staged turn: its tiles are chosen, and its jokers get their meanings.

    Args:
        counts: the number of tiles of each kind that the turn arranges into sets, the jokers last.
        beside: the sets that stay as they lie.
        kept: alternatives; jokers have to stand for all kinds of one of them.
        worth: the points that the jokers have to add so that the turn opens.

    >>> ending = Ending.of(Table.parse("k7r7b7"), Tiles.parse("j"), USUAL, opened=True)
    >>> ending.following(()), str(ending.table((45,))), ending.is_open(())
    ((45,), 'k7r7b7[7]', False)
    """

    counts: tuple[int, ...]
    beside: tuple[Set, ...]
    kept: tuple[tuple[int, ...], ...]
    worth: int = 0

    @classmethod
    def of(cls, table: Table, played: Tiles, house: House, *, opened: bool) -> Ending:
        """Return the ending of a turn that plays these tiles; it must be possible to play them."""
        if not opened and house.same == "no":
            worth = house.opening - sum(map(mul, NUMBERS_WORTH, played.counts))
            return cls(played.counts, table.sets, ((),), worth)
        counts = total(table.counts, played.counts)
        return cls(counts, (), tuple(sorted(kept_jokers(table, counts, house))))

    def following(self, meant: tuple[int, ...]) -> tuple[int, ...]:
        """Return the kinds that the next joker can stand for after those named so far, ascending."""
        kinds = meanings_from(self.counts, self.kept, meant)
        if self.worth <= 0:
            return kinds
        return tuple(kind for kind in kinds if any(self._readings((*meant, kind))))

    def _readings(self, meant: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield all ways to name the kinds of all jokers that begin with those named so far."""
        if len(meant) < self.counts[JOKER]:
            for kind in meanings_from(self.counts, self.kept, meant):
                yield from self._readings((*meant, kind))
        elif sum(map(number_of, meant)) >= self.worth:
            yield meant

    def is_open(self, meant: tuple[int, ...]) -> bool:
        """Return whether the seat has a choice: some of its tables differ in what jokers stand for."""
        kinds = self.following(meant)
        # One table can't offer more numbers than it has jokers.
        if len({number_of(kind) for kind in kinds}) > self.counts[JOKER]:
            return True
        if len(kinds) == 1:
            return self.is_open((*meant, *kinds))
        found = set()
        for kind in kinds:
            if self.is_open((*meant, kind)):
                return True
            found.add(meanings_of(self.settled((*meant, kind))))
        return len(found) > 1

    def settled(self, meant: tuple[int, ...]) -> Table:
        """Return the new table if jokers stand for the kinds named, and the others for the lowest."""
        return self.table(next(self._readings(meant)))

    def table(self, meant: tuple[int, ...]) -> Table:
        """Return a new table whose jokers can stand for exactly these kinds."""
        tiles = [count + meant.count(kind) for kind, count in enumerate(self.counts)]
        tiles[JOKER] = 0
        found = arranged(Case(tuple(tiles), NONE, stand=meant), "tiles", -1, True)
        assert found is not None  # ``following`` offers only kinds for which there is a table
        return Table((*self.beside, *found[1].sets))
