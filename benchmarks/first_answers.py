"""What the first answer of each command takes: a whole process, beside one that imports NumPy alone.

Each command runs with an empty folder of machine code, and with the user's, which ``suitwise warm`` has
filled; if they are named, from an environment in which a native wheel is installed, and from another
check-out, whose ``suitwise warm`` has filled the same folder. The processes alternate.
"""

from __future__ import annotations

import os
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.rows import machine_line
from suitwise.foundation.machine.code_cache import folder
from suitwise.markdown import table

_SEED_HAND = "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"
_DEAL = (
    "5 0 5-5,6-4,6-1,5-0,3-3,2-2,6-6 3-2,4-2,5-3,6-3,1-0,2-0,3-0 "
    "4-1,2-1,3-1,5-4,5-2,1-1,4-0 6-5,5-1,4-4,4-3,6-2,6-0,0-0"
)
_FOLLOW = "tractor follow --trump S2 --lead H3H3H4H4 --hand H6H6H7H7H9H9HJ"
_HINT = "hint\nquit\n"
_ROUNDS = {f"tractor judge, {count:,} rounds": count for count in (100, 1000, 10_000, 200_000)}
_QUESTIONS: tuple[tuple[str, str, str], ...] = (
    *((name, "tractor judge", name) for name in _ROUNDS),
    ("tractor follow", _FOLLOW, ""),
    ("texas42 solve, a deal", "texas42 solve", _DEAL + "\n"),
    ("texas42 bid", "texas42 bid '6-6 6-4 6-1 5-5 5-0 3-3 2-2'", ""),
    ("rummy arrange", f"rummy arrange '{_SEED_HAND}'", ""),
    ("stacks solve", "stacks solve", "two deals"),
    ("tractor, the strongest's first hint", "tractor play --seed 1", _HINT),
    ("texas42, the strongest's first hint", "texas42 play --seed 1", _HINT),
    ("gin, the strongest's first hint", "rummy play --seed 1", _HINT),
)
"""What is asked, the command, its standard input."""


class _Place(NamedTuple):
    """Where a command runs: an interpreter, the sources that it imports, its folder of machine code."""

    python: str
    sources: str
    folder: str


def report(runs: int, native: str | None, before: str | None, say: Callable[[str], None]) -> str:
    """Return the table of first answers, medians of whole processes.

    Args:
        runs: how often each process runs, one after the other in turn.
        native: the interpreter of an environment with a native wheel.
        before: the folder ``src`` of another check-out.
        say: is told what is measured.
    """
    here = str(Path(__file__).parents[1] / "src")
    kept = str(folder().path)
    places = {"kept code": _Place(sys.executable, here, kept)}
    if native:
        places["native wheel"] = _Place(native, "", kept)
    if before:
        places["before"] = _Place(sys.executable, before, kept)
    rows = [
        _row(name, shlex.split(command), text, places, runs, say)
        for name, command, text in _asked()
    ]
    head = ["whole process, ms", "nothing kept", *places, "kept, × import numpy"]
    if native:
        head.append("wheel, × import numpy")
    return f"{machine_line()}\n\nMedians of {runs} runs.\n\n{table(head, rows)}"


def _asked() -> list[tuple[str, str, str]]:
    from benchmarks.tractor.rounds import rounds_text

    texts = {name: f"{count}\n{rounds_text(count).decode()}" for name, count in _ROUNDS.items()}
    texts["two deals"] = (Path(__file__).parents[1] / "examples" / "two_deals.in").read_text()
    return [(name, command, texts.get(text, text)) for name, command, text in _QUESTIONS]


def _row(
    name: str,
    words: list[str],
    text: str,
    places: dict[str, _Place],
    runs: int,
    say: Callable[[str], None],
) -> list[str]:
    say(name)
    with TemporaryDirectory() as empty:
        cold = _seconds(places["kept code"]._replace(folder=empty), words, text)
    times: dict[str, list[float]] = {place: [] for place in (*places, "numpy")}
    for place in places.values():  # byte code is written, and what was not warmed is compiled
        _seconds(place, words, text)
    for _ in range(runs):
        times["numpy"].append(
            _process([sys.executable, "-c", "import numpy"], "", dict(os.environ))
        )
        for title, place in places.items():
            times[title].append(_seconds(place, words, text))
    middle = {title: statistics.median(found) for title, found in times.items()}
    compared = [title for title in ("kept code", "native wheel") if title in places]
    return [
        name,
        *(f"{1000 * found:,.0f}" for found in (cold, *(middle[title] for title in places))),
        *(f"{middle[title] / middle['numpy']:.2f}" for title in compared),
    ]


def _seconds(place: _Place, words: list[str], given: str) -> float:
    environment = {**os.environ, "SUITWISE_CACHE_DIR": place.folder, "PYTHONPATH": place.sources}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return _process([place.python, "-m", "suitwise", *words], given, environment)


def _process(command: list[str], given: str, environment: dict[str, str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, input=given, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SuitwiseError(f"{' '.join(command)}: {done.stderr.strip()}")
    return time.perf_counter() - start
