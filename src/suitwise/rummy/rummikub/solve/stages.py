"""A staged turn of Rummikub: which tiles may be chosen next, and what the jokers of its table stand for.

Tiles are chosen ascending, so that some legal turn plays them all (``stage``). With ``joker=swap`` the
turn then says what jokers stand for, if there is a choice (``Ending``). Each is a scan (``least``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import mul, sub
from typing import TypeAlias

from suitwise.rummy.rummikub.rules.tiles import (
    JOKER,
    KINDS,
    SIZE,
    Set,
    Table,
    Tiles,
    number_of,
)
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
    """What may follow the tiles chosen so far in a staged turn.

    Args:
        kinds: the kinds of tiles that may be chosen next, ascending.
        is_whole: whether some turn plays the tiles chosen and no others.
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
    """Return what may follow the tiles chosen so far.

    Args:
        table: the table before the turn.
        chosen: the tiles chosen.
        rest: the other tiles that may be chosen, none before the last one chosen.
        house: the options.
        opened: whether the seat has opened.
        compiled: True for machine code, False for plain Python.
        rack: all tiles that there are, those passed over, too. Whoever asks for several stages of a rack
            gives it, so that the ways to open are found once.

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
            # What a seat that has opened could not choose needs no look at the many ways to open.
            wanted = _found(position, (NONE,), wanted, compiled)
        found = _found_unopened(position, rack, wanted, compiled)
    kinds = tuple(kind for kind in range(SIZE) if found >> kind & 1)
    return Stage(kinds, bool(found >> NO_TILE))


_Position: TypeAlias = tuple[Table, Counts, Counts, House]


def _found(position: _Position, openings: Iterable[Counts], wanted: int, compiled: bool) -> int:
    """Return the tiles that may be chosen next, as far as they are wanted, as bits.

    Args:
        position: the table, the tiles chosen, the others and the house.
        openings: tiles one choice of which is played.
        wanted: the tiles asked for.
        compiled: True for machine code, False for plain Python.
    """
    found = 0
    for opening in openings:
        for case, least in _questions(*position, opening):
            asked = _asked(wanted & ~found, least)
            if asked:
                found |= worked(scan_least, case, (1 << least, asked), compiled)[0]
            if found == wanted:
                return found
    return found


def _asked(wanted: int, least: int) -> int:
    """Return the wanted tiles that are not above the least one that is played."""
    return wanted & (2 << least) - 1


def _found_unopened(position: _Position, rack: Tiles | None, wanted: int, compiled: bool) -> int:
    """Return the tiles that may be chosen next by a seat that plays all tiles of some way to open."""
    _, chosen, rest, house = position
    every = total(chosen, rest)
    whole = every if rack is None else rack.counts
    if house.same == "no":
        beside = Table(), chosen, rest, house
        return _found_in_ways(beside, ways_to_open(whole, packed(every), house), wanted, compiled)
    # Ways to open without a joker are few, and most often all that count.
    plain = ways_to_open((*whole[:JOKER], 0), packed(every), house)
    found = _found_in_ways(position, plain, wanted, compiled)
    if every[JOKER]:
        for kind in (*range(SIZE), NO_TILE):
            if (wanted & ~found) >> kind & 1 and _may_follow(position, kind, compiled):
                found |= 1 << kind
    return found


def _found_in_ways(position: _Position, ways: Iterable[int], wanted: int, compiled: bool) -> int:
    """Return the tiles that may be chosen next if all tiles of one of some ways to open are played."""
    begun, found = packed(position[1]), 0
    for way in ways:
        least = least_beyond(way, begun)
        asked = _asked(wanted & ~found, NO_TILE if least is None else least)
        if asked:
            found |= _found(position, (unpacked(way),), asked, compiled)
        if found == wanted:
            break
    return found


def _may_follow(position: _Position, kind: int, compiled: bool) -> bool:
    """Return whether a tile, or no tile, may follow those chosen by a seat that has not opened.

    A turn that plays as many tiles as can be most often contains a way to open. Only where it does not,
    the many ways with jokers are gone through: of the tiles chosen and those from this one on.
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


