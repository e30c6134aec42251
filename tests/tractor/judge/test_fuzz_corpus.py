"""Hostile inputs that are kept, replayed; and a short run of the fuzzer that finds them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from suitwise.tractor import EXAMPLE
from suitwise.tractor.judge import reader
from tests import fuzz_judge
from tests.fuzz_judge import (
    CORPUS,
    SENTENCES,
    check,
    check_command,
    check_process,
    expected_outcome,
    some_input,
)

KEPT = sorted(CORPUS.glob("*.in"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_input_is_answered_alike_in_every_reading(path: Path) -> None:
    data = path.read_bytes()
    for seed in range(6):
        check(data, Random(seed), explain=True)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_input_is_answered_as_it_was(path: Path) -> None:
    assert fuzz_judge.pinned(path.read_bytes()) == path.with_suffix(".out").read_bytes()


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_the_command_answers_a_kept_input(path: Path) -> None:
    data = path.read_bytes()
    options: list[list[str]] = [[], ["--explain"], ["--json", "--explain"]]
    check_command(data, expected_outcome(data), options[len(data) % 3])


def test_the_corpus_holds_every_kind_of_fault() -> None:
    outcomes = [expected_outcome(path.read_bytes()) for path in KEPT]
    kinds = {outcome.fault.kind for outcome in outcomes if outcome.fault}
    assert kinds == set(SENTENCES) - {"too long"}
    assert any(outcome.fault is None and outcome.answer for outcome in outcomes)


def test_a_case_that_is_too_long_is_refused() -> None:
    header, tricks = EXAMPLE.encode().split(b"\n", 1)
    data = b"2\n" + EXAMPLE.encode() + header + b"\n" * reader.MOST_CASE_BYTES + tricks
    outcome = check(data, Random(0))
    assert outcome.fault is not None
    assert (outcome.fault.kind, outcome.fault.line, outcome.fault.case) == ("too long", 16, 2)
    check_process(data, outcome, [])  # one process stands for all


def test_every_kept_input_is_small_and_described() -> None:
    rows = re.findall(
        r"^\| `(.+)\.in` \| \S.* \|$", (CORPUS / "README.md").read_text(), re.MULTILINE
    )
    assert sorted(rows) == sorted(path.stem for path in KEPT)
    assert set(rows) == {path.stem for path in CORPUS.glob("*.out")}
    assert max(path.stat().st_size for path in KEPT) < 6000


@pytest.mark.exhaustive
def test_a_short_run_of_the_fuzzer_finds_nothing(exhaustive: bool) -> None:
    """The first 120 inputs of seed 0, in full 600."""
    for number in range(600 if exhaustive else 120):
        data = some_input(0, number)
        if len(data) < 100_000:
            check(data, Random(number), explain=number % 5 == 0)


def test_an_input_of_the_fuzzer_depends_on_seed_and_number_alone() -> None:
    assert [some_input(3, i) for i in range(50)] == [some_input(3, i) for i in range(50)]
    assert some_input(3, 1) != some_input(4, 1)
    assert some_input(3, 1) != some_input(3, 2)


def test_a_failing_input_is_shrunk_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failure(data: bytes) -> str:
        return "Failed: an X" if b"X" in data else ""

    monkeypatch.setattr(fuzz_judge, "failure_of", failure)
    assert fuzz_judge.keep(b"ab\ncXd\n" * 9, tmp_path).read_bytes() == b"X"
