"""Solving whole inputs: every answer accepted by the referee, whatever solves it."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest

from suitwise.benchmarks.stacks import hard_input
from suitwise.errors import NotationError
from suitwise.stacks import judge as judge_module
from suitwise.stacks import solutions as solutions_module
from suitwise.stacks.cases import read_cases
from suitwise.stacks.judge import judge_text
from suitwise.stacks.layout import Layout
from suitwise.stacks.moves import parse_moves
from suitwise.stacks.referee import replay
from suitwise.stacks.rulings import Ruling, rule_on
from suitwise.stacks.solutions import solve_cases, solve_text

DATA = Path(__file__).parents[1] / "data" / "stacks"


def solved(text: bytes, *, compiled: bool, threads: int = 0) -> list[str]:
    """Solve an input; the answer's lines."""
    cases = read_cases(BytesIO(text), compiled=compiled)
    return [one.answer().decode() for one in solve_cases(cases, threads=threads)]


def test_every_answer_is_accepted_and_agrees_with_the_judge() -> None:
    for text in ((DATA / "small.in").read_bytes(), hard_input(50, 6, 8, seed=3)):
        lines = solve_text(text.decode()).splitlines()
        cases = read_cases(BytesIO(text))
        layouts = [cases.layout(case) for case in range(cases.count)]
        rulings = list(rule_on(layouts, lines))
        assert rulings == [Ruling(number, None) for number in range(1, cases.count + 1)]
        told = [" ".join(line.split()[:3]) for line in lines]
        assert told == judge_text(text.decode()).splitlines()


def test_threads_pieces_and_machine_code_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ((DATA / "small.in").read_bytes(), hard_input(300, 6, 8, seed=4)):
        plain = solved(text, compiled=False)
        monkeypatch.setattr(judge_module, "SMALL_CARDS", 0)
        for piece in (1, 100, 10**9):
            monkeypatch.setattr(solutions_module, "PIECE_CARDS", piece)
            for threads in (1, 3):
                assert solved(text, compiled=True, threads=threads) == plain
                assert solved(text, compiled=False, threads=threads) == plain
        monkeypatch.undo()


def test_cases_before_a_fault_are_solved() -> None:
    text = b"2\n2 7 2 7 1\n2 3 2 6 2\n3\n2 2\n0 1\n2 2\n1 1\n"
    cases = read_cases(BytesIO(text))
    answers = solve_cases(cases)
    assert next(answers).answer() == b"Case #1: POSSIBLE r1 r1 m0>1\n"
    with pytest.raises(NotationError, match=r"brings the card 3 2 \(3b\) a second time"):
        next(answers)


def test_a_case_that_is_won_already_has_no_moves() -> None:
    assert solve_text("1\n1 1 1\n1\n1 1\n0\n") == "Case #1: POSSIBLE\n"


def test_json_holds_moves_and_reasons() -> None:
    text = (DATA / "sample.in").read_bytes()
    first, second = solve_cases(read_cases(BytesIO(text)), reasons=True)
    told = json.loads(first.json())
    assert (told["case"], told["possible"]) == (1, True)
    layout = Layout.parse("7b 7a | 3b 6b")
    assert replay(layout, parse_moves(" ".join(told["moves"]))) is None
    assert json.loads(second.json()) == {
        "case": 2,
        "possible": False,
        "words": "stuck after the forced removals: no stack is empty and the tops 7c 6d 4b are "
        "all of different suits",
        "reason": {"kind": "stuck", "tops": ["7c", "6d", "4b"]},
    }


# --- Rulings ----------------------------------------------------------------------------------------

LAYOUTS = [Layout.parse("7b 7a | 3b 6b"), Layout.parse("7b 7a | 6b 7c")]


@pytest.mark.parametrize(
    ("lines", "rulings"),
    [
        (["POSSIBLE r1 r1 m0>1", "IMPOSSIBLE"], ["accepted", "accepted"]),
        (["POSSIBLE  r1\tr1 m0>1 ", "IMPOSSIBLE because"], ["accepted", "accepted"]),
        (
            ["POSSIBLE r1 r1", "POSSIBLE"],
            [
                "refused: move 3, the moves end before the game is won",
                "refused: move 1, the moves end before the game is won",
            ],
        ),
        (
            ["IMPOSSIBLE", "POSSIBLE r1 r0"],
            [
                "refused: move 1, the case can be won",
                "refused: move 2, no other top is of suit b, so 7b stays",
            ],
        ),
        (
            ["POSSIBLE r1 x m0>1", "POSSIBLE r0 x"],
            [
                "refused: move 2, 'x' is no move: write r3 to remove, m2>0 to shift",
                "refused: move 1, 6b is the smallest top of its suit, not 7b",
            ],
        ),
    ],
)
def test_the_referee_rules_line_by_line(lines: list[str], rulings: list[str]) -> None:
    answers = [f"Case #{number}: {line}" for number, line in enumerate(lines, 1)]
    with_blanks = ["# an answer", *(part for line in answers for part in (line, "", " "))]
    for told in (answers, with_blanks):
        assert [str(ruling) for ruling in rule_on(LAYOUTS, told)] == rulings


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([], "the answers end before case 1"),
        (["Case #1: POSSIBLE"], "the answers end before case 2"),
        (["Case #2: POSSIBLE"], "line 1: this is the answer to case 2, not 1"),
        (["", "Case #1: MAYBE"], "line 2: 'Case #1: MAYBE' is no answer: "),
        (["what\0"], "line 1: 'what\\x00' is no answer: "),
        (["Case #1: POSSIBLE", "Case #2: IMPOSSIBLE", "Case #3: POSSIBLE"], "line 3: there is no"),
    ],
)
def test_what_is_no_answer_is_bad_input(lines: list[str], fault: str) -> None:
    with pytest.raises(NotationError) as error:
        list(rule_on(LAYOUTS, lines))
    assert str(error.value).startswith(fault)


def test_rulings_are_plain_data_too() -> None:
    told = rule_on(LAYOUTS, ["Case #1: POSSIBLE r1 r1 m0>1", "Case #2: POSSIBLE r9"])
    assert [ruling.as_json() for ruling in told] == [
        {"case": 1, "accepted": True},
        {
            "case": 2,
            "accepted": False,
            "move": 1,
            "reason": "there is no stack 9: stacks count from 0 to 1",
        },
    ]
