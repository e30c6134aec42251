"""Inputs of any length: what is too long is refused early, and little of it is held."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest

from suitwise.arena.data import make_data, read_data
from suitwise.arena.data.manifest import MANIFEST, MOST_MANIFEST
from suitwise.cli import common as files
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import Readable, numbered_lines
from suitwise.rummy import read_hands
from suitwise.stacks.judge import cases
from suitwise.texas42.solve.deal_file import read_deals
from tests.commands import refusal_of
from tests.fresh import ROOT

MB = 1 << 20


class Endless:
    """An input without an end, of one byte after a beginning; it counts what is read of it."""

    def __init__(self, byte: bytes, begin: bytes = b"") -> None:
        self._begin, self._byte = begin, byte
        self.read_so_far = 0

    def read(self, size: int, /) -> bytes:
        assert self.read_so_far <= 4 * MB, "nothing is refused of an input that has no end"
        self.read_so_far += size
        part, self._begin = self._begin[:size], self._begin[size:]
        return part + self._byte * (size - len(part))


def first_of(read: Callable[[Readable], Iterator[object]]) -> Callable[[Readable], object]:
    """Return what asks a reader for the first of what it reads."""
    return lambda file: next(read(file))


def of_lines(file: Readable) -> Iterator[object]:
    return numbered_lines(file, 4096)


def of_records(file: Readable) -> Iterator[object]:
    return files.numbered_lines(files.Input(file, "<stdin>"), 4096)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "read", [of_lines, of_records, read_deals, read_hands], ids=lambda read: read.__name__
)
def test_a_line_without_an_end_is_refused_when_it_is_too_long(
    read: Callable[[Readable], Iterator[object]],
) -> None:
    file = Endless(b"\0")
    with pytest.raises(NotationError, match=r"^line 1: the line is longer than 4,096 bytes$"):
        first_of(read)(file)
    assert file.read_so_far <= MB


def test_lines_are_those_of_the_whole_text_however_they_are_read() -> None:
    text = b"S2\n" + b"x" * 100_000 + b"\n\n" + b"y\n" * 70_000 + b"end"
    found = list(numbered_lines(BytesIO(text), 100_000))
    assert [line for _, line in found] == text.split(b"\n")
    assert [number for number, _ in found] == list(range(1, len(found) + 1))
    with pytest.raises(NotationError, match=r"^line 2: the line is longer than 99,999 bytes$"):
        list(numbered_lines(BytesIO(text), 99_999))


@pytest.mark.parametrize("begin", [b"", b"2\n2 7 2 7 1\n2 6 2 4 1\n1\n2 2\n", b"# deals\n1\n"])
def test_an_input_of_stacks_is_read_no_further_than_to_what_is_no_number(begin: bytes) -> None:
    file = Endless(b"\0", begin)
    try:
        fault = cases.read_cases(file).fault
    except NotationError as error:
        fault = error
    assert "is no number of at least 0 in digits" in str(fault)
    assert file.read_so_far <= 3 * MB


def test_comments_of_any_length_are_passed_over_in_an_input_of_stacks() -> None:
    text = b"# " + b"words, -3 and 4x, " * 200_000 + b"\n2\n2 7 2 7 1\n2 6 2 4 1\n1\n2 2\n0 1\n"
    assert len(text) > 3 * MB
    assert str(cases.read_cases(BytesIO(text)).layout(0)) == "7b 7a | 6b 4a"


def test_an_input_of_stacks_that_is_too_long_to_be_held_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cases, "_MOST_BYTES", 2 * MB)
    file = Endless(b"\n")
    with pytest.raises(NotationError, match=r"^the input is longer than 2,097,152 bytes$"):
        cases.read_cases(file)
    assert file.read_so_far <= 3 * MB


def test_weigh_takes_no_line_that_no_layout_fills(tmp_path: Path) -> None:
    layouts = tmp_path / "layouts.txt"
    layouts.write_bytes(b"2a 1b | 1a\n" + b"a" * (3 * MB))
    error = "error: {}:2: the line is longer than 1,048,576 bytes\n"
    done = subprocess.run(
        [sys.executable, "-m", "suitwise", "stacks", "weigh", str(layouts)],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, error.format(layouts))
    assert done.stdout.count("\n") == 1


def test_records_and_manifests_that_are_too_long_are_refused(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.touch()
    os.truncate(record, 17 * MB)
    reason = f"error: {record}: a record has less than 16,777,216 bytes\n"
    assert refusal_of("stacks", "play", "--record", record) == reason
    folder = tmp_path / "data"
    make_data("texas42-solved(dominoes=1)", folder, 2)
    os.truncate(folder / MANIFEST, MOST_MANIFEST + 1)
    with pytest.raises(NotationError, match="this has more than 67,108,864 bytes"):
        next(read_data(folder))
    with pytest.raises(NotationError, match="this has more than 67,108,864 bytes"):
        make_data("texas42-solved(dominoes=1)", folder, 2)


def test_too_little_memory_is_told_in_one_line() -> None:
    few = 160 * MB

    def with_little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (few, few))

    done = subprocess.run(
        [sys.executable, "-m", "suitwise", "stacks", "judge"],
        input=b"\n" * (120 * MB), capture_output=True, cwd=ROOT, preexec_fn=with_little,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"error: there is not enough memory for this\n"
