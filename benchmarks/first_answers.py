"""What the first answer of each command takes on a new installation, and what the next one takes.

Each command runs as a process of its own with an empty folder of machine code, then again with what the
first run has left there.
"""

from __future__ import annotations

import os
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table

_SEED_HAND = "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"
_DEAL = (
    "5 0 5-5,6-4,6-1,5-0,3-3,2-2,6-6 3-2,4-2,5-3,6-3,1-0,2-0,3-0 "
    "4-1,2-1,3-1,5-4,5-2,1-1,4-0 6-5,5-1,4-4,4-3,6-2,6-0,0-0"
)
_FOLLOW = "tractor follow --trump S2 --lead H3H3H4H4 --hand H6H6H7H7H9H9HJ"
_HINT = "hint\nquit\n"
_GENERATE = "stacks generate --stacks 3 --height 3 --difficulty 2.. --layouts"
_BY_RULES = "--against rules --hints rules"
_QUESTIONS: tuple[tuple[str, str, str], ...] = (
    ("tractor judge, 1 round", "tractor judge", "a round"),
    ("tractor follow", _FOLLOW, ""),
    ("texas42 solve, a deal", "texas42 solve", _DEAL + "\n"),
    ("texas42 bid", "texas42 bid '6-6 6-4 6-1 5-5 5-0 3-3 2-2'", ""),
    ("rummy arrange", f"rummy arrange '{_SEED_HAND}'", ""),
    ("rummy combos", f"rummy combos '{_SEED_HAND}' --json", ""),
    ("stacks generate", _GENERATE, ""),
    ("tractor play by rules, first hint", f"tractor play {_BY_RULES}", _HINT),
    ("texas42 play by rules, first hint", f"texas42 play {_BY_RULES}", _HINT),
    ("rummy play, first hint", "rummy play", _HINT),
    ("stacks play, first hint", "stacks play", _HINT),
)
"""What is asked, the command, its standard input."""


def report(runs: int, say: Callable[[str], None]) -> str:
    """Return the table of first and later answers, medians of whole processes."""
    rows = []
    for name, command, given in _QUESTIONS:
        say(name)
        text = _a_round() if given == "a round" else given
        times = [_first_and_next(shlex.split(command), text) for _ in range(runs)]
        first, after = (statistics.median(found) for found in zip(*times, strict=True))
        rows.append([name, f"{first:.2f}", f"{after:.2f}"])
    head = ["command", "first answer s", "the next s"]
    return f"{machine_line()}\n\nMedians of {runs} runs.\n\n{table(head, rows)}"


def _a_round() -> str:
    from benchmarks.tractor.rounds import rounds_text

    return "1\n" + rounds_text(1).decode()


def _first_and_next(arguments: list[str], given: str) -> tuple[float, float]:
    with TemporaryDirectory() as folder:
        return _seconds(arguments, given, folder), _seconds(arguments, given, folder)


def _seconds(arguments: list[str], given: str, folder: str) -> float:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "suitwise", *arguments],
        input=given,
        env={**os.environ, "SUITWISE_CACHE_DIR": folder},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SuitwiseError(f"suitwise {' '.join(arguments)}: {done.stderr.strip()}")
    return time.perf_counter() - start
