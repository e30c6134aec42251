"""Counts of sequences of moves: kept ones are right, and files are read with care."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise import testing
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import load
from suitwise.testing.poker import KuhnState
from tests.fresh import ROOT, fresh_python
from tests.testing.broken.case import Copy, Variant

COUNTS = sorted((ROOT / "tests" / "data" / "perft").glob("*.txt"))


@pytest.mark.parametrize("path", COUNTS, ids=lambda path: path.stem)
def test_every_kept_count_is_right(path: Path) -> None:
    lines = list(testing.read_perft(path.read_text("utf-8").splitlines()))
    assert lines
    assert [fault for line in lines if (fault := testing.check_perft(line))] == []


def test_the_sequences_of_kuhn_poker_are_those_of_its_rules() -> None:
    ends = ("pp", "pbp", "pbb", "bp", "bb")
    for depth in range(7):
        begun = {end[: depth - 2] for end in ends if len(end) >= depth - 2}
        count = (1, 3)[depth] if depth < 2 else 6 * len(begun)
        assert testing.perft(testing.Kuhn().start(), depth) == count


@pytest.mark.parametrize("depth", [-1, 100, True, 1.5, "2"])
def test_a_depth_that_is_none_is_refused(depth: Any) -> None:
    with pytest.raises(SuitwiseError, match="a depth is a"):
        testing.perft(load("gin").start(), depth)


def test_a_wrong_count_is_told_with_the_right_one() -> None:
    (line,) = testing.read_perft(["kuhn ; KJ:p ; 2 3"])
    assert testing.check_perft(line) == "depth 2 of KJ:p has 2 sequences, not 3"


def test_comments_and_blank_lines_are_skipped_and_lines_numbered() -> None:
    text = "# counts\n\nkuhn;start;1 3   # the deal\n  \n kuhn ; KJ ; 1  2\t#x\r\n"
    found = [
        (line.line, str(line.state), line.depth, line.count)
        for line in testing.read_perft(text.split("\n"))
    ]
    assert found == [(3, "-", 1, 3), (5, "KJ", 1, 2)]


def test_a_sign_of_comments_within_a_word_belongs_to_the_position() -> None:
    with pytest.raises(NotationError, match="K#1"):
        list(testing.read_perft(["kuhn ; K#1 ; 1 2"]))


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
        list(testing.read_perft(["kuhn ; start ; 0 1", text]))
    assert refused.value.line == 2
    assert refused.value.reason.startswith(reason)


def test_a_start_that_cannot_be_is_refused_with_its_line() -> None:
    with pytest.raises(NotationError, match=r"line 1: .* more than 1,000,000"):
        list(testing.read_perft(["stacks(stacks=1001,height=1000) ; start ; 1 1"]))


def test_a_long_line_takes_no_longer_than_its_length() -> None:
    with pytest.raises(NotationError, match="a perft line is VARIANT"):
        list(testing.read_perft(["a" + " " * 300_000 + "b"]))
    # In the square of its length it would be an hour.


@given(st.lists(st.text() | st.text("kuhnstar;# 0123456789-KJQ:pb")))
def test_a_file_of_anything_is_read_or_refused(lines: list[str]) -> None:
    found: list[int | None] = []
    try:
        found += [line.line for line in testing.read_perft(lines)]
    except NotationError as error:
        found.append(error.line)
    assert set(found) <= set(range(1, len(lines) + 1))


# --- Playthroughs: kept games come out the same, and any change shows -----------------------------


GAMES_KEPT = sorted((ROOT / "tests" / "data" / "playthroughs").glob("*.txt"))
KEPT = ROOT / "tests" / "data" / "playthroughs" / "kuhn-1.txt"


@pytest.mark.parametrize("path", GAMES_KEPT, ids=lambda path: path.stem)
def test_every_kept_game_comes_out_the_same(path: Path) -> None:
    assert testing.check_playthrough(path.read_text("utf-8")) is None


@pytest.mark.parametrize("path", GAMES_KEPT, ids=lambda path: path.stem)
def test_a_kept_game_is_text_that_editors_leave_alone(path: Path) -> None:
    lines = path.read_text("utf-8").split("\n")
    assert lines[-1] == ""
    assert lines == [line.rstrip() for line in lines]


def test_a_playthrough_tells_the_facts_and_what_each_seat_sees() -> None:
    lines = KEPT.read_text("utf-8").splitlines()
    assert lines[:2] == [
        "playthrough of kuhn, seed 1",
        "seats 2, distinct moves 2, longest game 5, returns -2 to 2, chance yes, "
        "perfect information no",
    ]
    place = lines.index("[2] KQ")
    assert lines[place + 1 : place + 8] == [
        *("  turn seat 0, returns 0 0", "  moves 2: p b", "  seat 0 sees K/2:"),
        *("  seat 0 observes 0 0 1 0 0 0 0 0 0 0 0 0 2", "  seat 1 sees Q/2:"),
        *("  seat 1 observes 0 1 0 0 0 0 0 0 0 0 0 0 2", "  plays b"),
    ]


def test_a_playthrough_is_the_same_in_another_process() -> None:
    code = """
