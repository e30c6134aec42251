"""Running a scan of Rummikub on a case, and reading its choices as the sets of a new table.

The scans (``scan``, ``least``) work on counts of tiles in flat arrays. This module prepares the arrays,
calls a scan, and turns the choices that it made into sets.
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
from suitwise.rummy.rummikub.rules import tiles
from suitwise.rummy.rummikub.rules.tiles import Group, Run, Set, Table
from suitwise.rummy.rummikub.solve import scan
from suitwise.rummy.rummikub.solve.cases import Case

Aim: TypeAlias = Literal["tiles", "points"]
"""What to maximise: the tiles played, then their points; or the points, then the tiles."""
SECOND = 1 << 12
"""The weight of the first aim in a value; the second stays below it."""
NONE = (0,) * tiles.SIZE
"""The counts of no tiles."""


# --- One scan -------------------------------------------------------------------------------------

ROOM, ROOM_WITH_JOKERS, MOST_ROOM = 1 << 14, 1 << 17, 1 << 21
"""The number of states that a scan has room for at first, without and with two jokers, and at most."""
_workspaces = threading.local()
"""The arrays of each thread. They are reused, since a result is read before the next scan."""


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
    """Return numbers in the form that machine code, or else plain Python, takes."""
    return np.array(numbers, np.int64) if compiled else list(numbers)


@cache
def weights_of(aim: Aim, compiled: bool) -> Any:
    """Return the value of playing a tile of each kind."""
    return as_array([value_of(kind, aim) for kind in range(tiles.KINDS)], compiled)


def value_of(kind: int, aim: Aim) -> int:
    """Return the value of playing a tile of a kind.

    >>> value_of(25, "tiles"), value_of(25, "points")
    (4109, 53249)
    """
    points = tiles.points_of(kind)
    return SECOND + points if aim == "tiles" else SECOND * points + 1


def _opened(runs: Sequence[Run], compiled: bool) -> Any:
    """Return for each number the runs that can go on from it, as a word with a count for each colour."""
    words = [0] * (tiles.NUMBERS + 3)
    for run in runs:
        words[run.high + 1] += 1 << scan.BITS * run.colour
    return as_array(words, compiled)


def worked(
    scan_rule: Callable[..., int], case: Case, asked: tuple[Any, Any], compiled: bool
) -> tuple[int, Any]:
    """Run a scan on a case; return its result and the array of its states.

    A scan that runs out of room for states is run again with eight times the room.

    Args:
        scan_rule: ``scan.scan``, ``least.scan_least`` or ``least.scan_meanings``.
        case: the case.
        asked: the two arguments of the scan after the jokers.
        compiled: True for machine code, False for plain Python.

    Raises:
        SuitwiseError: there is not enough room even then.
    """
    must, may = case.must, case.may
    position = as_array(must[: tiles.KINDS], compiled), as_array(may[: tiles.KINDS], compiled)
    jokers = must[tiles.JOKER] + may[tiles.JOKER], must[tiles.JOKER]
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
    """Return the value of the best new table and its steps; None if there is no such table.

    The value counts the optional tiles on the new table (``Case.may``), jokers included.

    Args:
        case: the case.
        weights: the value of a tile of each kind, without jokers.
        worth: the values of jokers, and whether they may wait (``scan.scan``).
        compiled: True for machine code, False for plain Python.
    """
    at, states = worked(scan.scan, case, (weights, worth), compiled)
    if at == scan.NEVER:
        return None
    jokers, least = case.must[tiles.JOKER] + case.may[tiles.JOKER], case.must[tiles.JOKER]
    laid = jokers if worth[2] else int(states[scan.STATE][at]) >> scan.JOKERS_AT
    return int(states[scan.VALUE][at]) + (laid - least) * worth[0], _steps(states, at)


def _steps(states: Any, at: int) -> tuple[int, ...]:
    """Return the choices that led to a state, in the order of the numbers."""
    steps = []
    while at > 0:
        steps.append(int(states[scan.STEP][at]))
        at = int(states[scan.PARENT][at])
    return tuple(reversed(steps))


# --- The new table --------------------------------------------------------------------------------


def sets_of(steps: Sequence[int], case: Case) -> list[Set]:
    """Return the sets that the choices of a scan make, after those that are done in the case."""
    sets: list[Set] = [*case.done]
    # For each colour its open runs, each as a list of numbers, with -n for a joker at n.
    open_runs: list[list[list[int]]] = [[] for _ in tiles.COLOURS]
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
    """Deal the tiles of a number out to as few groups as possible, equal tiles to different groups."""
    colours = [c for c in range(len(tiles.COLOURS)) for _ in range(grouped >> scan.BITS * c & 7)]
    most = max((colours.count(c) for c in colours), default=0)
    count = max(most, -(-(len(colours) + jokers) // 4))
    places: list[list[int]] = [[] for _ in range(count)]
    for k, colour in enumerate([*colours, *[-1] * jokers]):
        places[k % count].append(colour)
    return [Group(number, tuple(c for c in place if c >= 0), place.count(-1)) for place in places]


def _standing(sets: list[Set], stand: Sequence[int]) -> list[Set]:
    """Put jokers of the table back in the place of the tiles that the case counted them as."""
    for kind in stand:
        colour, number = divmod(kind, tiles.NUMBERS)
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
    """Return the best new table of a case with its value; None if the value is not above ``least``."""
    jokers = case.must[tiles.JOKER] + case.may[tiles.JOKER]
    # First let jokers wait, which is faster; scan again if one then has no place.
    for waits in (1, 0) if jokers else (0,):
        found = scan_case(
            case, weights_of(aim, compiled), (value_of(tiles.JOKER, aim), 0, waits), compiled
        )
        if found is None or found[0] <= least:
            return None
        value, steps = found
        sets = sets_of(steps, case)
        in_hand = jokers - sum(one.kinds.count(tiles.JOKER) for one in sets[len(case.done) :])
        for run in case.open_runs:  # their own jokers are not among those of the case
            in_hand += len(run.jokers)
        sets = _standing(sets, case.stand)
        if not waits or _add_jokers(sets, in_hand):
            return value, Table(tuple(sets))
    return None


def _add_jokers(sets: list[Set], jokers: int) -> bool:
    """Add jokers to sets that have room for them; return whether there is room for all."""
    for at, one in enumerate(sets):
        while jokers:
            if isinstance(one, Group) and len(one) < tiles.MOST_IN_GROUP:
                one = replace(one, jokers=one.jokers + 1)
            elif isinstance(one, Run) and one.high < tiles.NUMBERS:
                one = replace(one, high=one.high + 1, jokers=(*one.jokers, one.high + 1))
            elif isinstance(one, Run) and one.low > 1:
                one = replace(one, low=one.low - 1, jokers=(one.low - 1, *one.jokers))
            else:
                break
            sets[at] = one
            jokers -= 1
    return jokers == 0
