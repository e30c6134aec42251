"""The page's worked examples and all cases of Rummikub in the file, through ``suitwise rummy rule``."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.rummy.judge import answer_json
from tests.commands import run_command
from tests.fresh import ROOT

LINES = (ROOT / "tests" / "data" / "rummy" / "game_cases.jsonl").read_text("utf-8").splitlines()
CASES = [case for case in map(json.loads, LINES) if case["game"] == "rummikub"]

run = partial(run_command, "rummy", "rule")


def is_right(case: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Return whether an answer is as wanted; of several reasons any is right."""
    want = case["want"]
    if case["kind"] != "turn":
        return bool(answer == want)
    reasons = set(answer["reasons"])
    is_reasoned = reasons <= set(want["reasons"]) and bool(reasons) != answer["legal"]
    return bool(is_reasoned and answer["legal"] == want["legal"])


def test_there_are_cases_of_each_kind() -> None:
    assert {case["kind"] for case in CASES} == {"turn", "best", "plays", "opening", "score"}
    assert len(CASES) == 101


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_each_case_is_answered_right(case: dict[str, Any]) -> None:
    assert is_right(case, answer_json(json.dumps(case))["answer"])


def test_a_bad_line_gets_its_error_and_the_next_goes_on() -> None:
    good = json.dumps(CASES[0])
    unknown = ['{"game": "rami61", "kind": "turn", "given": {}}']
    unknown += ['{"game": ["gin"], "kind": "match", "given": {}}']
    status, told, error = run(text="\n".join(["{", *unknown, good]))
    assert (status, error) == (0, "")
    first, second, listed, third = map(json.loads, told.splitlines())
    assert first == {"error": "the line is no JSON object"}
    known = "gin, rummikub, rami51, rami71, rami101, romme"
    assert second == {"error": f"questions are about {known}, not about rami61"}
    assert listed == {"error": f"questions are about {known}, not about ['gin']"}
    assert third == {"answer": CASES[0]["want"]}


@pytest.mark.parametrize(
    ("kind", "given", "error"),
    [
        ("best", {"table": "r1r2r3", "rack": "r1 r1"}, "r1 appears 3 times, but a box has 2"),
        ("best", {"table": "-", "rack": "j j j"}, "a joker appears 3 times, but a box has 2"),
        ("best", {"table": "r1r2", "rack": ""}, "'r1r2' is no set: a run has 3 to 13 tiles"),
        ("best", {"table": "-"}, "a question of the kind best needs 'rack'"),
        ("best", {"table": "-", "rack": "k14"}, "'k14' is no tile"),
        ("best", {"table": "-", "rack": 7}, "rack is a text, not 7"),
        ("best", {"table": "r1x", "rack": ""}, "'x' is no tile of a set"),
        ("worst", {}, "'worst' is no kind of question"),
        ("opening", {"rack": "", "options": {"joker": "x"}}, "joker is swap, free or locked"),
        ("opening", {"rack": "", "options": {"pool": 1}}, "'pool' is no option"),
        ("opening", {"rack": "", "options": {"opening": 101}}, "opening is a number from 0 to"),
        ("score", {"racks": ["k1"], "out": None, "next": 0}, "racks are two to four texts"),
        ("score", {"racks": ["k1", 7], "out": None, "next": 0}, "racks are two to four texts"),
        ("score", {"racks": ["k1", ""], "out": 2, "next": 0}, "out and next are seats"),
        ("score", {"racks": ["k1", ""], "out": 1.0, "next": 0}, "out and next are seats"),
        ("score", {"racks": ["k1", ""], "out": 1, "next": False}, "out and next are seats"),
        ("score", {"racks": ["k1 k1", "k1"], "out": None, "next": 0}, "k1 appears 3 times"),
    ],
)
def test_what_no_box_holds_is_refused_in_a_sentence(
    kind: str, given: dict[str, Any], error: str
) -> None:
    with pytest.raises(SuitwiseError) as caught:
        answer_json(json.dumps({"game": "rummikub", "kind": kind, "given": given}))
    assert str(caught.value).startswith(error)
