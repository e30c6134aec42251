"""A solver's answers are read from text or JSON; a reason given as data is ruled on itself."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import accumulate, pairwise
from random import Random
from threading import Barrier
from typing import Any

import pytest

from suitwise.errors import IllegalPosition, NotationError
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
from suitwise.stacks.judge.cases import find_shared, find_twice
from suitwise.stacks.judge.judge import PerThread, in_pieces, read_answers, read_reason
from suitwise.stacks.rules.table import NOTHING, machine_if, numbers, zeros
from tests.oracles import stacks_oracle as oracle
from tests.stacks.positions import some_positions

WON = Layout.parse("7b 7a | 3b 6b")
LOST = Layout.parse("7b 7a | 6b 7c")
REASON = {"kind": "more suits", "suits": 3, "stacks": 2}
NO_REASONS: list[Any] = [
    *[7, [], {}, {"kind": "bad luck"}, {**REASON, "suits": "3"}],
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
    assert ruling(LOST, possible=False, reason=None) == "accepted"
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


# --- A whole input of the judge: read, and written from layouts -----------------------------------


def test_the_judges_input_names_equal_stacks_once() -> None:
    layouts = [Layout.parse("2b 1a | 1b 2a"), Layout.parse("1b 2a | 3a 4a")]
    assert judge_input(layouts) == "3\n2 2 2 1 1\n2 1 2 2 1\n2 3 1 4 1\n2\n2 2\n0 1\n2 2\n1 2\n"
    assert oracle.read_cases(judge_input(layouts)) == [layout.stacks for layout in layouts]
    with pytest.raises(IllegalPosition, match="layout 1"):
        judge_input([Layout.parse("1a | -")])


@pytest.mark.parametrize("compiled", [False, True])
def test_a_case_that_was_not_read_is_an_index_error(compiled: bool) -> None:
    text = b"2\n2 7 2 7 1\n2 3 2 6 2\n3\n2 2\n0 1\n1 2\n0\n1 2\n9\n"
    cases = read_cases(BytesIO(text), compiled=compiled)
    assert [cases.stacks(case) for case in range(cases.count)] == [2, 1]
    assert str(cases.layout(1)) == "7b 7a"
    for case in (-1, 2, 3):
        with pytest.raises(IndexError, match=f"no case {case}: 2 are read"):
            cases.stacks(case)
        with pytest.raises(IndexError, match=f"no case {case}: 2 are read"):
            cases.layout(case)


# --- No two cards of a case are alike -------------------------------------------------------------


@pytest.mark.parametrize("compiled", [False, True])
def test_the_first_card_that_appears_twice_is_found(compiled: bool) -> None:
    rng = Random(61)
    begin = [0]
    for _ in range(40):
        begin.append(begin[-1] + rng.randint(1, 3))
    # Stacks of cards that lie nowhere else, and stacks of few cards that often do.
    own = list(range(6, 6 + begin[-1]))
    card = [own[place] if place % 5 > 1 else rng.randrange(6) for place in range(begin[-1])]
    given, starts = numbers(card, compiled), numbers(begin, compiled)
    shared = zeros(40, compiled)
    copies = zeros(max(own) + 1, compiled)
    machine_if(find_shared, compiled)(starts, 40, given, copies, shared)
    stacks = [card[first:last] for first, last in pairwise(begin)]
    assert [*shared] == [any(card.count(number) > 1 for number in stack) for stack in stacks]
    seen, dealt = zeros(max(own) + 1, compiled), zeros(40, compiled)
    outcomes = set()
    cases = [[rng.randrange(40) for _ in range(rng.randint(1, 6))] for _ in range(400)]
    first = list(accumulate(map(len, cases), initial=0))
    indexes = numbers([premade for chosen in cases for premade in chosen], compiled)
    shelf = (starts, shared, dealt, indexes, numbers(first, compiled))
    for case, chosen in enumerate(cases):
        expected = (NOTHING, NOTHING)
        met: set[int] = set()
        for i, premade in enumerate(chosen):
            for place in range(begin[premade], begin[premade + 1]):
                if card[place] in met and expected == (NOTHING, NOTHING):
                    expected = (i, place)
                met.add(card[place])
        found = machine_if(find_twice, compiled)(given, seen, shelf, case)
        assert found == expected
        outcomes.add(found[0])
    assert outcomes >= {NOTHING, 0, 1, 2}


# --- An input is worked on in pieces --------------------------------------------------------------


FIVE = b"2\n1 1 1\n2 1 2 2 2\n5\n1 1\n0\n1 2\n1\n1 1\n0\n1 1\n0\n1 2\n1\n"


def test_a_thread_gets_what_it_got_before_and_no_other_thread_does() -> None:
    tables = PerThread[list[int]](list)
    both = Barrier(2)

    def twice() -> tuple[list[int], list[int]]:
        both.wait(timeout=60)
        return tables.own, tables.own

    with ThreadPoolExecutor(2) as pool:
        (one, again), (other, _) = (task.result() for task in [pool.submit(twice) for _ in "ab"])
    assert one is again
    assert one is not other


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("piece_cards", "sizes"), [(1, [1, 1, 1, 1, 1]), (3, [2, 3]), (4, [3, 2]), (99, [5])]
)
def test_every_case_is_in_one_piece(piece_cards: int, sizes: list[int], compiled: bool) -> None:
    cases = read_cases(BytesIO(FIVE), compiled=compiled)
    for threads in (1, 3):
        pieces = list(in_pieces(cases, piece_cards, threads, lambda piece: (piece, None)))
        assert list(map(len, pieces)) == sizes
        assert [case for piece in pieces for case in piece] == list(range(5))


@pytest.mark.parametrize(
    ("faults", "last", "told"),
    [({2: NotationError("a card twice")}, 2, "a card twice"), ({}, 4, "the input goes on")],
)
def test_a_fault_comes_after_what_was_made_before_it(
    faults: dict[int, NotationError], last: int, told: str
) -> None:
    cases = read_cases(BytesIO(FIVE + b"what else"))
    made = in_pieces(cases, 1, 1, lambda piece: (piece.start, faults.get(piece.start)))
    assert [next(made) for _ in range(last + 1)] == list(range(last + 1))
    with pytest.raises(NotationError, match=told):
        next(made)
