"""The figures of Tractor's judge (``python -m benchmarks tractor``)."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from pathlib import Path

from benchmarks.measuring import Parts, Say, alternate, measured, run_rival, run_suitwise, seconds
from benchmarks.tractor.rounds import Kind, rounds_text
from suitwise.foundation.arrays.compiled import count_bits, machine, rule
from suitwise.foundation.arrays.rows import available_cores, machine_line
from suitwise.markdown import table
from suitwise.tractor import match
from suitwise.tractor.judge.judge import judge_file
from suitwise.tractor.judge.stream import judge_stream
from suitwise.tractor.rules.blocks import MOST_PAIRS, WEIGHT
from suitwise.tractor.rules.matching import PACKS, best_top

KINDS: tuple[Kind, ...] = ("ordinary", "worst")
_FAILING = "6 pairs and 6 singles met by 5 pairs (12! literal orders)"
_FAILING_LEAD = "H3H3H5H5H7H7H9H9HJHJHKHKH4H6H8HTHQHA"
_FAILING_REPLY = "S3S3S5S5S7S7S9S9SJSJS4S6S8STSQSKSAS2"
_DISCARDS = ("C3C4C5C6C7C8C9CTCJCQCKCAD3D4D5D6D7D8", "D9DTDJDQDKDAC3C4C5C6C7C8C9CTCJCQCKCA")


def report(rounds: int, runs: int, rival: str | None, say: Say) -> str:
    """Measure everything and return it as Markdown.

    Args:
        rounds: rounds in the main input.
        runs: counted runs of each figure; the median is shown.
        rival: a program that judges standard input, or None.
        say: called with a line before each part.
    """
    with tempfile.TemporaryDirectory() as name:
        say("making rounds")
        folder = Path(name)
        inputs = {kind: _input(folder, kind, rounds) for kind in KINDS}
        parts: Parts = {
            "rounds a second": partial(_rates, inputs, rounds, runs),
            "growth": partial(_growth, folder, rounds, runs, rival),
            "hard matches": partial(_matches, runs),
        }
        if rival:
            parts["against the other judge"] = partial(_against, rival, inputs, rounds, runs)
        told = f"Medians of {runs} runs; {rounds:,} rounds unless said otherwise."
        return "\n\n".join([machine_line(), told, *measured(say, parts)])


def _input(folder: Path, kind: Kind, rounds: int) -> Path:
    path = folder / f"{kind}.in"
    path.write_bytes(b"%d\n" % rounds + rounds_text(rounds, kind=kind))
    return path


def _judge(source: Path | bytes, threads: int) -> None:
    """Judge an input and write the answer's text, as the command does."""
    with source.open("rb") if isinstance(source, Path) else BytesIO(source) as file:
        for batch in judge_stream(file, threads=threads):
            batch.answer()


def _rates(inputs: Mapping[Kind, Path], rounds: int, runs: int) -> str:
    rows = []
    counts = sorted({1, available_cores()})
    for name, path in inputs.items():
        size = path.stat().st_size
        sources: list[tuple[str, Path | bytes]] = [
            ("from a file", path),
            ("from memory", path.read_bytes()),
        ]
        for where, source in sources:
            took = [seconds(partial(_judge, source, threads), runs) for threads in counts]
            rates = (f"{rounds / one:,.0f} ({size / one / 1e6:,.0f})" for one in took)
            rows.append([f"{name}, {where}", *rates])
    few = rounds_text(200)
    plain = seconds(lambda: list(judge_file(BytesIO(b"200\n" + few))), 3)
    rows.append(
        ["ordinary, every trick explained", f"{200 / plain:,.0f}", *[""] * (len(counts) - 1)]
    )
    threads = [f"{count} thread{'s' * (count > 1)}" for count in counts]
    return table(["rounds a second (MB a second)", *threads], rows)


def _growth(folder: Path, rounds: int, runs: int, rival: str | None) -> str:
    """Time whole processes for growing inputs."""
    head = ["rounds", "whole process s", "rounds/s"]
    rows = []
    for count in sorted({100, 10_000, 50_000, rounds, 5 * rounds}):
        path = folder / f"growth{count}.in"
        path.write_bytes(b"%d\n" % count + rounds_text(count))
        ours = partial(run_suitwise, "tractor", "judge", path)
        if rival:
            took, other, ratio = alternate(ours, partial(run_rival, rival, path), runs)
            more = [f"{other:.3f}", f"{ratio:.2f}"]
        else:
            took, more = seconds(ours, runs), []
        rows.append([f"{count:,}", f"{took:.3f}", f"{count / took:,.0f}", *more])
        path.unlink()
    return table(head + (["other judge s", "ratio"] if rival else []), rows)


def _against(rival: str, inputs: Mapping[Kind, Path], rounds: int, runs: int) -> str:
    """Compare ours on one core, in a running process, with the other judge's whole process."""
    rows = []
    for name, path in inputs.items():
        tasks = partial(_judge, path, 1), partial(run_rival, rival, path)
        ours, theirs, ratio = alternate(*tasks, runs if name == "ordinary" else min(runs, 3))
        rows.append([name, f"{rounds / ours:,.0f}", f"{rounds / theirs:,.0f}", f"{ratio:.2f}"])
    return table(["one core", "ours, rounds/s", "other judge, rounds/s", "ratio"], rows)


@rule
def pack_every(tractors: int, length: int) -> int:
    """Pack a lead's tractors into every set of up to 12 trump pairs; return how many sets there are."""
    sets = 0
    for pairs in range(1 << 16):
        spares = 3 if (pairs >> 12) & 1 else 1
        for spare in range(spares):
            if count_bits(pairs) + spare <= MOST_PAIRS:
                sets += 1
                best_top(pairs << 13, spare, 25, tractors, length)
    return sets


def _matches(runs: int) -> str:
    """Time the hardest questions that a match can pose."""
    failing = partial(match, _FAILING_LEAD, _FAILING_REPLY, "S2")
    plain = seconds(lambda: [failing() for _ in range(100)], runs) / 100
    every = machine(pack_every)
    each = []
    sets = every(0, 2)
    for pack in PACKS[1:]:
        code = sum(WEIGHT[n] for n in pack) & 127
        each.append(seconds(partial(every, code, pack[0]), 1) / sets)
    packs = f"{len(each)} packs of tractors into each of {sets:,} sets of trump pairs"
    figures = {
        f"{_FAILING}, plain Python": f"{plain * 1e6:,.1f} µs",
        f"{packs}, compiled, mean": f"{sum(each) / len(each) * 1e9:.1f} ns",
        "the same, the slowest pack": f"{max(each) * 1e9:.1f} ns",
    }
    return table(["hard matches", "each"], list(map(list, figures.items())))
