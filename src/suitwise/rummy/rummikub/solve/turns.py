"""Turns of Rummikub that rearrange the whole table, each with its new table (the rules page, R2 to R5).

``best_turn`` plays the most tiles or the most points, ``can`` plays exactly the given tiles, and
``moves`` yields a turn for each selection of tiles that can be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import mul

from suitwise.rummy.rummikub.rules.tiles import JOKER, Table, Tiles, check_box
from suitwise.rummy.rummikub.rules.turn import USUAL, House, kept_jokers
from suitwise.rummy.rummikub.solve.cases import Counts, cases, total
from suitwise.rummy.rummikub.solve.classes import Meanings, tables_of, worth_of
from suitwise.rummy.rummikub.solve.openings import (
    NUMBERS_WORTH,
    is_opening,
    least_openings,
    openings_of,
)
from suitwise.rummy.rummikub.solve.stages import stage
from suitwise.rummy.rummikub.solve.tables import NONE, Aim, arranged, value_of

# --- A turn ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that plays tiles.

    Args:
        old: the table before it.
        table: the table after it.

    >>> turn = Turn(Table.parse("r3r4r5"), Table.parse("r3r4r5r6"))
    >>> print(turn.played), turn.points
    r6
    (None, 6)
    """

    old: Table
    table: Table

    @property
    def played(self) -> Tiles:
        """The tiles from the rack."""
        pairs = zip(self.table.counts, self.old.counts, strict=True)
        return Tiles(tuple(now - before for now, before in pairs))

    @property
    def tiles(self) -> int:
        """The number of tiles from the rack."""
        return len(self.played)

    @property
    def points(self) -> int:
        """The points of these tiles on the rack, 30 for a joker."""
        return self.played.points

    @property
    def places(self) -> tuple[tuple[int, int | None, int], ...]:
        """The way of every tile on the new table: its kind, its set before, and its set after.

        The sets are numbered from 0 in the order of the tables; the set before is None for a tile from
        the rack. Among equal tiles, those that can stay with their neighbours do.

        >>> Turn(Table.parse("r3r4r5r6"), Table.parse("r4r5r6/k3r3b3")).places[0]
        (15, 0, 1)
        """
        before = [(kind, at) for at, one in enumerate(self.old.sets) for kind in one.kinds]
        after = [(kind, at) for at, one in enumerate(self.table.sets) for kind in one.kinds]
        found: list[tuple[int, int | None, int]] = []
        for kind, at in before:
            equal = [place for place in after if place[0] == kind]
            into = max(equal, key=lambda place: self._shared(at, place[1]))
            after.remove(into)
            found.append((kind, at, into[1]))
        return (*found, *((kind, None, at) for kind, at in after))

    def _shared(self, before: int, after: int) -> int:
        """Return the number of kinds that an old and a new set have in common."""
        old, new = self.old.sets[before].kinds, self.table.sets[after].kinds
        return len(set(old) & set(new))


# --- Best turns -----------------------------------------------------------------------------------


def best_turn(
    table: Table,
    rack: Tiles,
    aim: Aim = "tiles",
    house: House = USUAL,
    *,
    opened: bool = True,
    compiled: bool = True,
) -> Turn | None:
    """Return the turn that plays the most tiles or the most points; None if nothing can be played.

    Args:
        table: the table.
        rack: the rack.
        aim: ``tiles`` for the most tiles, then points; ``points`` for the most points, then tiles.
        house: the options.
        opened: whether the seat has opened.
        compiled: True for machine code, False for plain Python.

    Raises:
        IllegalPosition: table and rack together have more tiles than a box.

    >>> turn = best_turn(Table.parse("r3r4r5r6"), Tiles.parse("k6 b6 o1"), compiled=False)
    >>> print(turn.table)
    r3r4r5/k6r6b6
    """
    check_box(table.counts, rack.counts)
    return _best(table, NONE, rack.counts, aim, house, opened, compiled)


def can(
    table: Table,
    tiles: Tiles,
    house: House = USUAL,
    *,
    opened: bool = True,
    compiled: bool = True,
) -> Turn | None:
    """Return a turn that plays exactly these tiles; None if there is none.

    >>> print(can(Table.parse("r3r4r5"), Tiles.parse("r6 r7"), compiled=False).table)
    r3r4r5r6r7
    >>> can(Table.parse("r3r4r5"), Tiles.parse("r7"), compiled=False)
    """
    check_box(table.counts, tiles.counts)
    return _best(table, tiles.counts, NONE, "tiles", house, opened, compiled)


def moves(
    table: Table,
    rack: Tiles,
    house: House = USUAL,
    *,
    opened: bool = True,
    compiled: bool = True,
) -> Iterator[Turn]:
    """Yield a turn for each selection of tiles that can be played, as soon as it is found.

    With ``joker=swap`` there may be several for the same tiles, one for each of the meanings that the
    jokers of the new table can have.

    >>> found = moves(Table.parse("r3r4r5"), Tiles.parse("r6 r7"), compiled=False)
    >>> [str(turn.played) for turn in found]
    ['r6', 'r6 r7']
    >>> found = moves(Table.parse("r3r4r5"), Tiles.parse("j"), compiled=False)
    >>> [str(turn.table) for turn in found]
    ['[r2]r3r4r5', 'r3r4r5[r6]']
    """
    for turn in plays(table, rack, house, opened=opened, compiled=compiled):
        yield from turns_like(turn, house, opened=opened)


