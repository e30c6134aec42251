"""First turns of Rummikub: sets from the rack alone that are worth enough (the rules page, R2).

``best_opening`` finds the sets with most points. In some houses a first turn may also rearrange the
table. It is then legal if the tiles that it plays contain sets worth enough, that is, if it plays all
tiles of one of the ``least_openings``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from suitwise.rummy.rummikub.rules.tiles import (
    COLOURS,
    JOKER,
    KINDS,
    LEAST,
    MOST_IN_GROUP,
    NUMBERS,
    Group,
    Run,
    Set,
    Table,
    Tiles,
    counts_of,
    kind_of,
    number_of,
)
from suitwise.rummy.rummikub.rules.turn import USUAL, House
from suitwise.rummy.rummikub.solve.cases import Case, Counts
from suitwise.rummy.rummikub.solve.tables import NONE, as_array, scan_case, sets_of


@dataclass(frozen=True, slots=True)
class Opening:
    """Sets from the rack alone.

    Args:
        sets: the sets.

    >>> Opening(Table.parse("k9r9[9]").sets).points
    27
    """

    sets: tuple[Set, ...]

    @property
    def points(self) -> int:
        """Their points, a joker as the tile that it stands for."""
        return sum(one.worth for one in self.sets)


NUMBERS_WORTH = tuple(number_of(kind) for kind in range(KINDS))
"""The points of a tile of each kind in a set."""


def best_opening(rack: Tiles, *, compiled: bool = True) -> Opening:
    """Return the sets from the rack alone that have most points.

    >>> best_opening(Tiles.parse("k9 r9 j k1 k2 k3"), compiled=False).points
    33
    """
    case = Case(NONE, rack.counts)
    found = scan_case(case, as_array(NUMBERS_WORTH, compiled), (0, 1, 0), compiled)
    assert found is not None  # the case demands nothing, so the empty table is possible
    return Opening(Table(tuple(sets_of(found[1], case))).sets)


def is_opening(tiles: Tiles, house: House = USUAL, *, compiled: bool = True) -> bool:
    """Return whether tiles contain sets worth enough to open.

    >>> is_opening(Tiles.parse("k9 r9 b9"), compiled=False)
    False
    """
    return best_opening(tiles, compiled=compiled).points >= house.opening


def least_openings(rack: Counts, least: int) -> list[tuple[int, ...]]:
    """Return the minimal selections of tiles that contain sets worth at least ``least`` points.

    A selection is minimal if no other one is a part of it.

    >>> from suitwise.rummy.rummikub.rules.tiles import counts_of
    >>> len(least_openings(counts_of([9, 22, 35, 48, 0]), 30))
    4
    """
    return [*map(unpacked, _least_openings(tuple(rack), least))]


def ways_to_open(rack: Counts, some: int, house: House) -> Iterator[int]:
    """Yield the selections of tiles that open and lie within ``some`` tiles of a rack, all packed.

    With ``same=no`` these are the selections of ``openings_of``, otherwise the ``least_openings``. They
    are found once for the whole rack and cached.

    >>> from suitwise.rummy.rummikub.rules.tiles import counts_of
    >>> rack = counts_of([9, 22, 35, 48, 0])
    >>> some = packed(counts_of([9, 22, 35]))
    >>> [unpacked(one) == counts_of([9, 22, 35]) for one in ways_to_open(rack, some, USUAL)]
    [True]
    """
    found = _choices if house.same == "no" else _least_openings
    guarded = some | _GUARDS
    for one in found(tuple(rack), house.opening):
        if (guarded - one) & _GUARDS == _GUARDS:
            yield one


@lru_cache(maxsize=64)
def _least_openings(rack: Counts, least: int) -> tuple[int, ...]:
    kept: list[int] = []
    by_first: dict[int, list[int]] = {}
    for one in sorted(_choices(rack, least), key=_size):
        guarded = one | _GUARDS
        # A part of a selection has its first kind among the kinds of the selection.
        if not any(
            (guarded - other) & _GUARDS == _GUARDS
            for first in _kinds_in(one)
            for other in by_first.get(first, ())
        ):
            kept.append(one)
            first = next(_kinds_in(one), JOKER)  # if 0 points open, the empty selection has no kind
            by_first.setdefault(first, []).append(one)
    return tuple(kept)


# Packed tiles are counts as one integer, three bits for each kind. The highest of the three is 0 and
# serves as a guard: taking a set from a rack is one subtraction, and another with the guards set shows
# whether the rack has its tiles.

_BITS = 3
_MOST_WORTH = sum(range(NUMBERS + 1)) + 1
"""More than any set is worth."""
_GUARDS = sum(4 << _BITS * kind for kind in range(KINDS + 1))
_ONES, _TWOS = _GUARDS >> 2, _GUARDS >> 1


def packed(counts: Counts) -> int:
    """Return counts of tiles as one integer.

    >>> unpacked(packed([*range(3), 1, *[0] * 49]))[:5]
    (0, 1, 2, 1, 0)
    """
    return sum(count << _BITS * kind for kind, count in enumerate(counts))


def least_beyond(tiles: int, other: int) -> int | None:
    """Return the lowest kind that occurs more often in ``tiles`` than in ``other``; None if none does.

    >>> one, other = (packed([*counts, *[0] * 50]) for counts in ((1, 0, 2), (1, 1, 1)))
    >>> least_beyond(one, other), least_beyond(one, one)
    (2, None)
    """
    left = (tiles | _GUARDS) - other
    enough = (left & _GUARDS) >> _BITS - 1  # a 1 for each kind that does not occur less often
    return next(_kinds_in(left & enough * 3), None)


def _kinds_in(tiles: int) -> Iterator[int]:
    """Yield the kinds of packed tiles, ascending."""
    while tiles:
        kind = ((tiles & -tiles).bit_length() - 1) // _BITS
        yield kind
        tiles &= -1 << _BITS * (kind + 1)


def unpacked(tiles: int) -> tuple[int, ...]:
    """Return the counts of packed tiles."""
    return tuple(tiles >> _BITS * kind & 3 for kind in range(KINDS + 1))


def _size(tiles: int) -> int:
    return (tiles & _ONES).bit_count() + 2 * (tiles & _TWOS).bit_count()


def openings_of(rack: Counts, least: int) -> dict[tuple[int, ...], tuple[Set, ...]]:
    """Return selections of sets that open, each of whose sets is needed for that, by their tiles.

    >>> from suitwise.rummy.rummikub.rules.tiles import counts_of
    >>> [[str(one) for one in sets] for sets in openings_of(counts_of([9, 22, 35]), 30).values()]
    [['k10r10b10']]
    """
    return {unpacked(tiles): sets for tiles, sets in _choices(rack, least).items()}


@lru_cache(maxsize=64)
def _choices(rack: Counts, least: int) -> dict[int, tuple[Set, ...]]:
    """Return the selections of ``openings_of`` by their packed tiles."""
    short = [(one, packed(counts_of(one.kinds)), one.worth) for one in _short_sets(rack)]
    found: dict[int, tuple[Set, ...]] = {}

    def choose(start: int, left: int, chosen: tuple[Set, ...], points: int, smallest: int) -> None:
        """Extend the chosen sets by sets from ``start`` on; ``smallest`` is the lowest worth chosen."""
        if points >= least:
            if smallest > points - least:
                found.setdefault(left, chosen)
            return
        for at in range(start, len(short)):
            one, needed, worth = short[at]
            if ((left | _GUARDS) - needed) & _GUARDS == _GUARDS:
                fewer = min(smallest, worth)
                choose(at, left - needed, (*chosen, one), points + worth, fewer)

    whole = packed(rack)
    choose(0, whole, (), 0, _MOST_WORTH)
    return {whole - left: sets for left, sets in found.items()}


def _short_sets(rack: Counts) -> list[Set]:
    """Return the sets of a rack that can't be divided into two sets."""
    sets: list[Set] = []
    jokers = rack[JOKER]
    for colour in range(len(COLOURS)):
        absent = [not rack[kind_of(colour, number)] for number in range(1, NUMBERS + 1)]
        for low in range(1, NUMBERS - 1):
            missing = [n for n in (low, low + 1) if absent[n - 1]]
            for high in range(low + 2, min(low + 5, NUMBERS + 1)):
                if absent[high - 1]:
                    missing.append(high)
                if len(missing) > jokers:
                    break
                numbers = list(range(low, high + 1))
                for places in _joker_places(numbers, missing, jokers):
                    sets.append(Run(colour, low, high, places))
    for number in range(1, NUMBERS + 1):
        held = [c for c in range(len(COLOURS)) if rack[kind_of(c, number)]]
        if len(held) + jokers >= LEAST:
            sets += _short_groups(number, held, jokers)
    return sets


def _short_groups(number: int, held: list[int], jokers: int) -> Iterator[Group]:
    for bits in range(1, 1 << len(held)):
        chosen = tuple(c for k, c in enumerate(held) if bits >> k & 1)
        for count in range(jokers + 1):
            if LEAST <= len(chosen) + count <= MOST_IN_GROUP:
                yield Group(number, chosen, count)


def _joker_places(numbers: list[int], missing: list[int], jokers: int) -> Iterator[tuple[int, ...]]:
    """Yield the numbers that jokers may stand for in a run: the missing ones, and perhaps others."""
    spare = [n for n in numbers if n not in missing]
    for extra in range(jokers - len(missing) + 1):
        for at in range(len(spare) if extra else 1):
            if extra == 0:
                yield tuple(missing)
            elif extra == 1:
                yield tuple(sorted((*missing, spare[at])))
            else:
                yield from (tuple(sorted((spare[at], n))) for n in spare[at + 1 :])
