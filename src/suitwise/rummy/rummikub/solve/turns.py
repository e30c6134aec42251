"""The best turns on a whole table of Rummikub, each with the new table (the rules page, R2 to R5).

``best_turn`` plays most tiles or most points, ``can`` exactly the given tiles, ``moves`` yields a turn
for each choice of tiles that can be played, and ``best_opening`` has most points from the rack alone.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from operator import add, mul
from typing import Any, Literal, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.rummy.rummikub.rules.tiles import (
    COLOURS,
    JOKER,
    KINDS,
    LEAST,
    MOST_IN_GROUP,
    NUMBERS,
    SIZE,
    Group,
    Run,
    Set,
    Table,
    Tiles,
    check_box,
    kind_of,
    number_of,
    points_of,
)
from suitwise.rummy.rummikub.rules.turn import USUAL, House, kept_jokers
from suitwise.rummy.rummikub.solve import scan
from suitwise.rummy.rummikub.solve.cases import Case, Counts, cases
from suitwise.rummy.rummikub.solve.classes import Meanings, tables_of, worth_of

Aim: TypeAlias = Literal["tiles", "points"]
"""What is greatest: the tiles played, then their points; or the points, then the tiles."""
SECOND = 1 << 12
"""The factor of the first aim in a value."""
NONE = (0,) * SIZE
"""The counts of no tiles."""


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
        """How many tiles come from the rack."""
        return len(self.played)

    @property
    def points(self) -> int:
        """What these count on the rack, a joker 30."""
        return self.played.points

    @property
    def places(self) -> tuple[tuple[int, int | None, int], ...]:
        """Where every tile goes: its kind, its set before, None for the rack, and its set after.

        The sets are numbered from 0 in the order of the tables. Equal tiles stay where they lay if they
        can.

        >>> Turn(Table.parse("r3r4r5r6"), Table.parse("r4r5r6/k3r3b3")).places[0]
        (15, 0, 1)
        """
        before = [(kind, at) for at, one in enumerate(self.old.sets) for kind in one.kinds]
        after = [(kind, at) for at, one in enumerate(self.table.sets) for kind in one.kinds]
        found: list[tuple[int, int | None, int]] = []
        for kind, at in before:
            alike = [place for place in after if place[0] == kind]
            into = max(alike, key=lambda place: self._shared(at, place[1]))
            after.remove(into)
            found.append((kind, at, into[1]))
        return (*found, *((kind, None, at) for kind, at in after))

    def _shared(self, before: int, after: int) -> int:
        old, new = self.old.sets[before].kinds, self.table.sets[after].kinds
        return len(set(old) & set(new))


# --- One scan -------------------------------------------------------------------------------------

ROOM = 1 << 14
"""The number of states for which a scan first makes room."""
ROOM_WITH_JOKERS = 1 << 17
MOST_ROOM = 1 << 21
_workspaces = threading.local()
"""Each thread reuses its arrays, since a result is read before the next scan."""


def _workspace(room: int, compiled: bool) -> tuple[Any, Any]:
    """Return arrays for choices and for states."""
    if not compiled:
        choices = tuple([0] * scan.CHOICES for _ in range(3))
        return choices, (*([0] * room for _ in range(5)), [-1] * (4 * room))
    kept: dict[int, tuple[Any, Any]] = _workspaces.__dict__.setdefault("kept", {})
    if room not in kept:
        choices = tuple(np.zeros((3, scan.CHOICES), np.int64))
        columns = tuple(np.zeros((5, room), np.int64))
        kept[room] = choices, (*columns, np.full(4 * room, -1, np.int64))
    return kept[room]


def _array(numbers: Sequence[int], compiled: bool) -> Any:
    return np.array(numbers, np.int64) if compiled else list(numbers)


@cache
def _weights(aim: Aim, compiled: bool) -> Any:
    """Return the value of each tile played."""
    return _array([_value(kind, aim) for kind in range(KINDS)], compiled)


def _value(kind: int, aim: Aim) -> int:
    points = points_of(kind)
    return SECOND + points if aim == "tiles" else SECOND * points + 1


def _opened(runs: Sequence[Run], compiled: bool) -> Any:
    """Return for each number the long runs that can go on from it, colour by colour."""
    words = [0] * (NUMBERS + 3)
    for run in runs:
        words[run.high + 1] += 1 << scan.BITS * run.colour
    return _array(words, compiled)


def _scan(
    case: Case, weights: Any, worth: tuple[int, int, int], compiled: bool
) -> tuple[int, tuple[int, ...]] | None:
    """Return the value of the best new table and the steps that led to it, None if there is none.

    The value is that of the tiles that may lie there, jokers included.
    """
    must, may = case.must, case.may
    position = _array(must[:KINDS], compiled), _array(may[:KINDS], compiled)
    jokers = must[JOKER] + may[JOKER], must[JOKER]
    opened = _opened(case.open_runs, compiled)
    kernel = machine(scan.scan) if compiled else scan.scan
    room = ROOM if jokers[0] < 2 else ROOM_WITH_JOKERS
    while room <= MOST_ROOM:
        choices, states = _workspace(room, compiled)
        at = int(kernel(position, jokers, weights, worth, opened, choices, states))
        if at == scan.NEVER:
            return None
        if at != scan.NO_ROOM:
            laid = jokers[0] if worth[2] else int(states[scan.STATE][at]) >> scan.JOKERS_AT
            value = int(states[scan.VALUE][at]) + (laid - jokers[1]) * worth[0]
            return value, _steps(states, at)
        room *= 8
    raise SuitwiseError("the table has too many possibilities to be arranged")


def _steps(states: Any, at: int) -> tuple[int, ...]:
    """Return the choices that led to a state, the first number's first."""
    steps = []
    while at > 0:
        steps.append(int(states[scan.STEP][at]))
        at = int(states[scan.PARENT][at])
    return tuple(reversed(steps))


