"""Texas 42: the solver, hidden worlds, bids, learning; on cores and, if there is one, GPU."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random

from benchmarks.measuring import measured, millions, seconds
from benchmarks.texas42.solver import solver_report
from suitwise.foundation.arrays.cuda import cuda_available, cuda_line
from suitwise.foundation.arrays.rows import available_cores, machine_line
from suitwise.markdown import table
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.solver import EndgameSolver
from suitwise.texas42.hidden import Knowledge, sample_worlds
from suitwise.texas42.rules.dominoes import mask_of
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.bidding import bidding_table

HANDS = 20
WORLDS = 1_000_000
WIDTH = 1 << 16
ROUNDS = 20


def report(deals: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        deals: how many deals the solver is given.
        runs: how often each figure is taken.
        say: called with the name of each part before it is measured.
    """
    parts = [machine_line()]
    if cuda_available():
        parts.append(cuda_line())
    parts.append(solver_report(deals, runs, say))
    parts += measured(
        say, {"worlds": partial(_worlds, runs), "bidding tables": partial(_bids, runs)}
    )
    return "\n\n".join([*parts, *measured(say, {"learning": _learning})])


def _devices() -> list[str]:
    return ["cpu", "cuda"] if cuda_available() else ["cpu"]


def _worlds(runs: int) -> str:
    known = Knowledge(0, mask_of(range(21, 28)))
    rows = []
    for device in _devices():
        took = seconds(partial(sample_worlds, known, WORLDS, 1, device=device), runs)
        rows.append([device, millions(WORLDS, took, 1)])
    return table(["worlds before the first lead", "sampled a second"], rows)


def _bids(runs: int) -> str:
    random = Random(1)
    dealt = [random.sample(range(28), 7) for _ in range(HANDS)]
    rows = []
    for blind in (False, True):
        row = ["with the blind declarers" if blind else "double dummy"]
        for threads in (1, available_cores()):

            def each(blind: bool = blind, threads: int = threads) -> None:
                for number, hand in enumerate(dealt):
                    bidding_table(hand, 100, seed=number, threads=threads, blind=blind)

            row.append(f"{seconds(each, runs) / HANDS:.2f} s")
        rows.append(row)
    what = f"a bidding table of 100 worlds, {HANDS} hands"
    return table([what, "1 core", f"{available_cores()} cores"], rows)


def _learning() -> str:
    """Time MCCFR on endgames of two and three tricks, all hands hidden."""
    rows = []
    for tricks in (2, 3):
        for device in _devices():
            dominoes = Random(tricks).sample(range(28), 4 * tricks)
            one, two, three, four = (mask_of(dominoes[seat::4]) for seat in range(4))
            start = Position(5, (one, two, three, four), 0)
            width = WIDTH if device == "cuda" else 1024
            solver = EndgameSolver(Endgame.of(start), 1, width=width, device=device)
            solver.run(3)
            before, began = solver.traversals, time.perf_counter()
            solver.run(ROUNDS)
            rate = (solver.traversals - before) / (time.perf_counter() - began)
            rows.append([str(tricks), device, f"{rate:,.0f}", f"{solver.information_sets:,}"])
    return table(["tricks left", "on", "traversals a second", "information sets met"], rows)
