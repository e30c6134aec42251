"""All cases of gin in the file, and random questions answered as by the oracle of the page."""

from __future__ import annotations

import json
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.rummy.judge import answer_json
from tests.fresh import ROOT
from tests.oracles.rummy_games_answers import answer
from tests.oracles.rummy_games_questions import FULL, questions

LINES = (ROOT / "tests" / "data" / "rummy" / "game_cases.jsonl").read_text("utf-8").splitlines()
CASES = [case for case in map(json.loads, LINES) if case["game"] == "gin"]


def test_there_are_cases_of_each_kind() -> None:
    assert {case["kind"] for case in CASES} == {"knock", "match", "partners"}
    assert len(CASES) == 33


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_each_case_is_answered_right(case: dict[str, Any]) -> None:
    assert answer_json(json.dumps(case))["answer"] == case["want"]


@pytest.mark.exhaustive
def test_random_questions_are_answered_as_by_the_oracle(exhaustive: bool) -> None:
    for case in questions("gin", FULL if exhaustive else 800, seed=int(exhaustive)):
        assert answer_json(json.dumps(case))["answer"] == answer(case), case


KNOCK = {"knocker": "H3H4H5", "spread": "H3H4H5", "defender": "SK", "upcard": None}


@pytest.mark.parametrize(
    ("kind", "given", "error"),
    [
        ("guess", {}, "'guess' is no kind of question: write knock, match, partners"),
        ("knock", {"knocker": ""}, "a question of the kind knock needs 'defender'"),
        ("knock", KNOCK | {"knocker": 7}, "knocker is a text, not 7"),
        ("knock", KNOCK | {"knocker": "H3H3"}, "knocker: a hand has at most 11 different cards"),
        ("knock", KNOCK | {"defender": "JK"}, "defender: gin rummy has no jokers"),
        ("knock", KNOCK | {"upcard": "JK"}, "'JK' is no card that can be turned up"),
        ("knock", KNOCK | {"options": {"ace": "high"}}, "ace is one of low, both, corner"),
        ("knock", KNOCK | {"options": {"spades": 3}}, "spades is a number from 1 to 2"),
        ("knock", KNOCK | {"options": {"wild": 1}}, "gin has no option 'wild'"),
        ("knock", KNOCK | {"options": []}, "options are an object of names and values"),
        ("match", {"deals": [], "columns": 2}, "a sheet has 1 or 3 columns"),
        ("match", {"deals": [], "columns": 1.0}, "a sheet has 1 or 3 columns"),
        (
            "match",
            {"deals": [[1.0, 5, 1]], "columns": 1},
            "deals are lists of side, points and boxes",
        ),
        ("match", {"deals": [[0, 5]], "columns": 1}, "deals are lists of side, points and boxes"),
        ("match", {"deals": [[0, 5, 0]], "columns": 3}, "deal 0 is won, so it brings at least one"),
        ("match", {"deals": [], "columns": 1, "options": {"to": 0}}, "a match goes to a number"),
        ("partners", {"deals": [[0, 5]]}, "a round of partners has two deals"),
        ("partners", {"deals": [[2, 5], [0, 1]]}, "deals are lists of side and points"),
    ],
)
def test_a_question_that_can_t_be_read_is_refused_in_a_sentence(
    kind: str, given: dict[str, Any], error: str
) -> None:
    with pytest.raises(SuitwiseError) as caught:
        answer_json(json.dumps({"game": "gin", "kind": kind, "given": given}))
    assert str(caught.value).startswith(error)