# --- The new table --------------------------------------------------------------------------------


def _sets_of(steps: Sequence[int], case: Case) -> list[Set]:
    """Return the sets that the choices of a scan make, those that lie there besides first."""
    sets: list[Set] = [*case.done]
    open_runs: list[list[list[int]]] = [
        [] for _ in COLOURS
    ]  # each the numbers, -n for a joker at n
    for number, step in enumerate(steps, 1):
        used, grouped, runs = step, step >> scan.GROUPED_AT, step >> scan.RUNS_AT
        for colour, waiting in enumerate(open_runs):
            at = scan.BITS * colour
            count = runs >> at & 7
            jokers = count - (used >> at & 7) + (grouped >> at & 7)
            waiting.sort(key=len)
            sets += [_run(colour, numbers) for numbers in waiting[count:]]
            going = [*waiting[:count], *([] for _ in range(count - len(waiting)))]
            for k, numbers in enumerate(going):
                numbers.append(-number if k < jokers else number)
            open_runs[colour] = going
        for run in case.open_runs:
            if run.high == number:
                numbers = [-n if n in run.jokers else n for n in range(run.low, run.high + 1)]
                open_runs[run.colour].append(numbers)
        if grouped & scan.WORD:
            sets += _groups(number, grouped & scan.WORD, step >> scan.GROUP_JOKERS_AT)
    for colour, waiting in enumerate(open_runs):
        sets += [_run(colour, numbers) for numbers in waiting]
    return sets


def _run(colour: int, numbers: Sequence[int]) -> Run:
    """Return a run of numbers, -n for a joker at n."""
    jokers = tuple(-n for n in numbers if n < 0)
    return Run(colour, abs(numbers[0]), abs(numbers[-1]), jokers)


