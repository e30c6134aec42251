"""Inputs of any length: what is too long is refused early, and little of it is held."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest

from suitwise.arena.data import make_data, read_data
from suitwise.arena.data.manifest import MANIFEST, MOST_MANIFEST
from suitwise.cli import common as files
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text import lines as record_text
from suitwise.foundation.text.lines import PositionText, Readable, matched, numbered_lines
from suitwise.foundation.text.phrases import reason_of
from suitwise.game import load, play
from suitwise.players import RandomPlayer
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


# --- The frame of records -------------------------------------------------------------------------


LINES = record_text.RecordLines(
    "a deal",
    {
        "deal": record_text.LineKind("deal 2", "deal ([0-9])"),
        "bid": record_text.LineKind("bid: x y", "bid: (. .)", often=True),
        "end": record_text.LineKind("end x", "end (.)"),
    },
    longest=30,
)


def read(text: str) -> list[str]:
    def begin(found: re.Match[str], number: int, blocks: list[str]) -> str:
        return f"{len(blocks)}@{number}:{found[1]}"

    def add(kind: str, block: str, found: re.Match[str], number: int) -> str:
        if found[1] == "?":
            raise IllegalPosition("nobody knows")
        return f"{block} {kind}@{number}:{found[1]}"

    def whole(block: str) -> str:
        if "end" not in block:
            raise NotationError("the deal has no end", line=int(block[2]))
        return f"({block})"

    return LINES.blocks(record_text.said_lines(text), begin, add, whole)


def test_blocks_are_read_with_their_lines_comments_and_indents_aside() -> None:
    text = "# one\ndeal 1 # first\n  bid:  a   b\n\tbid: c d\n\n end z\ndeal 2\nend y"
    assert read(text) == ["(0@2:1 bid@3:a b bid@4:c d end@6:z)", "(1@7:2 end@8:y)"]
    assert read("") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\nend z", "line 2: a deal begins with 'deal 2'"),
        ("deal 1\nend z\nbid: a b", "line 3: 'bid' stands there after 'end'"),
        ("deal 1\nend z\nend z", "line 3: 'end' stands there after 'end'"),
        ("deal 1\nhello there", "line 2: 'hello there': a line begins with one of deal, bid, end"),
        ("deal 1\nbid:  ab", "line 2: 'bid:  ab': write it as 'bid: x y'"),
        ("deal 1\nend ?", "line 2: nobody knows"),
        ("deal 1\nend " + "x" * 30, "line 2: a line has at most 30 characters"),
        ("deal 1\ndeal 2\nend z", "line 1: the deal has no end"),
        ("deal 1", "line 1: the deal has no end"),
    ],
)
def test_every_refusal_names_its_line(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert str(caught.value) == reason


def test_what_was_refused_elsewhere_gets_the_line_it_stands_on() -> None:
    with pytest.raises(NotationError) as caught, record_text.at_line(9):
        raise NotationError("no such card", line=1)
    assert (caught.value.line, caught.value.reason) == (9, "no such card")


def test_matches_are_told_apart_by_their_first_lines() -> None:
    lines = ["# head", "game a", "deal", "", "game b", "# game c", " game d"]
    found = [(before, text.split("\n")[0]) for before, text in record_text.match_texts(lines)]
    assert found == [(1, "game a"), (4, "game b"), (6, " game d")]


# --- The frame of positions' texts ----------------------------------------------------------------


FORM = PositionText("a position of Pairs", "two parts: numbers | who", (2,), longest=20)


@dataclass(frozen=True)
class Pairs:
    numbers: tuple[int, ...]
    who: str

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.numbers))} | {self.who}"


def pairs(parts: list[str]) -> Pairs:
    numbers = tuple(sorted(map(int, parts[0].split())))
    if len(numbers) > 3:
        raise IllegalPosition("there are three numbers at most")
    return Pairs(numbers, parts[1])


def faults(state: Pairs) -> Iterator[str]:
    if len(set(state.numbers)) < len(state.numbers):
        yield "a number stands there twice"
    if not state.numbers:
        yield "there are no numbers"


def test_a_text_is_read_by_its_parts_with_blanks_around_them() -> None:
    assert FORM.read(" 1 2|me ", pairs) == Pairs((1, 2), "me")


@pytest.mark.parametrize("text", ["", "1 2", "1 | 2 | 3", "1 2 3 4 5 6 7 8 9 10 | me"])
def test_a_text_of_other_parts_or_too_long_is_refused(text: str) -> None:
    for read in FORM.read, FORM.read_printed:
        with pytest.raises(NotationError, match=r"^a position of Pairs has two parts: numbers"):
            read(text, pairs)


@pytest.mark.parametrize("end", ["\n", "\r", "\u2028", "\nmore"])
def test_a_text_stands_on_one_line(end: str) -> None:
    with pytest.raises(NotationError, match=r"^a position of Pairs stands on one line$"):
        FORM.read(f"1 2 | me{end}", pairs)


def test_what_the_rules_refuse_is_an_error_of_the_text() -> None:
    for read in FORM.read, FORM.read_printed:
        with pytest.raises(NotationError, match=r"^there are three numbers at most$"):
            read("1 2 3 4 | me", pairs)


def test_only_the_form_printed_is_read_where_a_position_has_one_text() -> None:
    assert FORM.read_printed("1 2 | me", pairs, faults) == Pairs((1, 2), "me")
    assert FORM.read_printed("2 1 | me", pairs, faults) == Pairs((1, 2), "me")
    with pytest.raises(NotationError, match=r"^'01 2 \| me' is written as '1 2 \| me'$"):
        FORM.read_printed("01 2 | me", pairs, faults)


def test_the_first_fault_of_a_position_is_told_after_its_first_words() -> None:
    with pytest.raises(NotationError, match=r"^1 1: a number stands there twice$"):
        FORM.read_printed("1 1 | me", pairs, faults)


def test_a_piece_that_does_not_match_is_shown_cut_short() -> None:
    assert matched(re.compile("(a)b"), "ab", "")[1] == "a"
    with pytest.raises(NotationError, match=r"^'xxxx': write ab$"):
        matched(re.compile("ab"), "x" * 30, ": write ab", shown=4)


LONG = PositionText("a position of Pairs", "two parts: numbers | who", (2,), longest=20_000)


@pytest.mark.parametrize("size", [1, 24, 25, 60, 61, 400, 3000])
def test_how_a_position_is_written_is_never_cut_however_long_it_is(size: int) -> None:
    who = "x" * size
    with pytest.raises(NotationError) as refused:
        LONG.read_printed(f"01 2 | {who}", pairs, lambda state: iter(()))
    assert str(refused.value).endswith(f" is written as '1 2 | {who}'")
    assert str(reason_of(refused.value)) == str(refused.value)


@pytest.mark.parametrize("game", ["gin", "indian13(seats=6)", "indian13"])
def test_the_games_show_whole_how_a_long_position_is_written(game: str) -> None:
    """The first ten of every state is mistyped: what is right is shown to its last sign."""
    shown = 0
    for state in play(load(game).start(), RandomPlayer(1), seed=1).states():
        right = str(state)
        wrong = re.sub(r"(?<=[SHDC])T\b", "10", right, count=1)
        if wrong == right:
            continue
        with pytest.raises(NotationError) as refused:
            load(game).parse(wrong)
        said = str(refused.value)
        if " is written as " in said:
            assert said.endswith(f" is written as {right!r}")
            shown += len(right) > 60
    assert shown
