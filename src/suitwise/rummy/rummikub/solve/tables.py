"""The new tables of Rummikub that a scan finds: one scan for each case, and its choices made into sets.

A scan (``scan``) works on counts in flat arrays; here is what calls it, and what reads its answer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Literal, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.rummy.rummikub.rules.tiles import (
    COLOURS,
    JOKER,
    KINDS,
    MOST_IN_GROUP,
    NUMBERS,
    SIZE,
    Group,
    Run,
    Set,
    Table,
    points_of,
)
from suitwise.rummy.rummikub.solve import scan
from suitwise.rummy.rummikub.solve.cases import Case

Aim: TypeAlias = Literal["tiles", "points"]
"""What is greatest: the tiles played, then their points; or the points, then the tiles."""
SECOND = 1 << 12
"""The factor of the first aim in a value."""
NONE = (0,) * SIZE
"""The counts of no tiles."""


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


def as_array(numbers: Sequence[int], compiled: bool) -> Any:
    """Return numbers as machine code or as plain Python takes them."""
    return np.array(numbers, np.int64) if compiled else list(numbers)


@cache
def weights_of(aim: Aim, compiled: bool) -> Any:
    """Return the value of each tile played."""
    return as_array([value_of(kind, aim) for kind in range(KINDS)], compiled)


def value_of(kind: int, aim: Aim) -> int:
    """Return the value of a tile played.

    >>> value_of(25, "tiles"), value_of(25, "points")
    (4109, 53249)
    """
    points = points_of(kind)
    return SECOND + points if aim == "tiles" else SECOND * points + 1


def _opened(runs: Sequence[Run], compiled: bool) -> Any:
    """Return for each number the long runs that can go on from it, colour by colour."""
    words = [0] * (NUMBERS + 3)
    for run in runs:
        words[run.high + 1] += 1 << scan.BITS * run.colour
    return as_array(words, compiled)


def worked(
    scan_rule: Callable[..., int], case: Case, asked: tuple[Any, Any], compiled: bool
) -> tuple[int, Any]:
    """Return the answer of a scan of a case, and its states.

    Args:
        scan_rule: the scan.
        case: the case.
        asked: what the scan is asked: the two arguments after the jokers.
        compiled: True for machine code, False for plain Python.
    """
    must, may = case.must, case.may
    position = as_array(must[:KINDS], compiled), as_array(may[:KINDS], compiled)
    jokers = must[JOKER] + may[JOKER], must[JOKER]
    opened = _opened(case.open_runs, compiled)
    kernel = machine(scan_rule) if compiled else scan_rule
    room = ROOM if jokers[0] < 2 else ROOM_WITH_JOKERS
    while room <= MOST_ROOM:
        choices, states = _workspace(room, compiled)
        found = int(kernel(position, jokers, *asked, opened, choices, states))
        if found != scan.NO_ROOM:
            return found, states
        room *= 8
    raise SuitwiseError("the table has too many possibilities to be arranged")


def scan_case(
    case: Case, weights: Any, worth: tuple[int, int, int], compiled: bool
) -> tuple[int, tuple[int, ...]] | None:
    """Return the value of the best new table and the steps that led to it, None if there is none.

    The value is that of the tiles that may lie there, jokers included.
    """
    at, states = worked(scan.scan, case, (weights, worth), compiled)
    if at == scan.NEVER:
        return None
    jokers, least = case.must[JOKER] + case.may[JOKER], case.must[JOKER]
    laid = jokers if worth[2] else int(states[scan.STATE][at]) >> scan.JOKERS_AT
    return int(states[scan.VALUE][at]) + (laid - least) * worth[0], _steps(states, at)


def _steps(states: Any, at: int) -> tuple[int, ...]:
    """Return the choices that led to a state, the first number's first."""
    steps = []
    while at > 0:
        steps.append(int(states[scan.STEP][at]))
        at = int(states[scan.PARENT][at])
    return tuple(reversed(steps))


# --- The new table --------------------------------------------------------------------------------


def sets_of(steps: Sequence[int], case: Case) -> list[Set]:
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
            if not (count or waiting):
                continue
            jokers = count - (used >> at & 7) + (grouped >> at & 7)
            waiting.sort(key=len)
            sets += [Run.of(colour, numbers) for numbers in waiting[count:]]
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
        sets += [Run.of(colour, numbers) for numbers in waiting]
    return sets


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


# --- The best table of a case ---------------------------------------------------------------------


def arranged(case: Case, aim: Aim, least: int, compiled: bool) -> tuple[int, Table] | None:
    """Return the value of the best new table and that table, None if it is not above the least."""
    jokers = case.must[JOKER] + case.may[JOKER]
    for waits in (1, 0) if jokers else (0,):
        found = scan_case(
            case, weights_of(aim, compiled), (value_of(JOKER, aim), 0, waits), compiled
        )
        if found is None or found[0] <= least:
            return None
        value, steps = found
        sets = sets_of(steps, case)
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
