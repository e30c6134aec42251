"""Small jobs that between them need all machine code of Stack Management, for ``suitwise warm``.

Each is as large as it must be for machine code to be used (``table.COMPILED_FROM``).
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import numpy as np

from suitwise.stacks.deals.deals import Dealer
from suitwise.stacks.deals.made_layouts import made
from suitwise.stacks.game import Stacks
from suitwise.stacks.judge.cases import Cases, judge_input, read_cases
from suitwise.stacks.judge.judge import judge_cases
from suitwise.stacks.judge.solutions import solve_cases
from suitwise.stacks.rules.decision import is_winnable
from suitwise.stacks.rules.deck import Size
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.solve.difficulty import weigh
from suitwise.stacks.solve.find_reason import why_lost
from suitwise.stacks.solve.graph_of_aces import ace_graph
from suitwise.stacks.solve.winning_line import winning_line
from suitwise.stacks.stepped import batch_of
from suitwise.stepping.steps import Steps

_LARGE = Size(201, 100)


def _dealt() -> Layout:
    return Dealer(_LARGE, compiled=True).deal(0)


def _deal() -> None:
    Dealer(Size(3, 3), compiled=True).next_deal(0, 1, winnable=True)
    made(_LARGE, 1, 1, 0, True, compiled=True)
    Stacks(stacks=_LARGE.stacks, height=_LARGE.height).start().rolled(1, 0)


def _decide() -> None:
    is_winnable(_dealt())
    why_lost(_dealt())
    ace_graph(_dealt())


def _solve() -> None:
    winning_line(_dealt())


def _weigh() -> None:
    layout = made(Size(3, 3), 1, 1, 0, True, compiled=True)
    weigh(layout, compiled=True)


def _judge() -> None:
    for _ in judge_cases(_cases()):
        pass


def _solve_cases() -> None:
    for _ in solve_cases(_cases(), reasons=True):
        pass


def _cases() -> Cases:
    text = judge_input([_dealt()])
    return read_cases(BytesIO(text.encode()), compiled=True)


def _step_games() -> None:
    games = Steps(batch_of(Stacks()), 2, seed=1)
    games.step(np.asarray(games.sample()))


JOBS: dict[str, Callable[[], object]] = {
    "deals": _deal,
    "decisions": _decide,
    "lines": _solve,
    "difficulties": _weigh,
    "judge": _judge,
    "solve": _solve_cases,
    "steps": _step_games,
}
"""What is compiled, by what it is for."""
