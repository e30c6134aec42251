"""All cases of rami in the file, and random questions against the oracle of the three games."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.rummy.judge import RAMI_HOUSES, answer_json
from suitwise.rummy.rami.rules.house import HOUSES
from tests.commands import run_command
from tests.fresh import ROOT
from tests.oracles import rummy_games_answers as oracle
from tests.oracles.rummy_games_questions import questions
from tests.oracles.rummy_games_rami import HOUSES as ORACLE_HOUSES

LINES = (ROOT / "tests" / "data" / "rummy" / "game_cases.jsonl").read_text("utf-8").splitlines()
CASES = [case for case in map(json.loads, LINES) if case["game"] in RAMI_HOUSES]

run = partial(run_command, "rummy", "rule")


def is_right(case: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Return whether an answer is as wanted; of the melds of a lay-off the order is free."""
    want = case["want"]
    if case["kind"] == "layoff":
        return sorted(answer["becomes"]) == sorted(want["becomes"])
    if case["kind"] == "turn" and not want["legal"] and not answer["legal"]:
        return bool(answer["at"] == want["at"]) and oracle.agrees(case, answer)
    return bool(answer == want)


def test_there_are_cases_of_each_kind_and_questions_know_each_house() -> None:
    assert {case["kind"] for case in CASES} == {"turn", "opening", "layoff", "score"}
    assert len(CASES) == 76
    assert set(RAMI_HOUSES) == set(HOUSES) == set(ORACLE_HOUSES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_each_case_is_answered_right(case: dict[str, Any]) -> None:
    assert is_right(case, answer_json(json.dumps(case))["answer"])


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(8))
def test_random_questions_are_answered_as_by_the_oracle(seed: int, exhaustive: bool) -> None:
    """Compare 1,000 questions by default, 20,000 under --exhaustive."""
    legal = 0
    for case in questions("rami", 2500 if exhaustive else 125, seed=seed):
        answer = answer_json(json.dumps(case))["answer"]
        assert oracle.agrees(case, answer), (case, answer)
        legal += answer.get("legal", False)
    assert legal > (500 if exhaustive else 50)


def test_the_command_answers_a_bad_line_with_its_error_and_goes_on() -> None:
    lines = [CASES[0], {**CASES[0], "kind": "worst"}, {**CASES[0], "game": "rami61"}, CASES[1]]
    status, told, error = run(text="\n".join(map(json.dumps, lines)))
    assert (status, error) == (0, "")
    first, second, third, fourth = map(json.loads, told.splitlines())
    assert is_right(CASES[0], first["answer"])
    assert is_right(CASES[1], fourth["answer"])
    assert second["error"] == "'worst' is no kind of question: write opening, turn, layoff, score"
    assert third["error"].startswith(
        "questions are about gin, rummikub, rami51, rami71, rami101, romme"
    )


TURN = {
    "hand": "C2D4",
    "table": "-",
    "opened": False,
    "moves": ["stock", "C2"],
    "pile": None,
    "stock": "SK",
    "turn": 1,
}
SCORE = {
    "hands": ["", "C2"],
    "opened": [True, True],
    "out": 0,
    "sec": False,
    "melds_before": True,
}


@pytest.mark.parametrize(
    ("kind", "given", "error"),
    [
        ("turn", TURN | {"hand": "C2C2C2"}, "C2 appears 3 times, more than the packs have"),
        ("turn", TURN | {"hand": "JKJKJKJKJK"}, "JK appears 5 times, more than the packs have"),
        ("turn", TURN | {"table": "H3H4H6"}, "'H3H4H6' is no meld"),
        ("turn", TURN | {"moves": ["stock", "next"]}, "'next' is no move of a turn"),
        ("turn", TURN | {"moves": ["stock", "add:HK"]}, "'add:HK' is no move"),
        ("turn", TURN | {"stock": None}, "there is no card to draw from the stock"),
        ("turn", TURN | {"stock": "SKSK"}, "pile is its top, stock the card drawn"),
        ("turn", TURN | {"moves": "stock"}, "moves are a list of texts"),
        ("turn", TURN | {"turn": 0}, "turn is the number of the turn, from 1"),
        ("turn", TURN | {"opened": 1}, "opened is true or false"),
        ("turn", TURN | {"hand": 7}, "hand is a text, not 7"),
        ("turn", TURN | {"options": []}, "options are an object of names and values"),
        ("turn", TURN | {"options": {"seven": 7}}, "'seven' is no option"),
        ("turn", TURN | {"options": {"pile": "deep"}}, "pile is one of use, any"),
        ("turn", TURN | {"options": {"points": "1/2"}}, "points are 13 numbers"),
        ("turn", TURN | {"options": {"points": "x"}}, "points are 13 numbers with /"),
        ("turn", TURN | {"options": {"points": "1" * 5000}}, "points are 13 numbers with /"),
        ("turn", TURN | {"options": {"win": 1001}}, "win is a number from 0 to 1000"),
        ("opening", {}, "a question of the kind opening needs 'hand'"),
        ("layoff", {"meld": "H3H4H5/S9D9C9", "card": "H6"}, "a lay-off has a meld and a card"),
        ("score", SCORE | {"hands": ["C2"]}, "hands are two to 5 texts"),
        ("score", SCORE | {"opened": [True]}, "opened says of each hand"),
        ("score", SCORE | {"opened": [1, 1]}, "hands are texts, and opened is true or false"),
        ("score", SCORE | {"out": 2}, "out is a seat from 0 to 1"),
    ],
)
def test_what_no_table_has_is_refused_in_a_sentence(
    kind: str, given: dict[str, Any], error: str
) -> None:
    with pytest.raises(SuitwiseError) as caught:
        answer_json(json.dumps({"game": "rami51", "kind": kind, "given": given}))
    assert str(caught.value).startswith(error)
