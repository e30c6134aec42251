"""Counts of sequences of moves: kept ones are right, and files are read with care."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import NotationError
from suitwise.testing import Kuhn, check_perft, perft, read_perft
from tests.fresh import ROOT

FILES = sorted((ROOT / "tests" / "data" / "perft").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_kept_count_is_right(path: Path) -> None:
    lines = list(read_perft(path.read_text("utf-8").splitlines()))
    assert lines
    assert [fault for line in lines if (fault := check_perft(line))] == []


def test_the_sequences_of_kuhn_poker_are_those_of_its_rules() -> None:
    ends = ("pp", "pbp", "pbb", "bp", "bb")
    for depth in range(7):
        begun = {end[: depth - 2] for end in ends if len(end) >= depth - 2}
        count = (1, 3)[depth] if depth < 2 else 6 * len(begun)
        assert perft(Kuhn().start(), depth) == count


def test_a_wrong_count_is_told_with_the_right_one() -> None:
    (line,) = read_perft(["kuhn ; KJ:p ; 2 3"])
    assert check_perft(line) == "depth 2 of KJ:p has 2 sequences, not 3"


def test_comments_and_blank_lines_are_skipped_and_lines_numbered() -> None:
    text = "# counts\n\nkuhn;start;1 3   # the deal\n  \n kuhn ; KJ ; 1  2\r\n"
    found = [
        (line.line, str(line.state), line.depth, line.count)
        for line in read_perft(text.split("\n"))
    ]
    assert found == [(3, "-", 1, 3), (5, "KJ", 1, 2)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("kuhn", "a perft line is VARIANT ; POSITION ; DEPTH COUNT"),
        ("kuhn ; start", "a perft line is VARIANT ; POSITION ; DEPTH COUNT"),
        ("kuhn ; start ; 1", "a perft line is VARIANT ; POSITION ; DEPTH COUNT"),
        ("kuhn ; start ; 1 3 4", "a perft line is VARIANT ; POSITION ; DEPTH COUNT"),
        ("kuhn ; start ; -1 3", "a perft line is VARIANT ; POSITION ; DEPTH COUNT"),
        ("kuhn ; start ; ² 3", "a perft line is VARIANT ; POSITION ; DEPTH COUNT"),
        ("kuhn ; start ; 1 " + "9" * 5000, "a perft line is VARIANT ; POSITION ; DEPTH COUNT"),
        ("kuhn ; start ; 10000 1", "a perft line is VARIANT ; POSITION ; DEPTH COUNT"),
        ("khun ; start ; 1 3", "'khun' is no game: write one of "),
        ("kuhn ; KK ; 1 3", "'KK' is no state of Kuhn poker: write KJ:pb"),
        ("kuhn ; KJ ; KJ ; 1 3", "'KJ ; KJ' is no state of Kuhn poker: write KJ:pb"),
    ],
)
def test_a_bad_line_is_refused_with_its_number(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        list(read_perft(["kuhn ; start ; 0 1", text]))
    assert refused.value.line == 2
    assert refused.value.reason.startswith(reason)


def test_a_start_that_cannot_be_is_refused_with_its_line() -> None:
    with pytest.raises(NotationError, match=r"line 1: .* more than 1,000,000"):
        list(read_perft(["stacks(stacks=1001,height=1000) ; start ; 1 1"]))


def test_a_long_line_takes_no_longer_than_its_length() -> None:
    with pytest.raises(NotationError, match="a perft line is VARIANT"):
        list(read_perft(["a" + " " * 300_000 + "b"]))
    # In the square of its length it would be an hour.


@given(st.lists(st.text() | st.text("kuhnstar;# 0123456789-KJQ:pb")))
def test_a_file_of_anything_is_read_or_refused(lines: list[str]) -> None:
    found: list[int | None] = []
    try:
        found += [line.line for line in read_perft(lines)]
    except NotationError as error:
        found.append(error.line)
    assert set(found) <= set(range(1, len(lines) + 1))