from suitwise.testing import playthrough
from suitwise.testing.poker import Kuhn
print(playthrough(Kuhn(), 2**64 - 1), end="")
"""
    for hashes in ("0", "1"):
        assert fresh_python(code, PYTHONHASHSEED=hashes) == testing.playthrough(
            testing.Kuhn(), 2**64 - 1
        )


def test_a_change_of_behaviour_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KuhnState, "returns", lambda state: (0.0, 0.0))
    told = testing.check_playthrough(KEPT.read_text("utf-8"))
    assert told == (
        "line 41: kept is '  turn over, returns 2 -2', played now '  turn over, returns 0 0'"
    )


def test_lost_and_added_lines_show() -> None:
    text = KEPT.read_text("utf-8")
    lines = text.splitlines()
    told = testing.check_playthrough("\n".join(lines[:-1]))
    assert told == f"line {len(lines)}: kept is nothing, played now {lines[-1]!r}"
    assert testing.check_playthrough(text + "more\n") == (
        f"line {len(lines) + 1}: kept is 'more', played now nothing"
    )


@pytest.mark.parametrize(
    "text", ["", "\n", "kuhn, seed 1", "playthrough of kuhn", "playthrough of kuhn, seed -1"]
)
def test_a_text_without_its_first_line_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="line 1: the first line is 'playthrough of"):
        testing.check_playthrough(text)


def test_a_playthrough_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(NotationError, match="line 1: 'khun' is no game"):
        testing.check_playthrough("playthrough of khun, seed 1\n")


@pytest.mark.parametrize(
    "first", ["kuhn, seed " + "9" * 20, "stacks(stacks=1001,height=1000), seed 1"]
)
def test_a_playthrough_that_cannot_be_played_is_refused(first: str) -> None:
    with pytest.raises(NotationError, match="line 1: "):
        testing.check_playthrough(f"playthrough of {first}\n")


# --- A trial plays random games by seed, and breaks off those without an end ----------------------


class SpinsOn(Copy):
    def moves(self) -> Collection[str]:
        return ("p",)

    def after(self, move: str | int) -> Any:
        return self

    @property
    def turn(self) -> int:
        return 0


class Endless(Variant):
    name = "endless"
    kind = SpinsOn
    changed: ClassVar[dict[str, Any]] = {"longest_game": None}


def test_the_seed_and_the_number_of_games_choose_what_is_played() -> None:
    def lengths(seed: int, games: int) -> list[str]:
        return [str(states[-1]) for states, _ in testing.Trial(testing.Kuhn(), games, seed).plays()]

    assert lengths(1, 9) == lengths(1, 12)[:9]
    assert lengths(1, 9) != lengths(2, 9)


def test_a_game_without_a_bound_is_broken_off() -> None:
    states, moves = testing.Trial(Endless()).play_on(Endless().start(), 0)
    assert len(states) == len(moves) + 1 == 2001
