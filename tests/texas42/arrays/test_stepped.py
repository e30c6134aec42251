"""Hands of Texas 42 stepped in arrays: on every machine, side by side, among others."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.errors import SuitwiseError
from suitwise.fields import markdown, places
from suitwise.game import OVER, load
from suitwise.stepping.loop import RANDOM, STREAM, opened
from suitwise.texas42 import Contract, Texas42, as_dominoes, mask_of, parse_dominoes
from suitwise.texas42.arrays.policy import rule_based_call
from suitwise.texas42.arrays.stepped import BY_RULES, REST, batch_of
from suitwise.texas42.moves import CALL
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.auction import PASS, auctions, call_of, standing_call
from suitwise.texas42.rules.contracts import result_of
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT
from suitwise.texas42.state import PHASES
from tests.stepped import digest_in_simulator, digest_of
from tests.texas42.arrays.test_stepped_rows import (
    VARIANTS,
    Record,
    allowed_in,
    chi_square,
    dealt_record,
    fast,
    hands,
    numbers_of,
    variant_of,
)


@pytest.mark.parametrize("others", ["random", "rules", "self"])
@pytest.mark.parametrize("text", [VARIANTS[0], VARIANTS[4]])
def test_plain_python_and_a_gpu_step_alike(text: str, others: str) -> None:
    sizes: dict[str, Any] = {"count": 6, "turns": 40, "others": others}
    compiled = digest_of(batch_of(variant_of(text)), "machine", **sizes)
    assert digest_of(batch_of(variant_of(text)), "python", **sizes) == compiled
    where = (
        "from suitwise.game import load; from suitwise.texas42.arrays.stepped import batch_of; "
        f"batch_of(load({text!r}))"
    )
    assert digest_in_simulator(where, **sizes) == compiled


@pytest.mark.parametrize("text", ["texas42", "texas42(match=points)"])
def test_a_match_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(SuitwiseError, match=r"a single hand is: write texas42\(match=hand\)"):
        batch_of(variant_of(text))


# --- The table of what a seat of Texas 42 observes says what stands in the array ------------------


HOUSE = Texas42(match="hand", nello="any", plunge=True, splash=True, sevens=True)
DEAL = (
    "0-0,1-0,2-0,2-1,2-2,3-3,5-4 1-1,3-0,4-4,5-5,6-0,6-4,6-6 "
    "3-1,3-2,4-0,4-1,5-0,5-1,6-1 4-2,4-3,5-2,5-3,6-2,6-3,6-5"
)
GAMES = (
    "texas42(match=hand)",
    "texas42(match=hand,nello=any,plunge=yes,splash=yes,sevens=yes,cap=7,shaker=-1)",
    "texas42(match=marks,marks=1)",
    "texas42(match=marks,marks=3,plunge=yes,cap=7)",
    "texas42(match=points,points=30,forced=yes,shaker=-1)",
    "texas42_endgame",
    "texas42_endgame(declaration=5,dominoes=5-5 6-4 6-6 3-2 4-1 5-0 1-1 6-5,goal=10,leader=2)",
)


def one_of(seen: NDArray[np.float32]) -> int:
    """Return which of some places is 1, -1 where none is."""
    found = np.flatnonzero(seen).tolist()
    assert len(found) <= 1
    assert all(seen[place] == 1 for place in found)
    return found[0] if found else -1


def dominoes_at(seen: NDArray[np.float32]) -> int:
    return sum(1 << int(domino) for domino in np.flatnonzero(seen))


def test_each_field_stands_where_the_table_says_and_means_what_it_says() -> None:
    state = HOUSE.parse(f"shaker 0 | {DEAL} | - | - | - | 0-0")
    # Seat 2 leads nello without its partner, 0; seat 3 takes the first trick, 1 beats it in the second.
    for word in ("30", "1m", "pass", "pass", "nello", "6-1", "6-2", "6-0", "4-2", "6-4"):
        state = state.after(word)
    seen = state.observe(3)
    part = {name: seen[at] for name, at in places(HOUSE.observation_fields()).items()}
    own, left, partner, right = range(4)
    sets = {
        "dealt": "4-2 4-3 5-2 5-3 6-2 6-3 6-5",
        "held": "4-3 5-2 5-3 6-3 6-5",
        "played_own": "6-2 4-2",
        "played_left": "",
        "played_partner": "6-0 6-4",
        "played_right": "6-1",
        "table_own": "4-2",
        "table_left": "",
        "table_partner": "6-4",
        "table_right": "",
    }
    ones = {
        "phase": PHASES.index("play"),
        "turn": right,
        "shaker": left,
        "leader": own,
        "out": left,
        "call_own": call_of("pass"),
        "call_left": call_of("pass"),
        "call_partner": call_of("30"),
        "call_right": call_of("1m"),
        "declaration": DECLARATION_TEXT.index("nello"),
        "bidder": right,
    }
    assert partner == 2
    for name, dominoes in sets.items():
        assert dominoes_at(part.pop(name)) == mask_of(as_dominoes(dominoes)), name
    for name, place in ones.items():
        assert one_of(part.pop(name)) == place, name
    numbers = {"points": [1 / 42, 0], "tricks": [1 / 7, 0], "scores": [0, 0]}
    assert part.keys() == numbers.keys()
    for name, values in numbers.items():
        assert part[name].tolist() == np.array(values, np.float32).tolist()


@pytest.mark.parametrize("text", [text for text in GAMES if "endgame" not in text])
def test_the_scores_reach_as_far_as_the_best_last_hand_takes_them(text: str) -> None:
    variant = load(text)
    assert isinstance(variant, Texas42)
    winning = {standing_call(calls) for calls in auctions(variant.cap, variant.house, (4, 0, 0, 0))}
    hands = [
        variant.score_of(Contract(0, call, 5), result, (own, 42 - own))
        for call in winning - {PASS}
        for own in range(43)
        for result in [result_of(call, 5, own, 42 - own, own // 42 * 7, 7 - own // 42 * 7, 0)]
    ]
    most = max(variant.target - 1, 0) + max(map(max, hands))
    whole = variant.target or 7
    (scores,) = (field for field in variant.observation_fields() if field.name == "scores")
    assert scores.high == most / whole
    assert variant.most_scored == most


def test_the_table_is_written_in_the_order_of_the_array() -> None:
    lines = markdown(Texas42().observation_fields()).splitlines()
    assert lines[2].startswith("| 0–27 | dealt | ")
    assert lines[-2].startswith("| 429–430 | scores | ")
    assert lines[-1].startswith("| 431 | deals | ")
    assert lines[-2].endswith(" 7 marks | 0 to 1.5714285714285714 |")


@pytest.mark.parametrize("text", ["texas42", "texas42_endgame"])
def test_the_seats_opposite_play_for_one_side(text: str) -> None:
    assert load(text).facts.sides == load(text).facts.side_of == (0, 1, 0, 1)


# --- Seats that do not learn ----------------------------------------------------------------------


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
    for state, record, options, _ in hands(text, 300 if exhaustive else 6, 21):
        if state.turn != OVER:
            assert moved_by(record, options, BY_RULES) == player(state), str(state)


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
