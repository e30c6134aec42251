"""The vector environments on a GPU: steps a second of whole loops whose arrays never leave it."""

from __future__ import annotations

from functools import partial

from benchmarks.measuring import millions, seconds
from suitwise.foundation.arrays.cuda import cuda_line
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.markdown import table
from suitwise.stepping.device import DeviceSteps
from suitwise.stepping.loop import Batch
from suitwise.stepping.steps import Steps

ON_GPU = 64
"""How many times as many games a GPU steps side by side."""
STEPS = 20
BEFORE = 60
"""So many steps are made first: then games of all ages are side by side."""
COMPARED = 64
"""So many games are stepped by the processor, too, and must be the same."""


def on_gpu(games: int, runs: int) -> str:
    """Time the loop on the GPU: legal actions drawn there, all games stepped by them.

    Args:
        games: how many games stand side by side on the processor.
        runs: how often each figure is taken; the median is kept.

    Raises:
        RuntimeError: the GPU plays other games than the processor.
    """
    from suitwise.envs.registered import BATCHED
    from suitwise.envs.vector import batch_of

    rows, many = [], games * ON_GPU
    for name, game in BATCHED.items():
        batch = batch_of(game)
        for others in ["self", *batch.policies] if batch.options[0] > 1 else ["self"]:
            _compare(batch, others)
            steps = DeviceSteps(batch, many, 1, others=others)
            _stepped(steps, BEFORE)
            rate = millions(STEPS * many, seconds(partial(_stepped, steps, STEPS), runs))
            rows.append([name, others, rate])
    return f"On {cuda_line()}:\n\n" + table(
        [f"steps a second, {many:,} games on the GPU", "opponents", "in all"], rows
    )


def _stepped(steps: DeviceSteps, count: int) -> None:
    """Step so often, and wait for the GPU by fetching one number."""
    for _ in range(count):
        steps.step(steps.sample())
    steps.ended[:1].copy_to_host()


def _compare(batch: Batch, others: str) -> None:
    """Step a few games here and there; refuse to time what is not the same."""
    here = Steps(batch, COMPARED, 1, others=others)
    there = DeviceSteps(batch, COMPARED, 1, others=others)
    for _ in range(STEPS):
        here.step(here.sample())
        there.step(there.sample())
    if not np.array_equal(here.records, there.records.copy_to_host()):
        raise RuntimeError(f"{batch.game} on the GPU is not the game on the processor")
