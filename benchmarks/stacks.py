"""The figures of Stack Management's judge and solver (``python -m benchmarks stacks``).

The inputs are hard: as many suits as stacks, and a path through half of all stacks that wins or, one
card exchanged, just fails.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.measuring import Parts, Say, alternate, measured, run_rival, run_suitwise, seconds
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table
from suitwise.stacks import Cases, judge_cases, read_cases, solve_cases

Numbers = NDArray[np.int32]

OFFICIAL_PREMADE = 60_000
OFFICIAL_CARDS = 100_000
OFFICIAL_CASES = 100


def _lines(rows: Numbers, head: str = "") -> bytes:
    """Write rows of numbers, a line each, with a head before each row."""
    return "".join(f"{head}{' '.join(map(str, row))}\n" for row in rows.tolist()).encode()


def hard_deal(stacks: int, height: int, seed: int = 0) -> tuple[Numbers, Numbers]:
    """Return a deal of as many suits as stacks that only a path through half of them wins.

    The kings and aces that are not on the path lie in stacks off it, so the graph of aces has no
    other path, and this one is as long as asked: no shorter way ends at another target.

    Args:
        stacks: how many stacks, at least 4.
        height: how many cards each has, at least 2.
        seed: the seed.

    Returns:
        An array (stacks, 2 * height) of values and suits in turn, tops first; and the last stack
        but with a second card of the source's suit, which makes the deal a lost one.

    >>> deal, spoiled = hard_deal(8, 4)
    >>> deal.shape, spoiled.shape
    ((8, 8), (8,))
    """
    rng = np.random.default_rng(seed)
    path = stacks // 2
    counts = np.full(stacks, (stacks * height - 1) // (stacks - 1))
    counts[-1] += (stacks * height - 1) % (stacks - 1)
    counts[0] = 1
    suits = np.repeat(np.arange(stacks), counts)
    values = np.arange(len(suits)) - np.repeat(np.cumsum(counts) - counts, counts) + 1
    ace = np.cumsum(counts) - 1
    # Place k of the deal is card k % height of stack k // height, the top first.
    place = np.full(len(suits), -1)
    homes = np.arange(path + 1)
    place[ace[homes]] = homes * height + height - 1
    over = rng.integers(0, height - 1, path + 1)
    place[np.append(ace[homes[1:]] - 1, ace[path + 1])] = homes * height + over
    # The last suit has three cards or more, its lowest on top of the last stack.
    place[ace[-2] + 1] = (stacks - 1) * height
    others = np.concatenate((ace[path + 2 :], ace[path + 1 :] - 1))
    off = np.delete(np.arange((path + 1) * height, stacks * height), -height)
    place[others] = rng.choice(off, len(others), replace=False)
    rest = np.setdiff1d(np.arange(len(suits)), place[place >= 0])
    place[place < 0] = rng.permutation(rest)
    deal = np.empty((len(suits), 2), np.int32)
    deal[place, 0] = 2 * values
    deal[place, 1] = suits + 1
    rows = deal.reshape(stacks, 2 * height)
    spoiled = rows[-1].copy()
    spoiled[:2] = 1, 1  # a second card of the only suit that had just one: no source is left
    return rows, spoiled


def hard_input(stacks: int, height: int, cases: int, *, premade: int = 0, seed: int = 0) -> bytes:
    """Return an input of hard cases: every other one is lost.

    Args:
        stacks: N of every case.
        height: C of every case.
        cases: how many cases.
        premade: P, if more than the cases need: the rest are stacks of two cards.
        seed: the seed.

    >>> hard_input(4, 2, 1).count(b"\\n")
    9
    """
    rng = np.random.default_rng(seed)
    deal, spoiled = hard_deal(stacks, height, seed)
    more = max(0, premade - stacks - 1)
    short = rng.integers(1, 50_000, (more, 4), dtype=np.int32)
    full = np.vstack((deal, spoiled))
    parts = [b"%d\n" % (stacks + 1 + more), _lines(full, f"{height} "), _lines(short, "2 ")]
    parts.append(b"%d\n" % cases)
    for case in range(cases):
        chosen = np.arange(stacks, dtype=np.int32)
        chosen[-1] += case % 2
        parts += [b"%d %d\n" % (stacks, height), _lines(rng.permutation(chosen)[None])]
    return b"".join(parts)


def report(runs: int, largest: int, rival: str | None, say: Say) -> str:
    """Measure everything and return it as Markdown.

    Args:
        runs: counted runs of each figure; the median is shown.
        largest: cards of the largest case in the table of growth.
        rival: a program that judges standard input, or None.
        say: called with a line before each part.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts: Parts = {
            "official size": partial(_official, folder, runs),
            "growth": partial(_growth, folder, runs, largest),
            "parts": partial(_parts, runs),
        }
        if rival:
            parts["against the other judge"] = partial(_against, folder, rival, runs)
        head = machine_line(), f"Medians of {runs} runs; whole processes."
        return "\n\n".join([*head, *measured(say, parts)])