def _questions(
    table: Table, chosen: Counts, rest: Counts, house: House, opening: Counts
) -> Iterator[tuple[Case, int]]:
    """Yield the cases of the turns that play the tiles chosen and an opening.

    With each comes the least further tile that is played in it.

    Args:
        table: the table, none if the new sets lie beside the old ones.
        chosen: the tiles chosen.
        rest: the tiles that may be played besides.
        house: the options.
        opening: the tiles of the opening; none if the seat has opened.
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
    """Return the kinds for which a joker of a new table can stand, after those said so far.

    A joker stands for a kind if a tile of that kind would do in its place. Kinds are said ascending, one
    for each joker.

    Args:
        counts: how many tiles of each kind lie on the new table, the jokers last.
        kept: the kinds for which jokers have to stand, one of several ways each.
        meant: the kinds said so far, ascending.
        compiled: True for machine code, False for plain Python.

    >>> counts = Tiles.parse("r3 r4 r5 k7 r7 b7 j").counts
    >>> meanings_from(counts, [()], (), compiled=False)
    (14, 18, 45)
    """
    least_kind = meant[-1] if meant else 0
    wanted = (1 << SIZE) - (1 << least_kind)
    found = 0
    for way in kept:
        said, bound = Counter(meant), Counter(way)
        fixed = said | bound
        further = sorted((fixed - said).elements())
        free = counts[JOKER] - fixed.total()
        asked = wanted & ~found & (2 << min(further, default=NO_TILE)) - 1
        if free >= 0 and asked and (not further or further[0] >= least_kind):
            tiles = [count + fixed[kind] for kind, count in enumerate(counts)]
            tiles[JOKER] = free
            case = Case(tuple(tiles), NONE)
            least = 1 << min(further, default=NO_TILE)
            found |= worked(scan_meanings, case, (least, asked), compiled)[0]
    return tuple(kind for kind in range(KINDS) if found >> kind & 1)


@dataclass(frozen=True, slots=True)
class Ending:
    """A staged turn of which all tiles are chosen, so that jokers are left, with ``joker=swap``.

    Args:
        counts: the tiles that are laid anew, the jokers last.
        beside: the sets that stay as they lie.
        kept: the kinds for which jokers have to stand, one of several ways each.
        worth: what the numbers for which jokers stand have to count together.

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
        """Return the ending of a turn that can play these tiles."""
        if not opened and house.same == "no":
            worth = house.opening - sum(map(mul, NUMBERS_WORTH, played.counts))
            return cls(played.counts, table.sets, ((),), worth)
        counts = total(table.counts, played.counts)
        return cls(counts, (), tuple(sorted(kept_jokers(table, counts, house))))

    def following(self, meant: tuple[int, ...]) -> tuple[int, ...]:
        """Return the kinds for which a further joker can stand, after those said so far, ascending."""
        kinds = meanings_from(self.counts, self.kept, meant)
        if self.worth <= 0:
            return kinds
        return tuple(kind for kind in kinds if any(self._readings((*meant, kind))))

    def _readings(self, meant: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield all ways to go on saying what jokers stand for."""
        if len(meant) < self.counts[JOKER]:
            for kind in meanings_from(self.counts, self.kept, meant):
                yield from self._readings((*meant, kind))
        elif sum(map(number_of, meant)) >= self.worth:
            yield meant

    def is_open(self, meant: tuple[int, ...]) -> bool:
        """Return whether jokers can stand for different tiles on different tables."""
        kinds = self.following(meant)
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
        """Return the new table if jokers stand for what was said, and then for the least tiles."""
        return self.table(next(self._readings(meant)))

    def table(self, meant: tuple[int, ...]) -> Table:
        """Return a new table on which jokers can stand for these kinds."""
        tiles = [count + meant.count(kind) for kind, count in enumerate(self.counts)]
        tiles[JOKER] = 0
        found = arranged(Case(tuple(tiles), NONE, stand=meant), "tiles", -1, True)
        assert found is not None  # only what can be said is asked for
        return Table((*self.beside, *found[1].sets))
