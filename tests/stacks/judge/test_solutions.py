"""Solving whole inputs: every answer accepted by the referee, whatever solves it."""

from __future__ import annotations

import json
import tracemalloc
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from benchmarks.stacks import hard_input
from suitwise.errors import NotationError
from suitwise.stacks import (
    Layout,
    Move,
    Ruling,
    judge_input,
    judge_text,
    parse_moves,
    read_cases,
    replay,
    rule_on,
    solve_cases,
    solve_text,
)
from suitwise.stacks.judge import judge as solutions_module
from suitwise.stacks.rules import table
from tests.oracles import stacks_layouts

DATA = Path(__file__).parents[2] / "data" / "stacks"


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


def paired_aces(rng: Random, stacks: int) -> Layout:
    """Return a layout of as many suits as stacks with two aces in every other stack."""
    suits = rng.sample(range(1, 31), stacks)
    sizes = [1, *[3] * (stacks - 2), 5] if rng.random() < 0.7 else [3] * stacks
    aces = [(9, suit) for suit in suits]
    rng.shuffle(aces)
    pairs, rest = aces[: stacks // 2 * 2], aces[stacks // 2 * 2 :]
    rest += [(v, suit) for suit, size in zip(suits, sizes, strict=True) for v in range(1, size)]
    rng.shuffle(rest)
    piles = [pairs[k : k + 2] for k in range(0, len(pairs), 2)]
    piles += [[] for _ in range(stacks - len(piles))]
    for pile in piles:
        while len(pile) < 3:
            pile.append(rest.pop())
    return Layout.of(reversed(pile) for pile in piles)


def path_through(rng: Random, stacks: int) -> Layout:
    """Return a layout of three cards a stack with a path through some of its stacks."""
    length = rng.randint(1, stacks - 2)
    extra = 2 * stacks - length
    return Layout.of(stacks_layouts.chain_layout(rng, stacks, length, extra, equal_heights=True))


@pytest.mark.exhaustive
def test_many_cases_of_a_file_are_solved_as_they_are_judged(exhaustive: bool) -> None:
    """What explains a lost case leaves nothing behind that changes a later one."""
    rng = Random(71)
    verdicts = set()
    for _ in range(2_000 if exhaustive else 40):
        layouts = [
            paired_aces(rng, rng.randint(2, 30))
            if rng.random() < 0.5
            else path_through(rng, rng.randint(3, 8))
            for _ in range(40)
        ]
        text = judge_input(layouts)
        answers = solve_text(text).splitlines()
        assert [" ".join(line.split()[:3]) for line in answers] == judge_text(text).splitlines()
        assert all(ruling.refusal is None for ruling in rule_on(layouts, answers))
        verdicts |= {" ".join(line.split()[2:4]) for line in answers if "IMP" in line}
    assert verdicts == {"IMPOSSIBLE no", "IMPOSSIBLE stuck"}


@pytest.mark.parametrize("compiled", [False, True])
def test_a_case_with_a_path_is_won_after_a_lost_one_with_many_chains(compiled: bool) -> None:
    lost = Layout.parse("9b 9a | 9d 9c | 9f 9e | 1b 2b | 1e 1a | 1d 1c")
    won = Layout.parse("9f 9e | 1f 2f")
    first, second = solved(judge_input([lost, won]).encode(), compiled=compiled)
    assert first.startswith("Case #1: IMPOSSIBLE no path")
    assert second.startswith("Case #2: POSSIBLE")


def peak_of_solving(text: bytes) -> int:
    """Return how many bytes solving an input takes at most, its answers not kept."""
    tracemalloc.start()
    try:
        for _ in solve_cases(read_cases(BytesIO(text)), threads=1):
            pass
    except NotationError:
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def test_memory_is_in_proportion_to_the_input() -> None:
    text = hard_input(20_000, 10, 5, seed=1)
    list(solve_cases(read_cases(BytesIO(text)), threads=1))  # loads the rules
    # Room for all moves of the largest case and their text comes on top of what the judge takes.
    assert peak_of_solving(text) < 32 * len(text)


@pytest.mark.parametrize(("stacks", "height"), [(100_000, 20_000), (100_000, 1)])
def test_a_stack_named_again_and_again_takes_no_room(stacks: int, height: int) -> None:
    cards = " ".join(f"{value} 1" for value in range(height))
    text = f"1\n{height} {cards}\n1\n{stacks} {height}\n{'0 ' * stacks}\n".encode()
    assert peak_of_solving(text) < 64 * len(text)
    with pytest.raises(NotationError, match="premade stack 0, stack 1 of the case"):
        solve_text(text.decode())


def test_threads_pieces_and_machine_code_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ((DATA / "small.in").read_bytes(), hard_input(300, 6, 8, seed=4)):
        plain = solved(text, compiled=False)
        monkeypatch.setattr(table, "COMPILED_FROM", 0)
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


def test_an_answer_as_json_without_a_reason_is_one_in_words_alone() -> None:
    text = (DATA / "sample.in").read_bytes()
    answers = [solution.json() for solution in solve_cases(read_cases(BytesIO(text)))]
    layouts = [Layout.parse("7b 7a | 3b 6b"), Layout.parse("7c 9a | 6d 2b | 4b 3a")]
    assert [str(ruling) for ruling in rule_on(layouts, answers)] == ["accepted"] * 2


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
                "refused: move 0, the case can be won",
                "refused: move 2, no other top is of the suit of 7b, so it stays",
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


def test_no_move_is_read_after_a_refused_one(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    parse = Move.parse

    def noted(text: str) -> Move:
        read.append(text)
        return parse(text)

    monkeypatch.setattr(Move, "parse", noted)
    lines = ["Case #1: POSSIBLE r1 r0 r1 x m0>1", "Case #2: IMPOSSIBLE x y"]
    refused, accepted = rule_on(LAYOUTS, lines)
    assert str(refused) == "refused: move 2, 6b is the smallest top of its suit, not 7b"
    assert str(accepted) == "accepted"
    assert read == ["r1", "r0"]


def test_a_long_line_is_refused_at_its_first_move() -> None:
    line = "Case #1: POSSIBLE" + " r9" * 5_000_000
    (ruling,) = rule_on(LAYOUTS[:1], [line])
    assert str(ruling) == "refused: move 1, there is no stack 9: stacks count from 0 to 1"
    # About 0.01 s; reading all the moves takes several seconds.


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
