"""The exact solver of Texas 42: time, positions searched, and what each improvement is worth.

Random deals under random straight declarations, a random leader, one core. A plain alpha-beta with a
table in C++ was measured on the same kind of machine at 1.7 to 2.7 ms a deal in the mean and 1.1 to 1.4
in the median, 0.45 ms before the second trick and 0.11 before the third; the plain search here is ours
with every improvement left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from benchmarks.measuring import Parts, measured
from suitwise.foundation.arrays.compiled import fitted, lowest_bit, over_rows, rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.markdown import table
from suitwise.texas42.rules.dominoes import NOTRUMP
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve import search
from suitwise.texas42.solve import search_general as general
from suitwise.texas42.solve.search import NONE, WORK, ground
from suitwise.texas42.solve.search_general import COLUMNS, SAME_DEAL, SIDE_0, SIDE_1
from suitwise.texas42.solve.solver import Aim, question_rows

STRAIGHT = range(NOTRUMP + 1)
Rule: TypeAlias = Callable[..., Any]


# --- What stands in the place of an improvement ------------------------------------------------------


@rule
def no_bounds(work: Any, left: int, leader: int, tricks: int, rest: int) -> tuple[int, int]:
    """Know nothing of a position before it is searched."""
    return 0, rest


@rule
def all_plays(work: Any, plays: int, hand: int, left: int) -> int:
    """Try trumps that do the same as others, too."""
    return plays


@rule
def lowest_second(work: Any, plays: int, beaten: int, fourth: int) -> int:
    """Try the second seat's plays from the lowest on."""
    return lowest_bit(plays)


@rule
def lowest_third(work: Any, plays: int, beaten: int, fourth: int, partner_wins: bool) -> int:
    """Try the third seat's plays from the lowest on."""
    return lowest_bit(plays)


@rule
def lowest_fourth(work: Any, plays: int, beaten: int, partner_wins: bool) -> int:
    """Try the fourth seat's plays from the lowest on."""
    return lowest_bit(plays)


@rule
def no_lead(work: Any, kept: int, tricks: int, leader: int) -> int:
    """Remember no lead."""
    return NONE


@rule
def no_third(work: Any, tricks: int) -> int:
    """Remember no play of the third seat."""
    return NONE


@rule
def no_key(kept: int) -> int:
    """Find nothing in the table."""
    return -1


PLAYS: Mapping[Rule, Rule] = {
    search.second_play: lowest_second,
    search.third_play: lowest_third,
    search.fourth_play: lowest_fourth,
}
REMEMBERED: Mapping[Rule, Rule] = {
    search.remembered_lead: no_lead,
    search.remembered_third: no_third,
}
BOUNDS: Mapping[Rule, Rule] = {search.bounds: no_bounds}
THINNED: Mapping[Rule, Rule] = {search.thinned: all_plays}
VARIANTS: Mapping[str, Mapping[Rule, Rule]] = {
    "all improvements": {},
    "no bounds before the search": BOUNDS,
    "all trumps tried": THINNED,
    "replies from the lowest on": PLAYS,
    "no best plays remembered": REMEMBERED,
    "none of these: plain, with the table": {**BOUNDS, **THINNED, **PLAYS, **REMEMBERED},
}


# --- Positions ----------------------------------------------------------------------------------------


def random_rows(deals: int, tricks_played: int = 0, seed: int = 1) -> NDArray[np.int64]:
    """Return questions of the value of random deals after some tricks of random legal play."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(deals):
        one, two, three, four = (1 << rng.permutation(28)).reshape(4, 7).sum(axis=1).tolist()
        declaration, leader = int(rng.integers(len(STRAIGHT))), int(rng.integers(4))
        position = Position(declaration, (one, two, three, four), leader)
        for _ in range(4 * tricks_played):
            legal = [at for at in range(28) if position.legal() >> at & 1]
            position = position.after(int(rng.choice(legal)))
        rows.append(question_rows([position], Aim(SIDE_0, SIDE_0)))
    return np.concatenate(rows).reshape(-1, COLUMNS)


def solve_each(rows: NDArray[np.int64], rules: Mapping[Rule, Rule]) -> NDArray[np.float64]:
    """Solve rows one at a time, ``float64[n, 2]``: seconds, positions searched."""
    run = over_rows(fitted(general.answer, rules))
    grounds = ground()
    answers = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64), np.zeros(WORK, np.int64)
    run((rows.reshape(-1), *grounds), answers, 0, 1)
    took = np.zeros((len(rows), 2))
    for row in range(len(rows)):
        start = time.perf_counter()
        run((rows.reshape(-1), *grounds), answers, row, row + 1)
        took[row, 0] = time.perf_counter() - start
    took[:, 1] = answers[1]
    return took


# --- The report ---------------------------------------------------------------------------------------


def solver_report(deals: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return the parts of a Markdown section."""
    parts: Parts = {
        "positions by tricks played": partial(_by_tricks, deals, runs),
        "what each improvement is worth": partial(_by_improvement, deals, runs),
        "tables and needs": partial(_shared, deals // 10 + 1),
    }
    return "\n\n".join(measured(say, parts))


def _by_tricks(deals: int, runs: int) -> str:
    lines = []
    for played in range(5):
        rows = random_rows(deals, played)
        took = np.min([solve_each(rows, {})[:, 0] for _ in range(runs)], axis=0)
        nodes = solve_each(rows, {})[:, 1]
        lines.append([f"before trick {played + 1}", *_milliseconds(took), f"{nodes.mean():,.0f}"])
    head = [f"value of {deals:,} random deals, one core", "mean ms", "median", "95 %", "positions"]
    return table(head, lines)


def _milliseconds(took: NDArray[np.float64]) -> list[str]:
    figures = took.mean(), np.median(took), np.percentile(took, 95)
    return [f"{figure * 1e3:.3f}" for figure in figures]


def _by_improvement(deals: int, runs: int) -> str:
    rows = random_rows(deals)
    lines = []
    for name, rules in VARIANTS.items():
        tried = np.array([solve_each(rows, rules) for _ in range(runs)])
        took, nodes = tried[:, :, 0].min(axis=0), tried[0, :, 1]
        lines.append([name, _milliseconds(took)[0], f"{nodes.mean():,.0f}"])
    return table(["the same deals", "mean ms", "positions"], lines)


def _shared(deals: int) -> str:
    """Compare leaders that share a table of positions with leaders that do not; time a need."""
    rows = np.repeat(random_rows(deals), 4, axis=0)
    rows[:, general.LEADER] = np.tile(np.arange(4), deals)
    alone = solve_each(rows, {})
    rows[:, SAME_DEAL] = np.tile([0, 1, 1, 1], deals)
    shared = solve_each(rows, {})
    needs = random_rows(deals)
    declaring = np.array([SIDE_0, SIDE_1])[needs[:, general.LEADER] & 1]
    needs[:, general.CHOOSE] = needs[:, general.TAKE] = declaring
    needs[:, general.NEED] = 30
    need = solve_each(needs, {})
    lines = [
        ["four leaders of a deal, each alone", *_sums(alone, deals)],
        ["four leaders, sharing the table", *_sums(shared, deals)],
        ["whether the leader's side takes 30", *_sums(need, deals)],
    ]
    return table(["a deal", "time", "positions"], lines)


def _sums(took: NDArray[np.float64], deals: int) -> list[str]:
    seconds, nodes = took.sum(axis=0) / deals
    return [f"{seconds * 1e3:.3f} ms", f"{nodes:,.0f}"]
