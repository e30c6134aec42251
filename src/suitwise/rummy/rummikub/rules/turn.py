"""The rules for a new table, and the scores of a deal (the rules page, R2 to R4 and R6).

``faults`` lists the faults of a new table, with one exception: if a first turn also rearranges the
table, whether its tiles contain an opening is a question for the solver (``solve.openings``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, Literal, TypeAlias

from suitwise.errors import NotationError
from suitwise.rummy.rummikub.rules import tiles
from suitwise.rummy.rummikub.rules.tiles import Group, Run, Set, Table, Tiles

Fault: TypeAlias = Literal[
    "not-a-set",
    "table-tile-gone",
    "not-yours",
    "nothing-played",
    "opening-short",
    "table-touched",
    "joker-moved",
    "joker-locked",
]
"""The possible faults of a turn."""

CHOICES = {
    "same": ("yes", "no"),
    "joker": ("swap", "free", "locked"),
    "group_joker": ("either", "both"),
}
MOST_OPENING = 100


@dataclass(frozen=True, slots=True)
class House:
    """The options of a house that say what a turn may do.

    Args:
        opening: the points that a seat's first sets must be worth.
        same: ``yes`` if a first turn may also rearrange the table.
        joker: how jokers of the table move: ``swap``, ``free`` or ``locked``.
        group_joker: whether a joker in a group of three is freed by ``either`` of the missing tiles, or
            only by ``both``.

    Raises:
        NotationError: an option has no such value.

    >>> House.of({"joker": "free"}).joker
    'free'
    >>> House.of({"joker": "wild"})
    Traceback (most recent call last):
    suitwise.errors.NotationError: joker is swap, free or locked, not 'wild'
    """

    opening: int = 30
    same: str = "yes"
    joker: str = "swap"
    group_joker: str = "either"

    def __post_init__(self) -> None:
        for name, values in CHOICES.items():
            if getattr(self, name) not in values:
                known = f"{', '.join(values[:-1])} or {values[-1]}"
                raise NotationError(f"{name} is {known}, not {getattr(self, name)!r}")
        if type(self.opening) is not int or not 0 <= self.opening <= MOST_OPENING:
            raise NotationError(f"opening is a number from 0 to {MOST_OPENING}")

    @classmethod
    def of(cls, options: dict[str, Any]) -> House:
        """Return the house with these options; those left out have their usual values."""
        for name in options:
            if name not in cls.__slots__:
                raise NotationError(f"{name!r} is no option: write {', '.join(cls.__slots__)}")
        return cls(**options)


USUAL = House()
"""The rules in today's boxes."""


# --- Jokers of the table --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bound:
    """A joker on the table before a turn.

    Args:
        kind: the kind of tile that it stands for.
        keys: the kinds of tiles that free it if all of them are present.
    """

    kind: int
    keys: frozenset[int]

    def is_freed(self, present: Sequence[int]) -> bool:
        """Return whether it is free, given the counts of all tiles on the table and played."""
        return all(present[kind] for kind in self.keys)


Reading: TypeAlias = tuple[Bound, ...]
"""One assignment of a kind to each joker of a table."""


def readings_of(table: Table, house: House = USUAL) -> tuple[Reading, ...]:
    """Return all assignments of kinds to the jokers of a table.

    A joker in a group may stand for any missing colour; two jokers stand for different ones.

    >>> [[joker.kind for joker in way] for way in readings_of(Table.parse("k7r7[7]/[r1]r2r3"))]
    [[13, 32], [13, 45]]
    """
    ways = (_readings_of_set(one, house) for one in table.sets if one.meanings)
    return tuple(tuple(joker for part in parts for joker in part) for parts in product(*ways))


def _readings_of_set(one: Set, house: House) -> list[Reading]:
    if isinstance(one, Run):
        kinds = (tiles.kind_of(one.colour, number) for number in one.jokers)
        return [tuple(Bound(kind, frozenset({kind})) for kind in kinds)]
    all_keys = one.missing if needs_all_of(one, house) else None
    return [
        tuple(Bound(kind, all_keys or frozenset({kind})) for kind in kinds)
        for kinds in combinations(sorted(one.missing), one.jokers)
    ]


def needs_all_of(one: Set, house: House) -> bool:
    """Return whether a joker of a set is freed only if all tiles that it may stand for are present."""
    return house.group_joker == "both" and isinstance(one, Group) and len(one) == 3


