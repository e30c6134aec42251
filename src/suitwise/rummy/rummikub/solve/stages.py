"""A staged turn of Rummikub: which tiles may be chosen next, and what the jokers of its table stand for.

Tiles are chosen ascending, so that some legal turn plays them all (``stage``). With ``joker=swap`` the
turn then says what jokers stand for, if there is a choice (``Ending``). Each is a scan (``least``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import mul, sub

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
from suitwise.rummy.rummikub.solve.cases import Case, Counts, cases
from suitwise.rummy.rummikub.solve.classes import meanings_of
from suitwise.rummy.rummikub.solve.least import NO_TILE, scan_least, scan_meanings
from suitwise.rummy.rummikub.solve.openings import NUMBERS_WORTH, least_openings, openings_of
from suitwise.rummy.rummikub.solve.tables import NONE, arranged, total, worked

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
) -> Stage:
    """Return what may follow the tiles chosen so far.

    Args:
        table: the table before the turn.
        chosen: the tiles chosen.
        rest: the other tiles that may be chosen, none before the last one chosen.
        house: the options.
        opened: whether the seat has opened.
        compiled: True for machine code, False for plain Python.

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
    if not opened and house.same == "yes":
        # What a seat that has opened could not choose needs no look at the many ways to open.
        wanted = _found(position, True, wanted, compiled)
    found = _found(position, opened, wanted, compiled)
    kinds = tuple(kind for kind in range(SIZE) if found >> kind & 1)
    return Stage(kinds, bool(found >> NO_TILE))


def _found(
    position: tuple[Table, Counts, Counts, House], opened: bool, wanted: int, compiled: bool
) -> int:
    """Return the tiles that may be chosen next, as far as they are wanted, as bits."""
    found = 0
    for case, least in _questions(*position, opened):
        asked = wanted & ~found & (2 << least) - 1
        if asked:
            found |= worked(scan_least, case, (1 << least, asked), compiled)[0]
        if found == wanted:
            break
    return found


def _questions(
    table: Table, chosen: Counts, rest: Counts, house: House, opened: bool
) -> Iterator[tuple[Case, int]]:
    """Yield the cases of the turns that play the tiles chosen, each with the least further tile in it.

    A seat that has not opened plays all tiles of an opening, in each of the ways to open.
    """
    if opened:
        yield from _with_least(cases(table, chosen, rest, house), NONE)
        return
    is_apart = house.same == "no"
    for opening in _openings(total(chosen, rest), house):
        further = tuple(max(0, n - have) for n, have in zip(opening, chosen, strict=True))
        needed, left = total(chosen, further), tuple(map(sub, rest, further))
        if is_apart:
            beside = tuple(map(sub, needed, opening))
            found = cases(Table(), beside, left, house)
        else:
            found = cases(table, needed, left, house)
        yield from _with_least(found, further)


def _openings(every: Counts, house: House) -> Iterator[tuple[int, ...]]:
    """Yield the ways to open, first those without a joker: they are few, and often all that count."""
    if house.same == "no":
        yield from openings_of(every, house.opening)
        return
    plain = (*every[:JOKER], 0)
    yield from least_openings(plain, house.opening)
    if every[JOKER]:
        yield from least_openings(every, house.opening)


def _with_least(found: Iterator[Case], further: Counts) -> Iterator[tuple[Case, int]]:
    for case in found:
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
