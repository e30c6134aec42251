"""A solver's answers are read from text or JSON; a reason given as data is ruled on itself."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from suitwise.errors import NotationError
from suitwise.stacks import (
    Layout,
    Move,
    judge_input,
    make,
    read_cases,
    rule_on,
    solve_cases,
    why_lost,
)
from suitwise.stacks.judge.referee_file import read_answers, read_reason
from tests.stacks.positions import some_positions

WON = Layout.parse("7b 7a | 3b 6b")
LOST = Layout.parse("7b 7a | 6b 7c")
REASON = {"kind": "more suits", "suits": 3, "stacks": 2}
NO_REASONS: list[Any] = [
    *[None, 7, [], {}, {"kind": "bad luck"}, {**REASON, "suits": "3"}],
    *[{**REASON, "stacks": True}, {**REASON, "suits": 10**10}],
    *[{"kind": "stuck"}, {"kind": "stuck", "tops": 5}, {"kind": "stuck", "tops": ["x"]}],
    *[{"kind": "no path", "bare": 0}, {"kind": "no path", "bare": 0, "chains": [0]}],
    {"kind": "no path", "bare": 0, "chains": [{"suits": [], "end": [], "stack": 0}]},
]


def lost_because(reason: Any) -> str:
    """Return the line that says so of the first case."""
    return json.dumps({"case": 1, "possible": False, "reason": reason})


def ruling(layout: Layout, **said: Any) -> str:
    """Rule on what is said of a layout, as JSON."""
    (told,) = rule_on([layout], [json.dumps({"case": 1, **said})])
    return str(told)


def test_every_reason_is_read_back_from_its_json() -> None:
    kinds = set()
    for layout in some_positions(51, 400, stacks=5, cards=12):
        reason = why_lost(layout)
        if reason is not None:
            kinds.add(type(reason))
            assert read_reason(json.loads(json.dumps(reason.as_json()))) == reason
    assert len(kinds) == 3


def test_what_solve_prints_as_json_is_accepted() -> None:
    layouts = [make(4, 3, k % 3, seed=1, number=k, winnable=k % 2 > 0) for k in range(20)]
    cases = read_cases(BytesIO(judge_input(layouts).encode()))
    lines = [solution.json() for solution in solve_cases(cases, reasons=True)]
    assert [str(told) for told in rule_on(layouts, lines)] == ["accepted"] * 20


def test_moves_given_as_json_are_replayed() -> None:
    assert ruling(WON, possible=True, moves=["r1", "r1", "m0>1"]) == "accepted"
    told = ruling(WON, possible=True, moves=["r1", "r0"])
    assert told == "refused: move 2, 6b is the smallest top of its suit, not 7b"


def test_a_reason_given_is_checked_and_refused_as_move_0() -> None:
    assert ruling(LOST, possible=False, reason=REASON) == "accepted"
    wrong = {**REASON, "suits": 4}
    assert (
        ruling(LOST, possible=False, reason=wrong) == "refused: move 0, no proof: there are 3 suits"
    )
    assert ruling(WON, possible=False, reason=REASON).startswith("refused: move 0, no proof: ")
    chain = {"suits": [99], "end": "cycle", "stack": 9}
    reasons: list[dict[str, Any]] = [
        {"kind": "stuck", "tops": ["1a", "9z"]},
        {"kind": "no path", "bare": 0, "chains": [chain]},
        {"kind": "no path", "bare": 99, "chains": []},
    ]
    for reason in reasons:
        assert ruling(WON, possible=False, reason=reason).startswith("refused: move 0, no proof: ")


def test_an_impossible_without_a_reason_is_accepted_where_there_is_one() -> None:
    assert ruling(LOST, possible=False) == "accepted"
    assert ruling(WON, possible=False) == "refused: move 0, the case can be won"


@pytest.mark.parametrize(
    "line",
    [
        *["{", "{}", "[" * 9, "{" + "[" * 100_000],
        *['{"case": true, "possible": false}', '{"case": -1, "possible": false}'],
        *['{"case": 1, "possible": 1}', '{"case": 1, "possible": true}'],
        *['{"case": 1, "possible": true, "moves": "r1"}'],
        *['{"case": 1, "possible": true, "moves": [1]}'],
        *map(lost_because, NO_REASONS),
    ],
)
def test_what_is_no_answer_is_bad_input(line: str) -> None:
    with pytest.raises(NotationError, match="is no answer") as error:
        list(read_answers(["# answers", line]))
    assert error.value.line == 2


def test_words_after_a_verdict_are_moves_or_passed_over() -> None:
    won, lost = read_answers(["Case #1: POSSIBLE r1 m0>1", "Case #2: IMPOSSIBLE since I say so"])
    assert [str(move) for move in won.moves(Move.parse)] == ["r1", "m0>1"]
    assert (lost.possible, lost.reason) == (False, None)
