"""Playthroughs: kept games come out the same, and any change shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from suitwise.errors import NotationError
from suitwise.testing import Kuhn, check_playthrough, playthrough
from suitwise.testing.poker import KuhnState
from tests.fresh import ROOT, fresh_python

FILES = sorted((ROOT / "tests" / "data" / "playthroughs").glob("*.txt"))
KEPT = ROOT / "tests" / "data" / "playthroughs" / "kuhn-1.txt"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_kept_game_comes_out_the_same(path: Path) -> None:
    assert check_playthrough(path.read_text("utf-8")) is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
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
        "  turn seat 0, returns 0 0",
        "  moves 2: p b",
        "  seat 0 sees K/2:",
        "  seat 0 observes 0 0 1 0 0 0 0 0 0 0 0 0 2",
        "  seat 1 sees Q/2:",
        "  seat 1 observes 0 1 0 0 0 0 0 0 0 0 0 0 2",
        "  plays b",
    ]


def test_a_playthrough_is_the_same_in_another_process() -> None:
    code = """
from suitwise.testing import playthrough
from suitwise.testing.poker import Kuhn
print(playthrough(Kuhn(), 2**64 - 1), end="")
"""
    for hashes in ("0", "1"):
        assert fresh_python(code, PYTHONHASHSEED=hashes) == playthrough(Kuhn(), 2**64 - 1)


def test_a_change_of_behaviour_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KuhnState, "returns", lambda state: (0.0, 0.0))
    told = check_playthrough(KEPT.read_text("utf-8"))
    assert told == (
        "line 41: kept is '  turn over, returns 2 -2', played now '  turn over, returns 0 0'"
    )


def test_lost_and_added_lines_show() -> None:
    text = KEPT.read_text("utf-8")
    lines = text.splitlines()
    told = check_playthrough("\n".join(lines[:-1]))
    assert told == f"line {len(lines)}: kept is nothing, played now {lines[-1]!r}"
    assert check_playthrough(text + "more\n") == (
        f"line {len(lines) + 1}: kept is 'more', played now nothing"
    )


@pytest.mark.parametrize(
    "text", ["", "\n", "kuhn, seed 1", "playthrough of kuhn", "playthrough of kuhn, seed -1"]
)
def test_a_text_without_its_first_line_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="line 1: the first line is 'playthrough of"):
        check_playthrough(text)


def test_a_playthrough_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(NotationError, match="line 1: 'khun' is no game"):
        check_playthrough("playthrough of khun, seed 1\n")


@pytest.mark.parametrize(
    "first", ["kuhn, seed " + "9" * 20, "stacks(stacks=1001,height=1000), seed 1"]
)
def test_a_playthrough_that_cannot_be_played_is_refused(first: str) -> None:
    with pytest.raises(NotationError, match="line 1: "):
        check_playthrough(f"playthrough of {first}\n")