def plays(
    table: Table,
    rack: Tiles,
    house: House = USUAL,
    *,
    opened: bool = True,
    compiled: bool = True,
) -> Iterator[Turn]:
    """Yield one turn for each selection of tiles that can be played, as soon as it is found.

    >>> [str(turn.played) for turn in plays(Table.parse("r3r4r5"), Tiles.parse("j"), compiled=False)]
    ['j']
    """
    check_box(table.counts, rack.counts)

    def further(forced: Counts, rest: Counts) -> Iterator[Turn]:
        """Yield the turns that play the forced tiles and perhaps more of the rest."""
        args = table, Tiles(tuple(forced)), Tiles(tuple(rest)), house
        following = stage(*args, opened=opened, compiled=compiled, rack=rack)
        if following.is_whole:
            exact = _best(table, forced, NONE, "tiles", house, opened, compiled)
            assert exact is not None  # the scan has found that the tiles can be played
            yield exact
        for kind in following.kinds:
            more = tuple(n + (k == kind) for k, n in enumerate(forced))
            yield from further(
                more, tuple(n - (k == kind) if k >= kind else 0 for k, n in enumerate(rest))
            )

    yield from further(NONE, rack.counts)


def turns_like(turn: Turn, house: House = USUAL, *, opened: bool = True) -> tuple[Turn, ...]:
    """Return turns that play the same tiles, one for each of the meanings that jokers can then have.

    In houses where jokers don't keep their meanings (``joker=free`` and ``locked``) it is only the turn
    itself.

    >>> turn = Turn(Table(), Table.parse("r11r12r13[r10]"))
    >>> [str(one.table) for one in turns_like(turn)]
    ['[r10]r11r12r13']
    """
    if house.joker != "swap" or not turn.table.counts[JOKER]:
        return (turn,)
    old, played = turn.old, turn.played.counts
    if not opened and house.same == "no":
        least = house.opening - sum(map(mul, NUMBERS_WORTH, played))
        beside = tables_of(played)
        return tuple(
            Turn(old, Table((*old.sets, *new.sets)))
            for meanings, new in beside.items()
            if worth_of(meanings) >= least
        )
    found: dict[Meanings, Table] = {}
    for kept in kept_jokers(old, turn.table.counts, house):
        found = tables_of(turn.table.counts, kept) | found
    return tuple(Turn(old, found[meanings]) for meanings in sorted(found))


def _best(
    table: Table,
    forced: Counts,
    rack: Counts,
    aim: Aim,
    house: House,
    opened: bool,
    compiled: bool,
) -> Turn | None:
    """Return the best turn that plays the forced tiles and any others of the rack; None if none can."""
    if opened:
        return _best_opened(table, forced, rack, aim, house, compiled)
    if house.same == "no":
        return _best_apart(table, forced, rack, aim, house, compiled)
    # If the best turn of a seat that has opened contains an opening, it is the best one here, too.
    turn = _best_opened(table, forced, rack, aim, house, compiled)
    if turn is None or is_opening(turn.played, house, compiled=compiled):
        return turn
    best, most = None, 0
    for opening in least_openings(total(forced, rack), house.opening):
        needed = tuple(map(max, forced, opening))
        left = tuple(f + r - n for f, r, n in zip(forced, rack, needed, strict=True))
        found = _best_opened(table, needed, left, aim, house, compiled)
        if found is not None and (value := _worth(found.played.counts, aim)) > most:
            best, most = found, value
    return best


def _worth(played: Counts, aim: Aim) -> int:
    return sum(count * value_of(kind, aim) for kind, count in enumerate(played) if count)


def _best_opened(
    table: Table, forced: Counts, rack: Counts, aim: Aim, house: House, compiled: bool
) -> Turn | None:
    """Return the best turn of a seat that has opened, over all cases of the table's jokers."""
    before, whole = _worth(forced, aim), _worth(total(forced, rack), aim)
    best, most = None, 0
    for case in cases(table, forced, rack, house):
        laid = before + sum(value_of(kind, aim) for kind in case.laid)
        found = arranged(case, aim, most - laid, compiled)
        if found is not None:
            best, most = found[1], found[0] + laid
            if most == whole:
                break
    return None if best is None else Turn(table, best)


def _best_apart(
    table: Table, forced: Counts, rack: Counts, aim: Aim, house: House, compiled: bool
) -> Turn | None:
    """Return the best opening turn that leaves the sets of the table as they lie (``same=no``)."""
    best, most = None, 0
    for opening, sets in openings_of(total(forced, rack), house.opening).items():
        needed = tuple(max(0, f - o) for f, o in zip(forced, opening, strict=True))
        left = tuple(
            f + r - o - n for f, r, o, n in zip(forced, rack, opening, needed, strict=True)
        )
        rest = _best_opened(Table(), needed, left, aim, house, compiled)
        if rest is None and any(needed):
            continue
        more = () if rest is None else rest.table.sets
        found = Turn(table, Table((*table.sets, *sets, *more)))
        if (value := _worth(found.played.counts, aim)) > most:
            best, most = found, value
    return best
