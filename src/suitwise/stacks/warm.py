"""Jobs for ``suitwise warm`` that together compile every rule of Stack Management.

Each job is just large enough to use machine code (``COMPILED_FROM`` in ``rules.table``).
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from suitwise import stacks
from suitwise.stacks.arrays import batch_of
from suitwise.stacks.deals import Dealer, build
from suitwise.stacks.solve.winning_line import weigh
from suitwise.stepping.records import call_all

_LARGE = stacks.Size(201, 100)
_SMALL = stacks.Size(3, 3)


def _dealt() -> stacks.Layout:
    return Dealer(_LARGE, compiled=True).deal(0)


def _cases() -> stacks.Cases:
    return stacks.read_cases(BytesIO(stacks.judge_input([_dealt()]).encode()), compiled=True)


def _deal() -> None:
    Dealer(_SMALL, compiled=True).next_deal(0, 1, winnable=True)
    build(_LARGE, 1, 1, 0, winnable=True, compiled=True)
    stacks.Stacks(stacks=_LARGE.stacks, height=_LARGE.height).start().rolled(1, 0)


def _decide() -> None:
    layout = _dealt()
    stacks.is_winnable(layout), stacks.why_lost(layout), stacks.ace_graph(layout)


JOBS: dict[str, Callable[[], object]] = {
    "deals": _deal,
    "decisions": _decide,
    "lines": lambda: stacks.winning_line(_dealt()),
    "difficulties": lambda: weigh(build(_SMALL, 1, 1, 0, True, compiled=True), compiled=True),
    "judge": lambda: list(stacks.judge_cases(_cases())),
    "solve": lambda: list(stacks.solve_cases(_cases(), reasons=True)),
    "steps": lambda: call_all(batch_of(stacks.Stacks())),
}
"""The jobs by the feature whose rules they compile."""
