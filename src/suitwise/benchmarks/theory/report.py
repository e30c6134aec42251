"""The tables of the exploitability benchmark, and the score of a strategy that somebody hands in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean

from suitwise import __version__
from suitwise.benchmarks.theory.measuring import UNIFORM, Figure
from suitwise.benchmarks.theory.tasks import Task
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.cores import machine_line
from suitwise.markdown import table
from suitwise.players.trees.measure import gains
from suitwise.players.trees.tree import GameTree

NOTE = (
    "NashConv, exact: the sum of what each of the four seats gains by its best answer, in points, or "
    "with a goal 2 for a loss turned into a win; after so many decisions looked at, of algorithms that "
    "draw the mean over the seeds. Seconds: of the processor, for the largest budget that was spent, "
    "measures left out. A dash: the budget does not suffice for an iteration, or was not spent."
)


def markdown(tasks: Sequence[Task], found: Sequence[Figure]) -> str:
    """Return the report: a table a task."""
    return "\n\n".join([machine_line(), NOTE, *(_table(task, found) for task in tasks)])


def _table(task: Task, found: Iterable[Figure]) -> str:
    """Return the table of a task, a row an algorithm."""
    own = [figure for figure in found if figure.task == task.name]
    names = list(dict.fromkeys(figure.algorithm for figure in own))
    head = [f"{task.name}", *(f"{budget:,}" for budget in task.budgets), "iterations", "seconds"]
    rows = [list(_cells(task, [f for f in own if f.algorithm == name])) for name in names]
    return table(head, [[name, *cells] for name, cells in zip(names, rows, strict=True)])


def _cells(task: Task, own: Sequence[Figure]) -> Iterator[str]:
    if own[0].algorithm == UNIFORM:
        yield from [f"{own[0].nash_conv:.3g}"] * len(task.budgets)
        yield from ("", "")
        return
    for budget in task.budgets:
        there = [figure.nash_conv for figure in own if figure.budget == budget]
        yield f"{fmean(there):.3g}" if there else "–"
    last = [figure for figure in own if figure.budget == own[-1].budget]
    yield f"{last[0].iterations:,}"
    yield f"{fmean(figure.seconds for figure in last):.2f}"


def as_json(found: Iterable[Figure]) -> list[dict[str, object]]:
    """Return figures as plain data."""
    return [asdict(figure) | {"nash_conv": figure.nash_conv} for figure in found]


# --- A strategy that is handed in -----------------------------------------------------------------


def score(task: Task, path: Path) -> dict[str, object]:
    """Return what a policy in a file leaves to gain: what there is to report.

    Args:
        task: the task.
        path: JSON, ``{"p0 4-4,5-3 8 -": {"4-4": 0.25, "5-3": 0.75}, …}``.

    Raises:
        SuitwiseError: the file is no policy of the task.
    """
    data = path.read_bytes()
    try:
        policy = json.loads(data)
    except ValueError as error:
        raise SuitwiseError(f"{path}: no JSON: {error}") from None
    if not isinstance(policy, dict):
        raise SuitwiseError(f"{path}: a policy is an object: information sets, moves, chances")
    tree = task.tree()
    try:
        left = gains(tree, tree.read(policy))
    except SuitwiseError as error:
        raise SuitwiseError(f"{path}: {error}") from None
    return _told(task, tree, left) | {
        "given": len(policy),
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _told(task: Task, tree: GameTree, left: Sequence[float]) -> dict[str, object]:
    at_first = sum(gains(tree, tree.uniform()))
    return {
        "task": task.name,
        "suitwise": __version__,
        "gains": [round(gain, 9) for gain in left],
        "nash_conv": round(sum(left), 9),
        "uniform": round(at_first, 9),
        "information_sets": len(tree.sets),
    }