def _have_moved(old: Table, new: Table, house: House) -> bool:
    """Return whether a joker that is not free has another meaning than before."""
    after = [Counter(joker.kind for joker in way) for way in readings_of(new, house)]
    every = map(Counter, kept_jokers(old, new.counts, house))
    return not any(kept <= stands for kept in every for stands in after)


def kept_jokers(old: Table, present: Sequence[int], house: House = USUAL) -> set[tuple[int, ...]]:
    """Return the kinds that jokers of a table have to stand for after a turn, as alternatives.

    Args:
        old: the table before a turn.
        present: the number of tiles of each kind on the table after it.
        house: the options.

    >>> old = Table.parse("k7r7[7]")
    >>> sorted(kept_jokers(old, old.counts)), sorted(kept_jokers(old, Table.parse("k7r7b7[7]").counts))
    ([(32,), (45,)], [(), (45,)])
    """
    return {
        tuple(sorted(joker.kind for joker in way if not joker.is_freed(present)))
        for way in readings_of(old, house)
    }


# --- Locked sets ----------------------------------------------------------------------------------


def grows_into(one: Set, new: Set, replaced: frozenset[int] = frozenset()) -> bool:
    """Return whether a new set contains a set with jokers, some of which tiles may have replaced.

    Args:
        one: the set of the table.
        new: the new set.
        replaced: the kinds of the tiles that have replaced jokers.

    >>> r = Table.parse("r3r4[r5]").sets[0], Table.parse("r2r3r4[r5]").sets[0]
    >>> grows_into(*r), grows_into(*reversed(r))
    (True, False)
    """
    if isinstance(one, Run):
        if not isinstance(new, Run) or new.colour != one.colour:
            return False
        for number in range(one.low, one.high + 1):
            here = number in one.jokers and tiles.kind_of(one.colour, number) not in replaced
            if not new.low <= number <= new.high or here != (number in new.jokers):
                return False
        return True
    if not isinstance(new, Group) or new.number != one.number:
        return False
    colours = {*one.colours, *(kind // tiles.NUMBERS for kind in replaced)}
    return colours <= set(new.colours) and one.jokers - len(replaced) <= new.jokers


def ways_to_unlock(one: Set, house: House) -> Iterator[frozenset[int]]:
    """Yield the ways to replace some or all jokers of a set, as kinds of tiles."""
    (meanings, *others) = one.meanings
    if isinstance(one, Run):
        singles = [next(iter(each)) for each in one.meanings]
        yield from (frozenset({kind}) for kind in singles)
        if others:
            yield frozenset(singles)
    elif needs_all_of(one, house):
        yield meanings
    else:
        yield from (frozenset({kind}) for kind in sorted(meanings))
        if others:
            pairs = product(sorted(meanings), repeat=2)
            yield from (frozenset(pair) for pair in pairs if pair[0] < pair[1])


def is_unlocked(one: Set, replaced: frozenset[int], house: House) -> bool:
    """Return whether a set has no jokers left after tiles have replaced some.

    >>> run = Table.parse("r4[r5][r6]").sets[0]
    >>> is_unlocked(run, frozenset({17}), USUAL), is_unlocked(run, frozenset({17, 18}), USUAL)
    (False, True)
    """
    return len(replaced) >= len(one.meanings) or (bool(replaced) and needs_all_of(one, house))


def broken_sets(
    old: Table, new: Iterable[Set], played: Sequence[int], house: House = USUAL
) -> tuple[Set, ...]:
    """Return the fewest locked sets that are broken: neither part of a new set nor unlocked by the rack.

    Args:
        old: the table before a turn.
        new: the new sets.
        played: the number of tiles of each kind from the rack.
        house: the options.

    >>> old, none = Table.parse("r3r4[r5]/k7r7b7"), [0] * 53
    >>> [str(one) for one in broken_sets(old, Table.parse("r2r3r4[r5]").sets, none)]
    []
    >>> [str(one) for one in broken_sets(old, Table.parse("r3r4r5").sets, none)]
    ['r3r4[r5]']
    """
    locked, sets = [one for one in old.sets if one.meanings], [*new]
    least = tuple(locked)
    for ways in product(*([frozenset(), *ways_to_unlock(one, house)] for one in locked)):
        needed = Counter(kind for way in ways for kind in way)
        if any(played[kind] < count for kind, count in needed.items()):
            continue
        kept = [
            (one, way)
            for one, way in zip(locked, ways, strict=True)
            if not is_unlocked(one, way, house)
        ]
        for places in product(*(_places(one, way, sets) for one, way in kept)):
            lost = [one for (one, _), into in zip(kept, places, strict=True) if into is None]
            if not lost and _collide(kept, places):
                lost = [kept[0][0]]
            if len(lost) < len(least):
                least = tuple(lost)
    return least


def _places(one: Set, replaced: frozenset[int], new: Iterable[Set]) -> list[Set | None]:
    """Return the new sets that may contain a set with jokers, and None for no place."""
    return [into for into in new if grows_into(one, into, replaced)] + [None]


def _collide(kept: Sequence[tuple[Set, frozenset[int]]], chosen: Sequence[Set | None]) -> bool:
    """Return whether two locked sets claim the same tiles of one new set."""
    if len(kept) < 2 or chosen[0] is not chosen[1]:
        return False
    one, other = kept[0][0], kept[1][0]
    if isinstance(one, Run) and isinstance(other, Run):
        return one.low <= other.high and other.low <= one.high
    return True


# --- A turn ---------------------------------------------------------------------------------------


def faults(
    table: Table, rack: Tiles, opened: bool, parts: Sequence[tiles.Part], house: House = USUAL
) -> tuple[Fault, ...]:
    """Return the faults of a new table; none if the turn is legal.

    The worth of a first turn is tested only for ``same=no``; see the module's head.

    Args:
        table: the table before the turn.
        rack: the rack before it.
        opened: whether the seat has opened.
        parts: the new table.
        house: the options.

    >>> from suitwise.rummy.rummikub.rules.tiles import parts_of
    >>> old, rack = Table.parse("r3r4r5"), Tiles.parse("r6")
    >>> faults(old, rack, True, parts_of("r3r4r5r6"))
    ()
    >>> faults(old, rack, True, parts_of("r3r4r5r6r7"))
    ('not-yours',)
    """
    sets = [part.as_set() for part in parts]
    new = tiles.counts_of(kind for part in parts for kind in part.kinds)
    before = table.counts
    played = [max(0, now - old) for now, old in zip(new, before, strict=True)]
    found: list[Fault] = []
    if None in sets:
        found.append("not-a-set")
    if any(now < old for now, old in zip(new, before, strict=True)):
        found.append("table-tile-gone")
    if any(count > held for count, held in zip(played, rack.counts, strict=True)):
        found.append("not-yours")
    if not any(played):
        found.append("nothing-played")
    if found:
        return tuple(found)
    made = Table(tuple(one for one in sets if one is not None))
    return tuple(_further_faults(table, made, played, opened, house))


def _further_faults(
    table: Table, made: Table, played: Sequence[int], opened: bool, house: House
) -> Iterator[Fault]:
    """Yield the faults of a table that consists of sets and has the right tiles."""
    if not opened and house.same == "no":
        before, after = Counter(map(str, table.sets)), Counter(map(str, made.sets))
        if before - after:
            yield "table-touched"
        worth = sum(one.worth for one in made.sets) - sum(one.worth for one in table.sets)
        if worth < house.opening:
            yield "opening-short"
    if house.joker == "swap" and _have_moved(table, made, house):
        yield "joker-moved"
    if house.joker == "locked" and broken_sets(table, made.sets, played, house):
        yield "joker-locked"


# --- Scores ---------------------------------------------------------------------------------------


def scores(racks: Sequence[Tiles], out: int | None, following: int) -> tuple[int, ...]:
    """Return the scores of a deal.

    Args:
        racks: the racks at its end.
        out: the seat with no tiles left; None if all seats passed in a row.
        following: the seat that would play next.

    >>> scores([Tiles.parse("k10 j"), Tiles()], 1, 0)
    (-40, 40)
    """
    if out is None:
        n = len(racks)
        turns = {(following + k) % n: k for k in range(n)}
        winner = min(range(n), key=lambda s: (racks[s].points, len(racks[s]), turns[s]))
    else:
        winner = out
    least = racks[winner].points
    lost = [rack.points - least for rack in racks]
    return tuple(sum(lost) if seat == winner else -loss for seat, loss in enumerate(lost))
