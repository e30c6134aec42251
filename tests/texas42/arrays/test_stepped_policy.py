"""Seats that do not learn: at random each legal move alike, by rules of thumb as the player does."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.game import OVER
from suitwise.stepping.loop import RANDOM, STREAM
from suitwise.stepping.streams import opened
from suitwise.texas42 import Texas42, mask_of, parse_dominoes
from suitwise.texas42.arrays.policy import rule_based_call
from suitwise.texas42.arrays.stepped import BY_RULES, REST
from suitwise.texas42.moves import CALL
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.auction import PASS, call_of
from tests.texas42.arrays.test_stepped_rows import (
    VARIANTS,
    Record,
    allowed_in,
    chi_square,
    dealt_record,
    fast,
    hands,
    numbers_of,
    state_of,
    variant_of,
)

STRONG = mask_of(parse_dominoes("5-5 6-5 5-4 5-3 6-6 4-4 1-0"))


def moved_by(record: Record, options: NDArray[np.int64], policy: int) -> int:
    """Return the move that a policy makes, found by what it leads to; the record stays as it is."""
    after = record.copy()
    fast().play_other(after, options, policy)
    for action in allowed_in(record, options):
        other = record.copy()
        fast().act(other, options, action)
        other[STREAM] = after[STREAM]
        if np.array_equal(other, after):
            return action
    raise AssertionError("the policy made no legal move")


# --- By rules of thumb ----------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", VARIANTS)
def test_wherever_a_hand_has_come_to_the_rules_choose_as_the_rule_based_player_does(
    text: str, exhaustive: bool
) -> None:
    player = Texas42Player()
    for state, record, options, _ in hands(text, 300 if exhaustive else 12, 21):
        if state.turn != OVER:
            assert moved_by(record, options, BY_RULES) == player(state), str(state)


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", [VARIANTS[0], VARIANTS[2]])
def test_a_hand_played_by_the_rules_at_all_seats_is_the_players_hand(
    text: str, exhaustive: bool
) -> None:
    variant, player = variant_of(text), Texas42Player()
    options = numbers_of(variant)
    for number in range(500 if exhaustive else 25):
        record = dealt_record(variant, 22, number)
        state = state_of(variant, record)
        while state.turn != OVER:
            state = state.after(player(state))
        stream = int(record[STREAM])
        while fast().turn(record, options) != OVER:
            fast().play_other(record, options, BY_RULES)
        assert tuple(fast().outcome(record, options, seat) for seat in range(4)) == state.returns()
        assert record[STREAM] == stream  # nothing is drawn


def test_a_strong_hand_bids_the_least_over_an_opponent_and_leaves_a_partners_bid() -> None:
    every = (1 << 26) - 1
    assert rule_based_call(STRONG, PASS, False, every) == call_of("30")
    assert rule_based_call(STRONG, call_of("36"), False, every) == call_of("37")
    assert rule_based_call(STRONG, call_of("36"), True, every) == PASS
    assert rule_based_call(STRONG, call_of("1m"), False, every) == PASS


def test_a_weak_hand_that_must_bid_makes_the_least_bid_there_is() -> None:
    weak = mask_of(parse_dominoes("6-0 5-1 4-2 3-1 2-0 6-3 1-0"))
    assert rule_based_call(weak, PASS, False, 0b111) == PASS
    assert rule_based_call(weak, PASS, False, 0b110) == call_of("30")


# --- At random ------------------------------------------------------------------------------------


def counts_of(record: Record, options: NDArray[np.int64], number: int) -> Counter[int]:
    """Return how often each of the legal moves, counted from 0, is made at random."""
    legal = allowed_in(record, options)
    counts: Counter[int] = Counter()
    for stream in range(number):
        record[STREAM] = opened(31, stream)
        counts[legal.index(moved_by(record, options, RANDOM))] += 1
    assert len(counts) == len(legal)
    return counts


def test_at_random_every_call_declaration_and_domino_comes_alike() -> None:
    variant = variant_of(VARIANTS[3])
    options = numbers_of(variant)
    record = dealt_record(variant, 1, 0)
    calls = counts_of(record, options, 1_500)
    assert len(calls) >= 15
    assert chi_square(calls, len(calls)) < 45
    for word in ("pass", "pass", "2m", "pass"):
        fast().act(record, options, CALL + call_of(word))
    declarations = counts_of(record, options, 1_400)
    assert len(declarations) == 14
    assert chi_square(declarations, 14) < 40  # 13 degrees, one in 6,000
    fast().act(record, options, 28)
    dominoes = counts_of(record, options, 700)
    assert len(dominoes) == 7
    assert chi_square(dominoes, 7) < 28  # 6 degrees, one in 10,000


def test_a_random_hand_is_another_with_another_stream_and_the_same_with_the_same() -> None:
    variant = Texas42(match="hand", play_out=True)
    options = numbers_of(variant)
    ends = Counter[int]()
    for stream in (1, 2, 3, 3):
        record = dealt_record(variant, 2, 5)
        record[STREAM] = opened(4, stream)
        while fast().turn(record, options) != OVER:
            fast().play_other(record, options, RANDOM)
        ends[int(record[STREAM]) ^ int(record[REST])] += 1
    assert sorted(ends.values()) == [1, 1, 2]
