"""Rules in the place of others: the copy does what they do, in machine code, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import fitted, machine, rule
from tests.fresh import fresh_python


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
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.compiled import fitted
from tests.foundation.arrays.test_fitting import both, minus, one, plus, two
print(machine(fitted(both, {one: %s, two: %s}))(5))
"""
    asked = (("plus", "minus"), ("minus", "plus"), ("plus", "minus"))
    told = [fresh_python(code % parts, SUITWISE_CACHE_DIR=tmp_path) for parts in asked]
    assert told == ["64\n", "46\n", "64\n"]


def test_a_rule_that_calls_itself_has_parts_filled_in() -> None:
    count = fitted(down, {one: plus})
    assert count(4) == machine(count)(4) == 5


def test_what_reaches_no_part_stays_the_same_rule() -> None:
    assert fitted(plus, {}) is plus
    assert fitted(one, {one: plus}) is plus


def test_a_rule_that_is_not_reached_can_not_be_replaced() -> None:
    with pytest.raises(SuitwiseError, match="lonely does not reach the rule one"):
        fitted(lonely, {one: plus})
