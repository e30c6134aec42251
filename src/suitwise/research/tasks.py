"""The fixed tasks: endgames of 42 with hidden hands, what may be spent on each, the seeds.

Drawn from the seed 42 and chosen for what is left to learn. Of 150 endgames of two dominoes a hand with
one hand known, and of 30 with all hidden, these are among the ones on which CFR+ has most to gain after
30 iterations, beside what there was at first; the one of three dominoes was the smallest of six. The
number in a name is that of the draw. A task never changes; others get other names.
"""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.errors import SuitwiseError
from suitwise.game import load
from suitwise.research.game_tree import GameTree
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.walk import EndgameWalk


@dataclass(frozen=True, slots=True)
class Task:
    """An endgame to be learned.

    Args:
        name: what it is called.
        text: the variant, as ``suitwise.load`` reads it.
        budgets: after how many decisions looked at a strategy is measured, ascending.
        seeds: those of learners that draw.

    >>> TASKS[0].game.tricks, TASKS[0].tree().decisions
    (2, 990)
    """

    name: str
    text: str
    budgets: tuple[int, ...]
    seeds: tuple[int, ...]

    @property
    def game(self) -> Endgame:
        """The endgame."""
        game = load(self.text)
        assert isinstance(game, Endgame)
        return game

    def tree(self) -> GameTree:
        """Walk through the endgame."""
        game = self.game
        return GameTree.of(game, EndgameWalk(game))


def _task(
    name: str, options: str, budgets: tuple[int, ...], seeds: tuple[int, ...] = (1, 2, 3)
) -> Task:
    return Task(name, f"texas42_endgame({options})", budgets, seeds)


_TWO = 10_000, 100_000, 1_000_000
_HIDDEN = 100_000, 1_000_000
TASKS = (
    _task(
        "two-104",
        "declaration=6,leader=0,dominoes=1-0 3-1 3-3 4-4 5-0 5-3 6-2 6-5,goal=0,seat=0,hand=4-4 5-3",
        _TWO,
    ),
    _task(
        "two-66",
        "declaration=3,leader=0,dominoes=2-0 2-1 3-2 5-3 5-4 6-0 6-5 6-6,goal=0,seat=2,hand=2-1 5-3",
        _TWO,
    ),
    _task(
        "two-39",
        "declaration=4,leader=0,dominoes=2-2 4-0 4-1 4-3 4-4 5-1 5-2 5-5,goal=9,seat=3,hand=4-1 4-3",
        _TWO,
    ),
    _task(
        "two-108",
        "declaration=3,leader=0,dominoes=1-1 2-1 2-2 3-2 4-3 5-0 5-5 6-4,goal=16,seat=0,hand=1-1 6-4",
        _TWO,
    ),
    _task(
        "hidden-3",
        "declaration=3,leader=0,dominoes=0-0 3-1 3-2 4-1 4-3 5-5 6-0 6-4,goal=0,seat=0,hand=",
        _HIDDEN,
    ),
    _task(
        "hidden-6",
        "declaration=6,leader=0,dominoes=1-0 2-2 3-1 3-2 3-3 4-0 6-0 6-1,goal=4,seat=0,hand=",
        _HIDDEN,
    ),
    _task(
        "three-5",
        "declaration=5,leader=0,dominoes=0-0 1-0 1-1 2-2 3-0 3-2 5-0 6-1 6-2 6-3 6-4 6-6,goal=12,"
        "seat=1,hand=1-1 3-0 6-4",
        (1_000_000, 10_000_000),
        (1,),
    ),
)
"""The tasks, the smallest first."""


def chosen(names: str) -> tuple[Task, ...]:
    """Return the tasks of some names with commas between, all for none.

    Raises:
        SuitwiseError: there is no such task.

    >>> [task.name for task in chosen("hidden-3,two-66")]
    ['two-66', 'hidden-3']
    """
    wanted = {name.strip() for name in names.split(",") if name.strip()}
    known = {task.name for task in TASKS}
    if not wanted <= known:
        told = ", ".join(task.name for task in TASKS)
        raise SuitwiseError(f"there is no task {min(wanted - known)}; the tasks are {told}")
    return tuple(task for task in TASKS if not wanted or task.name in wanted)