def _groups(number: int, grouped: int, jokers: int) -> list[Group]:
    """Deal the tiles of a number out to as few groups as can be, each colour to different ones."""
    colours = [c for c in range(len(COLOURS)) for _ in range(grouped >> scan.BITS * c & 7)]
    most = max((colours.count(c) for c in colours), default=0)
    count = max(most, -(-(len(colours) + jokers) // 4))
    places: list[list[int]] = [[] for _ in range(count)]
    for k, colour in enumerate([*colours, *[-1] * jokers]):
        places[k % count].append(colour)
    return [Group(number, tuple(c for c in place if c >= 0), place.count(-1)) for place in places]


def _standing(sets: list[Set], stand: Sequence[int]) -> list[Set]:
    """Put jokers of the table back for the tiles that stood in for them."""
    for kind in stand:
        colour, number = divmod(kind, NUMBERS)
        at = next(at for at, one in enumerate(sets) if kind in one.kinds)
        one = sets[at]
        if isinstance(one, Run):
            sets[at] = replace(one, jokers=tuple(sorted((*one.jokers, number + 1))))
        else:
            others = tuple(c for c in one.colours if c != colour)
            sets[at] = replace(one, colours=others, jokers=one.jokers + 1)
    return sets


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
    """Return the turn that plays most tiles or most points, None if nothing can be played.

    Args:
        table: the table.
        rack: the rack.
        aim: ``tiles`` for most tiles, then points; ``points`` for most points, then tiles.
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
    """Return a turn that plays exactly these tiles, None if there is none.

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
    """Yield a turn for each choice of tiles that can be played, as they come.

    With ``joker=swap`` there is one for each of the meanings that the jokers of the table can have then.

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
    """Yield one turn for each choice of tiles that can be played, as they come.

    >>> [str(turn.played) for turn in plays(Table.parse("r3r4r5"), Tiles.parse("j"), compiled=False)]
    ['j']
    """
    check_box(table.counts, rack.counts)

    def further(forced: Counts, rest: Counts) -> Iterator[Turn]:
        for kind in range(SIZE):
            if rest[kind]:
                more = tuple(n + (k == kind) for k, n in enumerate(forced))
                later = tuple(n - (k == kind) if k >= kind else 0 for k, n in enumerate(rest))
                best = _best(table, more, later, "tiles", house, opened, compiled)
                if best is None:
                    continue
                is_exact = best.played.counts == more
                exact = (
                    best if is_exact else _best(table, more, NONE, "tiles", house, opened, compiled)
                )
                if exact:
                    yield exact
                if not is_exact:
                    yield from further(more, later)

    yield from further(NONE, rack.counts)


def may_play(
    table: Table,
    chosen: Tiles,
    rest: Tiles,
    house: House = USUAL,
    *,
    opened: bool = True,
    compiled: bool = True,
) -> tuple[int, ...]:
    """Return the kinds of tiles that some turn plays besides, with no lower one of the rest.

    Args:
        table: the table.
        chosen: tiles that the turn plays.
        rest: the other tiles that it may play.
        house: the options.
        opened: whether the seat has opened.
        compiled: True for machine code, False for plain Python.

    >>> table, rack = Table.parse("r3r4r5"), Tiles.parse("r6 r7 k1")
    >>> may_play(table, Tiles(), rack, compiled=False), may_play(table, Tiles(), Tiles.parse("r7"))
    ((18,), ())
    """
    every = Tiles(_sum(chosen.counts, rest.counts))
    if not opened and not is_opening(every, house, compiled=compiled):
        return ()
    kinds: list[int] = []
    left = [*rest.counts]
    for kind in range(SIZE):
        if left[kind]:
            left[kind] -= 1
            more = tuple(n + (k == kind) for k, n in enumerate(chosen.counts))
            if _is_playable(table, more, tuple(left), house, opened, compiled):
                kinds.append(kind)
            left[kind] = 0
    return tuple(kinds)


def _is_playable(
    table: Table, forced: Counts, rack: Counts, house: House, opened: bool, compiled: bool
) -> bool:
    """Return whether some turn plays the forced tiles and any of the rack's."""
    if not opened and house.same == "no":
        return _best_apart(table, forced, rack, "tiles", house, compiled) is not None
    if not opened:
        turn = _best_opened(table, forced, rack, "tiles", house, compiled)
        if turn is None or is_opening(turn.played, house, compiled=compiled):
            return turn is not None
    openings = [NONE] if opened else _least_openings(_sum(forced, rack), house.opening)
    for opening in openings:
        needed = tuple(map(max, forced, opening))
        left = tuple(f + r - n for f, r, n in zip(forced, rack, needed, strict=True))
        for case in cases(table, needed, left, house):
            weights = _weights("tiles", compiled)
            if _scan(case, weights, (_value(JOKER, "tiles"), 0, 0), compiled) is not None:
                return True
    return False


def turns_like(turn: Turn, house: House = USUAL, *, opened: bool = True) -> tuple[Turn, ...]:
    """Return the turns that play the same tiles, one for each of the meanings of jokers afterwards.

    Where jokers don't keep their meanings (``joker=free`` and ``locked``) that is the turn alone.

    >>> turn = Turn(Table(), Table.parse("r11r12r13[r10]"))
    >>> [str(one.table) for one in turns_like(turn)]
    ['[r10]r11r12r13']
    """
    if house.joker != "swap" or not turn.table.counts[JOKER]:
        return (turn,)
    old, played = turn.old, turn.played.counts
    if not opened and house.same == "no":
        least = house.opening - sum(map(mul, _NUMBERS_WORTH, played))
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
    """Return the best turn that plays the forced tiles and any of the rack's."""
    if opened:
        return _best_opened(table, forced, rack, aim, house, compiled)
    if house.same == "no":
        return _best_apart(table, forced, rack, aim, house, compiled)
    turn = _best_opened(table, forced, rack, aim, house, compiled)
    if turn is None or is_opening(turn.played, house, compiled=compiled):
        return turn
    best, most = None, 0
    for opening in _least_openings(_sum(forced, rack), house.opening):
        needed = tuple(map(max, forced, opening))
        left = tuple(f + r - n for f, r, n in zip(forced, rack, needed, strict=True))
        found = _best_opened(table, needed, left, aim, house, compiled)
        if found is not None and (value := _worth(found.played.counts, aim)) > most:
            best, most = found, value
    return best


def _sum(one: Counts, other: Counts) -> tuple[int, ...]:
    return tuple(map(add, one, other))


def _worth(played: Counts, aim: Aim) -> int:
    return sum(count * _value(kind, aim) for kind, count in enumerate(played) if count)


def _best_opened(
    table: Table, forced: Counts, rack: Counts, aim: Aim, house: House, compiled: bool
) -> Turn | None:
    before, whole = _worth(forced, aim), _worth(_sum(forced, rack), aim)
    best, most = None, 0
    for case in cases(table, forced, rack, house):
        laid = before + sum(_value(kind, aim) for kind in case.laid)
        found = _arranged(case, aim, most - laid, compiled)
        if found is not None:
            best, most = found[1], found[0] + laid
            if most == whole:
                break
    return None if best is None else Turn(table, best)


def _arranged(case: Case, aim: Aim, least: int, compiled: bool) -> tuple[int, Table] | None:
    """Return the value of the best new table and that table, None if it is not above the least."""
    jokers = case.must[JOKER] + case.may[JOKER]
    for waits in (1, 0) if jokers else (0,):
        found = _scan(case, _weights(aim, compiled), (_value(JOKER, aim), 0, waits), compiled)
        if found is None or found[0] <= least:
            return None
        value, steps = found
        sets = _sets_of(steps, case)
        in_hand = jokers - sum(one.kinds.count(JOKER) for one in sets[len(case.done) :])
        for run in case.open_runs:
            in_hand += len(run.jokers)
        sets = _standing(sets, case.stand)
        if not waits or _put_to(sets, in_hand):
            return value, Table(tuple(sets))
    return None


def _put_to(sets: list[Set], jokers: int) -> bool:
    """Put jokers to sets that have room for them; return whether there is room for all."""
    for at, one in enumerate(sets):
        while jokers:
            if isinstance(one, Group) and len(one) < MOST_IN_GROUP:
                one = replace(one, jokers=one.jokers + 1)
            elif isinstance(one, Run) and one.high < NUMBERS:
                one = replace(one, high=one.high + 1, jokers=(*one.jokers, one.high + 1))
            elif isinstance(one, Run) and one.low > 1:
                one = replace(one, low=one.low - 1, jokers=(one.low - 1, *one.jokers))
            else:
                break
            sets[at] = one
            jokers -= 1
    return jokers == 0


def _best_apart(
    table: Table, forced: Counts, rack: Counts, aim: Aim, house: House, compiled: bool
) -> Turn | None:
    """Return the best turn that lays sets beside those of the table, worth enough to open."""
    best, most = None, 0
    for opening, sets in _openings(_sum(forced, rack), house.opening).items():
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


# --- Openings -------------------------------------------------------------------------------------


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


_NUMBERS_WORTH = tuple(number_of(kind) for kind in range(KINDS))


def best_opening(rack: Tiles, *, compiled: bool = True) -> Opening:
    """Return the sets of most points from the rack alone.

    >>> best_opening(Tiles.parse("k9 r9 j k1 k2 k3"), compiled=False).points
    33
    """
    case = Case(NONE, rack.counts)
    found = _scan(case, _array(_NUMBERS_WORTH, compiled), (0, 1, 0), compiled)
    assert found is not None  # nothing has to be laid
    return Opening(Table(tuple(_sets_of(found[1], case))).sets)


def is_opening(tiles: Tiles, house: House = USUAL, *, compiled: bool = True) -> bool:
    """Return whether tiles contain sets worth enough to open.

    >>> is_opening(Tiles.parse("k9 r9 b9"), compiled=False)
    False
    """
    return best_opening(tiles, compiled=compiled).points >= house.opening


def least_openings(rack: Counts, least: int) -> list[tuple[int, ...]]:
    """Return the least choices of tiles that contain sets worth at least so many points.

    >>> from suitwise.rummy.rummikub.rules.tiles import counts_of
    >>> len(least_openings(counts_of([9, 22, 35, 48, 0]), 30))
    4
    """
    return [*_least_openings(tuple(rack), least)]


@lru_cache(maxsize=64)
def _least_openings(rack: Counts, least: int) -> tuple[tuple[int, ...], ...]:
    found = sorted(_openings(rack, least), key=sum)
    kept: list[tuple[int, ...]] = []
    for one in found:
        if not any(all(map(int.__ge__, one, other)) for other in kept):
            kept.append(one)
    return tuple(kept)


def _openings(rack: Counts, least: int) -> dict[tuple[int, ...], tuple[Set, ...]]:
    """Return the choices of sets that open and would not without any one of them, by their tiles."""
    short = _short_sets(rack)
    found: dict[tuple[int, ...], tuple[Set, ...]] = {}

    def choose(start: int, left: Counts, chosen: tuple[Set, ...], points: int) -> None:
        if points >= least:
            used = tuple(a - b for a, b in zip(rack, left, strict=True))
            if min((one.worth for one in chosen), default=0) > points - least or not chosen:
                found.setdefault(used, chosen)
            return
        for at in range(start, len(short)):
            one = short[at]
            after = list(left)
            for kind in one.kinds:
                after[kind] -= 1
            if min(after) >= 0:
                choose(at, after, (*chosen, one), points + one.worth)

    choose(0, rack, (), 0)
    return found


def _short_sets(rack: Counts) -> list[Set]:
    """Return the sets of a rack that can't be cut in two."""
    sets: list[Set] = []
    for colour in range(len(COLOURS)):
        for low in range(1, NUMBERS - 1):
            for high in range(low + 2, min(low + 5, NUMBERS + 1)):
                numbers = range(low, high + 1)
                missing = [n for n in numbers if not rack[kind_of(colour, n)]]
                for jokers in _joker_places(list(numbers), missing, rack[JOKER]):
                    sets.append(Run(colour, low, high, jokers))
    for number in range(1, NUMBERS + 1):
        held = [c for c in range(len(COLOURS)) if rack[kind_of(c, number)]]
        for bits in range(1, 1 << len(held)):
            chosen = tuple(c for k, c in enumerate(held) if bits >> k & 1)
            for count in range(rack[JOKER] + 1):
                if LEAST <= len(chosen) + count <= MOST_IN_GROUP:
                    sets.append(Group(number, chosen, count))
    return sets


def _joker_places(numbers: list[int], missing: list[int], jokers: int) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of a run for which jokers may stand, those that are missing among them."""
    spare = [n for n in numbers if n not in missing]
    for extra in range(jokers - len(missing) + 1):
        for at in range(len(spare) if extra else 1):
            if extra == 0:
                yield tuple(missing)
            elif extra == 1:
                yield tuple(sorted((*missing, spare[at])))
            else:
                yield from (tuple(sorted((spare[at], n))) for n in spare[at + 1 :])
