"""Playouts of Texas 42 a second: random and by the rule-based policy, on cores and on a GPU."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from suitwise.benchmarks import seconds
from suitwise.foundation.arrays.compiled import cuda_available
from suitwise.foundation.arrays.cores import available_cores
from suitwise.markdown import table
from suitwise.texas42.arrays.batch import deal, legal, play_out, step, tally
from suitwise.texas42.arrays.batch_input import Answers, States

PLAYS = 28
"""The dominoes of a hand that four play."""
ON_GPU = 100
"""A GPU plays so many times as many hands."""
RANDOM = ("random", "random")
RULED = ("rules", "rules")
SIDES = (("rules", "random"), RANDOM, ("random", "rules"), RULED)


def report(hands: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        hands: how many hands a batch has.
        runs: how often each figure is taken; the median is kept.
        say: told what is being measured.
    """
    say("playouts")
    parts = [_rates(hands, runs), _steps(hands, runs), _points(hands)]
    if cuda_available():
        say("playouts on the GPU")
        parts.append(_gpu_rates(hands * ON_GPU, runs))
    return "\n\n".join(parts)


def _rates(hands: int, runs: int) -> str:
    """Time playouts on one core and on all."""
    states = deal(hands, 1, range(9), range(4))
    rows = []
    for name, policies in (("random", RANDOM), ("rule-based", RULED)):
        took = [
            seconds(partial(play_out, states, 1, policies=policies, threads=threads), runs)
            for threads in (1, 0)
        ]
        rows.append([name, *(_millions(hands * PLAYS, one) for one in took)])
    cores = f"{available_cores()} cores"
    return table([f"plays a second, {hands:,} whole hands", "one core", cores], rows)


def _steps(hands: int, runs: int) -> str:
    """Time one step of many hands on one core, what is legal and the play itself."""
    states = deal(hands, 1, range(9), range(4))
    chosen = [int(bits).bit_length() - 1 for bits in legal(states)]
    row = [
        _millions(hands, seconds(partial(deal, hands, 1, threads=1), runs)),
        _millions(hands, seconds(partial(legal, states, threads=1), runs)),
        _millions(hands, seconds(partial(step, states, _array(chosen), threads=1), runs)),
    ]
    return table(["hands dealt a second, one core", "`legal`", "`step`"], [row])


def _array(values: list[int]) -> Answers:
    import numpy as np

    return np.array(values, np.int64)


def _points(hands: int) -> str:
    """Compare the policy with random play: the same hands, the leader's side declaring."""
    states = deal(hands, 2, range(9), 0)
    rows = []
    for policies in SIDES:
        points = play_out(states, 3, policies=policies)[:, 0]
        error = 1.96 * float(points.std()) / math.sqrt(hands)
        rows.append([*policies, f"{points.mean():.2f} ± {error:.2f}"])
    return table(["declaring side", "other side", "points of the declaring side"], rows)


def _gpu_rates(hands: int, runs: int) -> str:
    """Time what stays on the GPU: playouts whose outcomes are kept, and counted."""
    states = deal(hands, 1, range(9), range(4), device="cuda")
    rows = []
    for name, policies in (("random", RANDOM), ("rule-based", RULED)):
        kept = partial(_waited, partial(play_out, states, 1, policies=policies))
        counted = partial(tally, states, 4, 1, groups=range(9), policies=policies)
        rows.append(
            [
                name,
                _millions(hands * PLAYS, seconds(kept, runs)),
                _millions(4 * hands * PLAYS, seconds(counted, runs)),
            ]
        )
    return table([f"plays a second, {hands:,} hands on the GPU", "kept", "counted"], rows)


def _waited(task: Callable[[], States]) -> None:
    """Wait for a GPU by fetching one row of what it made."""
    task()[:1].copy_to_host()


def _millions(number: int, took: float) -> str:
    return f"{number / took / 1e6:,.1f} M"
