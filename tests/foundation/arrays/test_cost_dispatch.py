"""Small questions are left to plain Python; nobody waits for a compiler longer than for the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays import cost_dispatch
from suitwise.foundation.arrays.compiled import fitted, machine, over_rows, rule
from suitwise.foundation.arrays.cost_dispatch import (
    opening_s,
    quickest,
    quickest_rows,
    small_stay_plain,
)
from tests.fresh import fresh_python


def a_rule() -> Any:
    """Return a rule that nobody has asked for yet."""

    @rule
    def plus_one(x: int) -> int:
        return x + 1

    return plus_one


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin each test without machine code on disk."""
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(tmp_path / "empty"))


def test_a_rule_is_plain_until_a_second_is_spent_on_it() -> None:
    plus_one = a_rule()
    faces = [quickest(plus_one, 0.3) is plus_one for _ in range(5)]
    assert faces == [True, True, True, False, False]
    assert quickest(plus_one, 0.3)(41) == 42


def test_a_server_leaves_small_questions_to_plain_python_however_many_come() -> None:
    plus_one = a_rule()
    with small_stay_plain():
        assert all(quickest(plus_one, 0.4) is plus_one for _ in range(5))
        assert quickest(plus_one, 1.5) is not plus_one
    plus_one = a_rule()
    assert [quickest(plus_one, 0.6) is plus_one for _ in range(2)] == [True, False]


def test_a_large_question_is_compiled_at_once() -> None:
    plus_one = a_rule()
    assert quickest(plus_one, 1.5) is machine(plus_one)
    assert quickest(plus_one, 0.5) is plus_one


def test_machine_code_on_disk_is_opened_when_that_takes_no_longer_than_was_spent() -> None:
    plus_one, again = a_rule(), a_rule()
    machine(plus_one)(1)
    little = opening_s() * 0.6
    assert [quickest(again, little) is again for _ in range(2)] == [True, False]


def test_machine_code_that_is_there_is_used() -> None:
    plus_one = a_rule()
    machine(plus_one)(1)
    assert quickest(plus_one, 0.001) is machine(plus_one)


def test_rows_are_the_same_either_way() -> None:
    @rule
    def square_row(i: int, given: Any, answer: Any) -> None:
        answer[i] = given[i] * given[i]

    given, plain, fast = np.arange(9), np.zeros(9, np.int64), np.zeros(9, np.int64)
    quickest_rows(square_row, 0.1)(given, plain, 2, 7)
    over_rows(square_row)(given, fast, 2, 7)
    assert plain.tolist() == fast.tolist() == [0, 0, 4, 9, 16, 25, 36, 0, 0]


HAND = "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"
SMALL = {
    "tractor judge": ["tractor", "judge", "examples/three_rounds.in"],
    "tractor follow": [
        "tractor",
        "follow",
        "--trump",
        "S2",
        "--lead",
        "H3H3",
        "--hand",
        "H6H6H7H7H9H9HJ",
    ],
    "texas42 solve": ["texas42", "solve", "examples/texas42_deals.txt"],
    "rummy arrange": ["rummy", "arrange", HAND],
    "rummy combos": ["rummy", "combos", HAND],
    "stacks generate": [
        "stacks",
        "generate",
        "--stacks",
        "3",
        "--height",
        "3",
        "--difficulty",
        "2..",
    ],
    "tractor hint": ["tractor", "play", "--against", "rules", "--hints", "rules"],
    "rummy hint": ["rummy", "play"],
    "stacks hint": ["stacks", "play"],
}
"""First answers to small inputs. The strongest players of Tractor and 42 try many deals for theirs."""


@pytest.mark.parametrize("command", SMALL)
def test_the_first_answer_to_a_small_question_waits_for_no_compiler(
    command: str, tmp_path: Path
) -> None:
    code = (
        "import io, sys; sys.stdin = io.TextIOWrapper(io.BytesIO(b'hint\\nquit\\n'))\n"
        "from suitwise.cli import commands\n"
        f"commands({SMALL[command]!r}, standalone_mode=False)"
    )
    assert fresh_python(code, SUITWISE_CACHE_DIR=tmp_path / "cache")
    assert not list(tmp_path.rglob("*.code"))


def test_a_process_comes_to_machine_code_when_small_questions_add_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()  # what is kept may be opened; without it the same is compiled, for ten seconds
    code = """
from suitwise.foundation.arrays.compiled import is_loaded
from suitwise.texas42 import Position, solve
from suitwise.texas42.solve.search_general import answer
deal = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
found = {solve(deal) for _ in range(1200)}
print(found, is_loaded(answer))
"""
    assert fresh_python(code) == "{21} True\n"
    assert cost_dispatch.PLAIN_S == 1.0


# --- Rules in the place of others: the copy does what they do, in machine code, too ---------------


@rule
def one(x: int) -> int:
    raise NotImplementedError


@rule
def two(x: int) -> int:
    raise NotImplementedError


@rule
def both(x: int) -> int:
    return 10 * one(x) + two(x)


@rule
def down(x: int) -> int:
    return one(x) if x == 0 else down(x - 1) + 1


@rule
def plus(x: int) -> int:
    return x + 1


@rule
def minus(x: int) -> int:
    return x - 1


@rule
def lonely(x: int) -> int:
    return x


def test_the_same_parts_in_other_places_make_another_rule() -> None:
    straight, crossed = (
        fitted(both, dict(zip((one, two), parts, strict=True)))
        for parts in ((plus, minus), (minus, plus))
    )
    assert (straight(5), crossed(5)) == (64, 46)
    assert (machine(straight)(5), machine(crossed)(5)) == (64, 46)


def test_they_are_other_rules_for_the_cache_of_machine_code(tmp_path: Path) -> None:
    code = """
from suitwise.foundation.arrays.compiled import fitted, machine
from tests.foundation.arrays.test_cost_dispatch import both, minus, one, plus, two
for parts in ((plus, minus), (minus, plus)):
    print(machine(fitted(both, dict(zip((one, two), parts))))(5))
"""
    told = [fresh_python(code, SUITWISE_CACHE_DIR=tmp_path) for _ in range(2)]
    assert told == ["64\n46\n"] * 2


def test_a_rule_that_calls_itself_has_parts_filled_in() -> None:
    count = fitted(down, {one: plus})
    assert count(4) == machine(count)(4) == 5


def test_what_reaches_no_part_stays_the_same_rule() -> None:
    assert fitted(plus, {}) is plus
    assert fitted(one, {one: plus}) is plus


def test_a_rule_that_is_not_reached_can_not_be_replaced() -> None:
    with pytest.raises(SuitwiseError, match="lonely does not reach the rule one"):
        fitted(lonely, {one: plus})
