"""The results of hands as phrases: each part has a code. ``test_replay`` holds the English."""

from __future__ import annotations

import pytest

from suitwise.foundation.text.phrases import Phrase
from suitwise.texas42 import Contract
from suitwise.texas42.record.hand import played_text, thrown_in_text
from suitwise.texas42.rules.auction import call_of
from suitwise.texas42.rules.contracts import MADE, SET
from suitwise.texas42.variant import Texas42Variant

MARKS = Texas42Variant()
POINTS = Texas42Variant(match="points")


def test_a_hand_made_says_who_took_what_and_how_the_match_stands() -> None:
    said = played_text(MARKS, Contract(1, call_of("2m"), 5), MADE, (0, 42), (3, 2))
    assert said == "declaring T1 42 points -> made (2 marks to T1); marks T0 3 - 2 T1"
    assert said.code == "texas42.result"
    assert [said.params[name].code for name in ("result", "totals")] == [
        "texas42.made",
        "texas42.marks",
    ]
    assert codes(said) == ["texas42.gets-marks"]


@pytest.mark.parametrize(
    ("game", "call", "result", "took", "expected"),
    [
        (MARKS, "30", SET, (10, 32), ["texas42.gets-mark"]),
        (POINTS, "30", MADE, (41, 1), ["texas42.gets-points", "texas42.gets-point"]),
    ],
)
def test_what_each_side_gets_is_a_phrase_of_its_own(
    game: Texas42Variant, call: str, result: int, took: tuple[int, int], expected: list[str]
) -> None:
    assert codes(played_text(game, Contract(0, call_of(call), 5), result, took, (1, 2))) == expected


def codes(said: Phrase) -> list[str]:
    """Return the codes of what the sides get."""
    return [got.code for got in said.params["gets"]]


def test_a_hand_thrown_in_says_how_the_match_stands() -> None:
    said = thrown_in_text(POINTS, (7, 0))
    assert (said, said.code) == ("thrown in; points T0 7 - 0 T1", "texas42.thrown-in")
    assert said.params["totals"].code == "texas42.points"
