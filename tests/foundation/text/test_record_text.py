"""The frame of records: comments, kinds of lines in order, blocks, and the line of every refusal."""

from __future__ import annotations

import re

import pytest

from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text.lines import (
    LineKind,
    RecordLines,
    at_line,
    match_texts,
    said_lines,
)

LINES = RecordLines(
    "a deal",
    {
        "deal": LineKind("deal 2", "deal ([0-9])"),
        "bid": LineKind("bid: x y", "bid: (. .)", often=True),
        "end": LineKind("end x", "end (.)"),
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

    return LINES.blocks(said_lines(text), begin, add, whole)


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
    with pytest.raises(NotationError) as caught, at_line(9):
        raise NotationError("no such card", line=1)
    assert (caught.value.line, caught.value.reason) == (9, "no such card")


def test_matches_are_told_apart_by_their_first_lines() -> None:
    lines = ["# head", "game a", "deal", "", "game b", "# game c", " game d"]
    found = [(before, text.split("\n")[0]) for before, text in match_texts(lines)]
    assert found == [(1, "game a"), (4, "game b"), (6, " game d")]
