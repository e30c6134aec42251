"""The frame of records: comments, kinds of lines in order, blocks, and the line of every refusal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text import record_text
from suitwise.foundation.text.phrases import reason_of
from suitwise.foundation.text.position_text import PositionText, matched
from suitwise.game import load, play
from suitwise.players import RandomPlayer

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
