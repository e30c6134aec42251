"""Rounds of Tractor at the table: card plays a second, random and rule-based, on cores and on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.measuring import mean_with_error, millions, seconds
from suitwise.foundation.arrays.cuda import cuda_available
from suitwise.foundation.arrays.rows import available_cores, machine_line
from suitwise.markdown import table
from suitwise.tractor.arrays.batch import RANDOM, Policies, deal_rounds, outcomes, play_rounds, step
from suitwise.tractor.arrays.packed import ALL_PLAYED

ON_GPU = 20
"""How many times as many rounds a GPU plays."""
RULE_BASED: Policies = ("rules", "rules")
SIDES: tuple[Policies, ...] = (("rules", "random"), RANDOM, ("random", "rules"), RULE_BASED)
KINDS = (("random", RANDOM), ("rule-based", RULE_BASED))


def report(rounds: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        rounds: how many rounds a batch has.
        runs: how often each figure is taken; the median is kept.
        say: called with the name of each part before it is measured.
    """
    say("rounds")
    parts = [f"{machine_line()}.", _rates(rounds, runs), _points(rounds)]
    if cuda_available():
        say("rounds on the GPU")
        parts.append(_gpu_rates(rounds * ON_GPU, runs))
    return "\n\n".join(parts)


def _rates(rounds: int, runs: int) -> str:
    """Time whole rounds on one core and on all, and on one core the deal and the play alone."""
    rows = []
    for name, policies in KINDS:
        whole = [
            seconds(partial(play_rounds, rounds, 1, policies, threads=threads), runs)
            for threads in (1, 0)
        ]
        alone: Any = {"policies": policies, "threads": 1}
        dealing = partial(deal_rounds, rounds, 1, **alone)
        playing = partial(step, dealing(), ALL_PLAYED, **alone)
        dealt, played = seconds(dealing, runs), seconds(playing, runs)
        cards = (millions(rounds * ALL_PLAYED, one) for one in (*whole, played))
        rows.append([name, *cards, millions(rounds, dealt)])
    cores = f"{available_cores()} cores"
    head = f"cards played a second, {rounds:,} rounds", "whole rounds, one core", cores
    return table([*head, "play alone, one core", "rounds dealt and buried, one core"], rows)


def _points(rounds: int) -> str:
    """Compare the policy with random play on the same deals, landlord in seat 0."""
    rows = []
    for policies in SIDES:
        found = play_rounds(rounds, 2, policies, landlords=0)
        gained = found.gains[:, 0] - found.gains[:, 1]
        rows.append([*policies, mean_with_error(found.points), mean_with_error(gained)])
    what = "attackers' points", "ranks gained by the landlord's side"
    return table(["landlord's side", "attackers", *what], rows)


def _gpu_rates(rounds: int, runs: int) -> str:
    """Time whole rounds on the GPU; their outcomes come back."""
    rows = []
    for name, policies in KINDS:
        took = seconds(partial(play_rounds, rounds, 1, policies, device="cuda"), runs)
        dealt = deal_rounds(rounds, 1, policies=policies, device="cuda")
        there = seconds(partial(_played, dealt, policies), runs)
        rows.append([name, *(millions(rounds * ALL_PLAYED, one) for one in (took, there))])
    head = [f"cards played a second, {rounds:,} rounds on the GPU", "whole rounds", "play alone"]
    return table(head, rows)


def _played(rounds: object, policies: Policies) -> None:
    """Play rounds that lie on the GPU, and wait for it by fetching what they came to."""
    outcomes(step(rounds, ALL_PLAYED, policies=policies))
