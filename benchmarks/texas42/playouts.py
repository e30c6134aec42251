"""Playouts of Texas 42 a second: random and by the rule-based policy, on cores and on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.measuring import mean_with_error, millions, seconds
from suitwise.foundation.arrays.compiled import cuda_available
from suitwise.foundation.arrays.cores import available_cores
from suitwise.foundation.arrays.late_numpy import np
from suitwise.markdown import table
from suitwise.texas42.arrays.batch import deal, legal, play_out, step, tally
from suitwise.texas42.arrays.batch_input import States

PLAYS = 28
"""The dominoes of a hand that four play."""
ON_GPU = 100
"""How many times as many hands a GPU plays."""
RANDOM = ("random", "random")
RULE_BASED = ("rules", "rules")
SIDES = (("rules", "random"), RANDOM, ("random", "rules"), RULE_BASED)
KINDS = (("random", RANDOM), ("rule-based", RULE_BASED))


def report(hands: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        hands: how many hands a batch has.
        runs: how often each figure is taken; the median is kept.
        say: called with the name of each part before it is measured.
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
    for name, policies in KINDS:
        took = [
            seconds(partial(play_out, states, 1, policies=policies, threads=threads), runs)
            for threads in (1, 0)
        ]
        rows.append([name, *(millions(hands * PLAYS, one, 1) for one in took)])
    cores = f"{available_cores()} cores"
    return table([f"plays a second, {hands:,} whole hands", "one core", cores], rows)


def _steps(hands: int, runs: int) -> str:
    """Time one step of many hands on one core: their legal plays and the play itself."""
    states = deal(hands, 1, range(9), range(4))
    chosen = np.array([int(bits).bit_length() - 1 for bits in legal(states)], np.int64)
    tasks = partial(deal, hands, 1), partial(legal, states), partial(step, states, chosen)
    row = [millions(hands, seconds(partial(task, threads=1), runs), 1) for task in tasks]
    return table(["hands dealt a second, one core", "`legal`", "`step`"], [row])


def _points(hands: int) -> str:
    """Compare the policy with random play: the same hands, the leader's side declaring."""
    states = deal(hands, 2, range(9), 0)
    rows = []
    for policies in SIDES:
        points = play_out(states, 3, policies=policies)[:, 0]
        rows.append([*policies, mean_with_error(points)])
    return table(["declaring side", "other side", "points of the declaring side"], rows)


def _gpu_rates(hands: int, runs: int) -> str:
    """Time what stays on the GPU: playouts whose outcomes are kept, and counted."""
    states = deal(hands, 1, range(9), range(4), device="cuda")
    rows = []
    for name, policies in KINDS:
        kept = partial(_waited, partial(play_out, states, 1, policies=policies))
        counted = partial(tally, states, 4, 1, groups=range(9), policies=policies)
        kept_rate = millions(hands * PLAYS, seconds(kept, runs), 1)
        rows.append([name, kept_rate, millions(4 * hands * PLAYS, seconds(counted, runs), 1)])
    return table([f"plays a second, {hands:,} hands on the GPU", "kept", "counted"], rows)


def _waited(task: Callable[[], States]) -> None:
    """Wait for a GPU by fetching one row of what it made."""
    task()[:1].copy_to_host()