def _official_input(folder: Path, stacks: int) -> Path:
    """Write an input of the official large set's size: 100 cases of 100,000 cards each."""
    path = folder / f"official{stacks}.in"
    if not path.exists():
        height = OFFICIAL_CARDS // stacks
        text = hard_input(stacks, height, OFFICIAL_CASES, premade=OFFICIAL_PREMADE, seed=1)
        path.write_bytes(text)
    return path


def _both_commands(path: Path, runs: int) -> list[float]:
    """Return the seconds of judging and of solving a file, each a whole process."""
    tasks = (partial(run_suitwise, "stacks", command, path) for command in ("judge", "solve"))
    return [seconds(task, runs) for task in tasks]


def _official(folder: Path, runs: int) -> str:
    """Time whole processes."""
    rows = []
    for stacks in (2_000, 10_000, 50_000):
        path, height = _official_input(folder, stacks), OFFICIAL_CARDS // stacks
        megabytes = f"{path.stat().st_size / 1e6:.1f}"
        took = (f"{one:.2f}" for one in _both_commands(path, runs))
        rows.append([f"{stacks:,}", height, megabytes, *took])
    return table(["N", "C", "MB", "judge s", "solve s"], rows)


def _growth(folder: Path, runs: int, largest: int) -> str:
    """Time whole processes for one case of growing size."""
    rows = []
    cards, path = 10_000, folder / "growth.in"
    while cards <= largest:
        path.write_bytes(hard_input(cards // 10, 10, 1, seed=2))
        rows.append([f"{cards:,}", *(f"{one:.3f}" for one in _both_commands(path, runs))])
        cards *= 10
    return table(["cards in one case", "judge s", "solve s"], rows)


def _parts(runs: int) -> str:
    """Time what a running process does, all rules loaded."""
    text = hard_input(2_000, 50, 10, premade=OFFICIAL_PREMADE, seed=1)
    cases = read_cases(BytesIO(text))
    rows = [
        ["reading", f"{seconds(lambda: read_cases(BytesIO(text)), runs) * 1e3:.1f} ms"],
        ["deciding a case of 100,000 cards, one core", _each(cases, judge_cases, runs)],
        ["solving it, one core", _each(cases, solve_cases, runs)],
    ]
    return table(["in a running process", "time"], rows)


def _each(cases: Cases, task: Callable[..., Iterable[object]], runs: int) -> str:
    took = seconds(lambda: [None for _ in task(cases, threads=1)], runs)
    return f"{took / cases.count * 1e3:.2f} ms"


def _against(folder: Path, rival: str, runs: int) -> str:
    """Compare ours in a running process, on all cores, with the other judge's whole process."""
    rows = []
    for stacks in (2_000, 10_000, 50_000):
        path = _official_input(folder, stacks)
        ours = partial(_judge_path, path)
        took, theirs, ratio = alternate(ours, partial(run_rival, rival, path), runs)
        rows.append([f"{stacks:,}", f"{took:.3f}", f"{theirs:.3f}", f"{ratio:.2f}"])
    return table(["N", "ours s", "other judge s", "ratio"], rows)


def _judge_path(path: Path) -> None:
    with path.open("rb") as file:
        for batch in judge_cases(read_cases(file)):
            batch.answer()
