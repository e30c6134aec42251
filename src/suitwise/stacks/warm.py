"""Small jobs that between them need all machine code of Stack Management, for ``suitwise warm``.

Each is as large as it must be for machine code to be used (``table.COMPILED_FROM``).
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import numpy as np

from suitwise.stacks.deals.deals import Dealer
from suitwise.stacks.deals.path_layouts import build
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
_SMALL = Size(3, 3)


def _dealt() -> Layout:
    return Dealer(_LARGE, compiled=True).deal(0)


def _cases() -> Cases:
    return read_cases(BytesIO(judge_input([_dealt()]).encode()), compiled=True)


def _deal() -> None:
    Dealer(_SMALL, compiled=True).next_deal(0, 1, winnable=True)
    build(_LARGE, 1, 1, 0, winnable=True, compiled=True)
    Stacks(stacks=_LARGE.stacks, height=_LARGE.height).start().rolled(1, 0)


def _step_games() -> None:
    games = Steps(batch_of(Stacks()), 2, seed=1)
    games.step(np.asarray(games.sample()))


JOBS: dict[str, Callable[[], object]] = {
    "deals": _deal,
    "decisions": lambda: [ask(_dealt()) for ask in (is_winnable, why_lost, ace_graph)],
    "lines": lambda: winning_line(_dealt()),
    "difficulties": lambda: weigh(build(_SMALL, 1, 1, 0, True, compiled=True), compiled=True),
    "judge": lambda: list(judge_cases(_cases())),
    "solve": lambda: list(solve_cases(_cases(), reasons=True)),
    "steps": _step_games,
}
"""What is compiled, by what it is for."""
