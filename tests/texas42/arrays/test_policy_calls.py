"""Rules of thumb for calls: what makes a hand better makes it worth more."""

from __future__ import annotations

from random import Random

from suitwise.foundation.arrays.compiled import machine
from suitwise.texas42 import mask_of, parse_dominoes
from suitwise.texas42.arrays.policy import (
    LIMITS,
    THIRDS,
    best_declaration,
    call_on,
    caught,
    limit_of,
    worth,
)
from suitwise.texas42.rules.contracts import STRAIGHT
from suitwise.texas42.rules.dominoes import DOUBLES, NOTRUMP


def hand_of(text: str) -> int:
    return mask_of(parse_dominoes(text))


def test_higher_trumps_catch_lower_ones() -> None:
    assert caught(hand_of("5-5 6-5 5-4"), 5) == 0
    assert caught(hand_of("6-5 5-4 5-3"), 5) == 1
    assert caught(hand_of("5-2 5-1 5-0"), 5) == 3
    assert caught(hand_of("6-6 5-5 0-0"), DOUBLES) == 1
    assert caught(hand_of("6-6 5-5"), NOTRUMP) == 0


def test_a_better_hand_is_worth_more() -> None:
    hands = (
        "5-1 3-2 6-1 4-2 3-1 4-0 6-0",
        "5-4 5-3 6-1 4-2 3-1 2-0 6-0",
        "5-5 5-4 5-3 4-2 3-1 2-0 6-0",
        "5-5 6-5 5-4 5-3 3-1 2-0 6-0",
        "5-5 6-5 5-4 5-3 6-6 2-0 6-0",
        "5-5 6-5 5-4 5-3 6-6 4-4 6-4",
    )
    values = [worth(hand_of(hand), 5) for hand in hands]
    assert values == sorted(set(values))
    assert limit_of(values[0]) == 0
    assert limit_of(values[-1]) == 42


def test_the_longest_trumps_are_declared_and_doubles_where_they_are_many() -> None:
    assert best_declaration(hand_of("5-5 6-5 5-4 5-3 4-4 2-0 3-1"), STRAIGHT) == 5
    assert best_declaration(hand_of("6-6 5-5 4-4 3-3 2-2 6-5 1-0"), STRAIGHT) == DOUBLES
    assert best_declaration(hand_of("5-5 6-5 5-4 5-3 6-6 2-0 6-0"), 1 << NOTRUMP) == NOTRUMP


def test_one_calls_no_more_than_is_enough_and_than_the_hand_is_good_for() -> None:
    good = hand_of("5-5 6-5 5-4 5-3 6-6 4-4 6-4")
    assert [call_on(good, standing) for standing in (0, 29, 30, 40, 41, 42)] == [
        30, 30, 31, 41, 42, 0,
    ]  # fmt: skip
    assert call_on(hand_of("5-2 5-1 6-1 4-2 3-1 4-0 6-0"), 0) == 0
    assert list(LIMITS) == sorted(LIMITS)
    assert limit_of(29 * THIRDS - 1) == 0 < limit_of(29 * THIRDS)


def test_machines_reckon_alike() -> None:
    random = Random(3)
    for _ in range(200):
        hand = mask_of(random.sample(range(28), 7))
        assert machine(call_on)(hand, 0) == call_on(hand, 0)
        assert machine(best_declaration)(hand, STRAIGHT) == best_declaration(hand, STRAIGHT)
