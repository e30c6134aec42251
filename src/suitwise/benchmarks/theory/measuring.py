"""Every algorithm on every task, each strategy measured exactly after each budget; kept in a file.

The file ``results.jsonl`` has a line a budget and only grows. What an algorithm has learned of a task
with a seed is written at once when its last budget is spent, so an interruption costs one of these.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from suitwise import __version__
from suitwise.benchmarks.theory.learners import ALGORITHMS, Algorithm
from suitwise.benchmarks.theory.tasks import Task
from suitwise.errors import SuitwiseError
from suitwise.players.trees.measure import gains
from suitwise.players.trees.tree import GameTree

RESULTS = "results.jsonl"
UNIFORM = "uniform"
"""Who plays all moves alike: what there is to learn."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What a strategy leaves to gain after a budget.

    Args:
        task: the task's name.
        game: its variant.
        algorithm: who learned.
        seed: of one that draws, else 0.
        budget: the decisions that might be looked at.
        iterations: how often the algorithm went on in that.
        gains: what each seat gains by its best answer.
        seconds: what learning took of the processor's time, measures left out.
        version: that of the package.

    >>> Figure("two-66", "g", "cfr", 0, 10, 1, (0.5, 0.25, 0.0, 0.0), 0.1, "0").nash_conv
    0.75
    """

    task: str
    game: str
    algorithm: str
    seed: int
    budget: int
    iterations: int
    gains: tuple[float, ...]
    seconds: float
    version: str

    @property
    def nash_conv(self) -> float:
        """The sum of the gains: the score."""
        return sum(self.gains)


@dataclass(frozen=True, slots=True)
class Piece:
    """An algorithm, a task and a seed: what is measured, and kept, as a whole."""

    task: Task
    algorithm: str
    seed: int

    def has(self, figure: Figure) -> bool:
        """Tell whether a figure is of this piece, by this version of the package."""
        told = figure.task, figure.game, figure.algorithm, figure.seed, figure.version
        own = self.task.name, str(self.task.game), self.algorithm, self.seed, __version__
        return told == own


def pieces(tasks: Iterable[Task], algorithms: Sequence[str]) -> list[Piece]:
    """Return what there is to be measured, task by task.

    Raises:
        SuitwiseError: there is no such algorithm.
    """
    unknown = set(algorithms) - ALGORITHMS.keys()
    if unknown:
        raise SuitwiseError(
            f"there is no algorithm {min(unknown)}; there are {', '.join(ALGORITHMS)}"
        )
    return [
        Piece(task, name, seed)
        for task in tasks
        for name in (UNIFORM, *algorithms)
        for seed in (ALGORITHMS[name].seeds(task) if name in ALGORITHMS else (0,))
    ]


def measure(
    todo: Sequence[Piece],
    folder: Path,
    say: Callable[[str], None],
    progress: Callable[[int], None],
    most: int | None = None,
) -> list[Figure]:
    """Measure what is not in a folder yet, and return the figures of all.

    Args:
        todo: what is asked for, a task's pieces after one another.
        folder: where the figures are kept.
        say: is called with the name of each piece before it is measured, and with that of one for which
            every budget is too large.
        progress: is called with how many pieces there are so far.
        most: the largest budget to be spent; what was measured up to less is learned again, and on.

    Raises:
        SuitwiseError: a line of the file is not one of figures.
    """
    folder.mkdir(parents=True, exist_ok=True)
    there, tree, of = _kept(folder / RESULTS), None, ""
    found: list[Figure] = []
    for done, piece in enumerate(todo):
        progress(done)
        figures = [figure for figure in there if piece.has(figure)]
        name = f"{piece.task.name}: {piece.algorithm}" + (f" {piece.seed}" if piece.seed else "")
        if not figures and not _budgets(piece, most):
            say(f"{name}: left out, the smallest budget is {piece.task.budgets[0]:,}")
        elif not _is_whole(piece, figures, most):
            say(name)
            if tree is None or of != piece.task.name:
                tree, of = piece.task.tree(), piece.task.name
            spent = {figure.budget for figure in figures}
            new = [one for one in _measured(piece, tree, most) if one.budget not in spent]
            with (folder / RESULTS).open("a", encoding="utf-8") as file:
                file.write("".join(json.dumps(asdict(figure)) + "\n" for figure in new))
            figures += new
        found += figures
    progress(len(todo))
    return found


def kept(todo: Sequence[Piece], folder: Path) -> list[Figure]:
    """Return the figures of what is asked for that a folder has, in order; nothing is measured.

    Raises:
        SuitwiseError: a line of the file is not one of figures.
    """
    there = _kept(folder / RESULTS)
    return [figure for piece in todo for figure in there if piece.has(figure)]


def _is_whole(piece: Piece, figures: Sequence[Figure], most: int | None) -> bool:
    """Tell whether nothing of a piece is left to be measured."""
    budgets = _budgets(piece, most)
    return not budgets or budgets[-1] in {figure.budget for figure in figures}


def _budgets(piece: Piece, most: int | None) -> list[int]:
    """Return what is spent on a piece; play at random costs nothing."""
    if piece.algorithm == UNIFORM:
        return [0]
    return ALGORITHMS[piece.algorithm].budgets(piece.task, most)


def _measured(piece: Piece, tree: GameTree, most: int | None) -> Iterator[Figure]:
    """Learn, and yield the figures of each budget that suffices for an iteration."""
    task, name = piece.task, piece.algorithm
    told = task.name, str(task.game), name, piece.seed
    if name == UNIFORM:
        yield Figure(*told, 0, 0, gains(tree, tree.uniform()), 0.0, __version__)
        return
    algorithm: Algorithm = ALGORITHMS[name]
    learner, touches = algorithm.make(tree, piece.seed), algorithm.touches(tree)
    spent, took = 0, 0.0
    for budget in algorithm.budgets(task, most):
        iterations = int(budget / touches)
        if not iterations:
            continue
        begun = time.process_time()
        learner.run(iterations - spent)
        took += time.process_time() - begun
        spent = iterations
        left = gains(tree, learner.average())
        yield Figure(*told, budget, iterations, left, round(took, 3), __version__)


def _kept(path: Path) -> list[Figure]:
    """Read the figures of a file; a last line that was torn is cut off."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    found = []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            read = json.loads(line)
            found.append(Figure(**read | {"gains": tuple(read["gains"])}))
        except (ValueError, TypeError, KeyError) as error:
            raise SuitwiseError(f"{path}:{number}: no figures of this benchmark") from error
    return found
