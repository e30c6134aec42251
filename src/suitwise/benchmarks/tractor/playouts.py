"""Rounds of Tractor at the table: card plays a second, random and rule-based, on cores and on a GPU."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from suitwise.benchmarks import seconds
from suitwise.foundation.arrays.compiled import cuda_available
from suitwise.foundation.arrays.cores import available_cores, machine_line
from suitwise.markdown import table
from suitwise.tractor.arrays.batch import (
    RANDOM,
    Policies,
    deal_rounds,
    outcomes,
    play_rounds,
    step,
)
from suitwise.tractor.arrays.packed import ALL_PLAYED

ON_GPU = 20
"""A GPU plays so many times as many rounds."""
RULED: Policies = ("rules", "rules")
SIDES: tuple[Policies, ...] = (("rules", "random"), RANDOM, ("random", "rules"), RULED)
KINDS = (("random", RANDOM), ("rule-based", RULED))


def report(rounds: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        rounds: how many rounds a batch has.
        runs: how often each figure is taken; the median is kept.
        say: told what is being measured.
    """
    say("rounds")
    parts = [f"{machine_line()}.", _rates(rounds, runs), _steps(rounds, runs), _points(rounds)]
    if cuda_available():
        say("rounds on the GPU")
        parts.append(_gpu_rates(rounds * ON_GPU, runs))
    return "\n\n".join(parts)


def _rates(rounds: int, runs: int) -> str:
    """Time whole rounds on one core and on all: dealt, buried, played, scored."""
    rows = []
    for name, policies in KINDS:
        took = [
            seconds(partial(play_rounds, rounds, 1, policies, threads=threads), runs)
            for threads in (1, 0)
        ]
        rows.append([name, *(_millions(rounds * ALL_PLAYED, one) for one in took)])
    cores = f"{available_cores()} cores"
    return table([f"cards played a second, {rounds:,} whole rounds", "one core", cores], rows)


def _steps(rounds: int, runs: int) -> str:
    """Time the deal, and the play alone, on one core."""
    rows = []
    for name, policies in KINDS:
        dealt = deal_rounds(rounds, 1, policies=policies)
        rows.append(
            [
                name,
                _millions(
                    rounds,
                    seconds(partial(deal_rounds, rounds, 1, policies=policies, threads=1), runs),
                ),
                _millions(
                    rounds * ALL_PLAYED,
                    seconds(partial(step, dealt, ALL_PLAYED, policies=policies, threads=1), runs),
                ),
            ]
        )
    return table(["one core", "rounds dealt and buried a second", "cards played a second"], rows)


def _points(rounds: int) -> str:
    """Compare the policy with random play on the same deals, landlord in seat 0."""
    rows = []
    for policies in SIDES:
        found = play_rounds(rounds, 2, policies, landlords=0)
        points, gained = found.points, found.gains[:, 0] - found.gains[:, 1]
        rows.append([*policies, _with_error(points), _with_error(gained)])
    head = [
        "landlord's side",
        "attackers",
        "attackers' points",
        "ranks gained by the landlord's side",
    ]
    return table(head, rows)


def _with_error(values: object) -> str:
    """Return a mean with its interval of 95 %."""
    import numpy as np

    found = np.asarray(values, float)
    return f"{found.mean():.2f} ± {1.96 * float(found.std()) / math.sqrt(len(found)):.2f}"


def _gpu_rates(rounds: int, runs: int) -> str:
    """Time whole rounds on the GPU; their outcomes come back."""
    rows = []
    for name, policies in KINDS:
        took = seconds(partial(play_rounds, rounds, 1, policies, device="cuda"), runs)
        dealt = deal_rounds(rounds, 1, policies=policies, device="cuda")
        there = seconds(partial(_played, dealt, policies), runs)
        rows.append(
            [name, _millions(rounds * ALL_PLAYED, took), _millions(rounds * ALL_PLAYED, there)]
        )
    head = [f"cards played a second, {rounds:,} rounds on the GPU", "whole rounds", "play alone"]
    return table(head, rows)


def _played(rounds: object, policies: Policies) -> None:
    """Play rounds that lie on the GPU, and wait for it by fetching what they came to."""
    outcomes(step(rounds, ALL_PLAYED, policies=policies))


def _millions(number: int, took: float) -> str:
    return f"{number / took / 1e6:,.2f} M"
