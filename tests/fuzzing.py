"""The loop of the fuzzers: trials one after the other, each answered or refused in a line, and soon."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence

import click

from suitwise.catalogue import known
from suitwise.errors import SuitwiseError

Trial = Callable[[random.Random], None]
MOST_SECONDS = 30.0
"""No input takes more time of a processor, once all is compiled."""


def check(trial: Trial, seed: int) -> str:
    """Try something; return whether it was answered or refused.

    Raises:
        AssertionError: an error has several lines, or something takes long or goes wrong.
    """
    since = time.process_time()
    fault = ""
    try:
        trial(random.Random(seed))
    except SuitwiseError as error:
        fault = str(error)
    except click.ClickException as error:
        fault = error.message
    if fault:
        told = f"{trial.__name__}, seed {seed}: {fault!r}"
        assert len(fault.splitlines()) == 1, told
        games = sum(
            len(entry.name) + 2 for entry in known()
        )  # other tests may have made some known
        assert len(fault) < 400 + games, told
        assert fault.isprintable(), told
    took = time.process_time() - since
    assert took < MOST_SECONDS, f"{trial.__name__}, seed {seed} takes {took:.1f} s"
    return "refused" if fault else "answered"


def try_all(trials: Sequence[Trial], seed: int, inputs: int | None, seconds: float) -> Counter[str]:
    """Try so many inputs, or as many as the time allows; return how many were answered, or refused."""
    tried: Counter[str] = Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end and tried.total() != inputs:
        number = tried.total()
        trial = trials[number % len(trials)]
        told = check(trial, seed * 1_000_003 + number)
        tried[f"{trial.__name__.removeprefix('try_')} {told}"] += 1
    return tried


def run_for_minutes(
    fuzz: Callable[[int, int | None, float], Counter[str]], about: str | None
) -> None:
    """Run a fuzzer from the command line for some minutes."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    tried = fuzz(chosen.seed, None, 60 * chosen.minutes)
    for what, count in sorted(tried.items()):
        print(f"{count:>9,} {what}")
    print(f"{tried.total():,} inputs of seed {chosen.seed}, no failure")
