"""Hands of Texas 42 as flat records: the same as the game, move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import comb
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.game import OVER, load
from suitwise.stepping.loop import STREAM, Rules, opened
from suitwise.texas42 import Texas42
from suitwise.texas42.arrays import stepped
from suitwise.texas42.arrays.packed import dealt, held_by
from suitwise.texas42.moves import DISTINCT_MOVES
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, FIRST_SPLASH, PLUNGE_DOUBLES
from suitwise.texas42.rules.contracts import SET, is_nello
from suitwise.texas42.rules.dominoes import ALL, EVERY_DOUBLE, SEVENS
from suitwise.texas42.rules.position import Hands
from suitwise.texas42.state import Texas42State
from suitwise.texas42.view import SIZE

SPECIALS = "nello=any,plunge=yes,splash=yes,sevens=yes,cap=7"
VARIANTS = (
    "texas42(match=hand)",
    "texas42(match=hand,play_out=yes,cap=1)",
    "texas42(match=hand,forced=yes,shaker=2,cap=7)",
    f"texas42(match=hand,{SPECIALS})",
    f"texas42(match=hand,{SPECIALS},play_out=yes,shaker=-1)",
    f"texas42(match=hand,{SPECIALS},jump=no,forced=yes,shaker=3)",
    "texas42(match=hand,nello=own,plunge=yes,cap=4)",
    "texas42(match=hand,nello=inverted,splash=yes,cap=3)",
    "texas42(match=hand,nello=high,sevens=yes)",
    "texas42(match=hand,nello=low,play_out=yes)",
)
PASSING, BOLD = 1, 2
"""How seats call in some of the hands replayed; in the others they do so at random."""
Record = NDArray[np.int64]


@cache
def fast() -> Rules:
    """Return the rules of stepping as machine code."""
    return Rules(*map(machine, stepped.RULES))


def variant_of(text: str) -> Texas42:
    variant = load(text)
    assert isinstance(variant, Texas42)
    return variant


def numbers_of(variant: Texas42) -> NDArray[np.int64]:
    return np.array(stepped.options_of(variant), np.int64)


def dealt_record(variant: Texas42, seed: int, number: int) -> Record:
    """Return the record of a hand before its first call."""
    record = np.zeros(stepped.COLUMNS, np.int64)
    record[STREAM] = opened(seed, 2 * number + 1)
    fast().deal(record, numbers_of(variant), seed, number)
    return record


def hands_of(record: Record) -> Hands:
    where = int(record[stepped.WHERE])
    one, two, three, four = (held_by(where, ALL, seat) for seat in SEATS)
    return one, two, three, four


def state_of(variant: Texas42, record: Record) -> Texas42State:
    """Return the game's own state of a record before its first call."""
    return Texas42State(variant, int(record[stepped.SHAKER]), hands_of(record))


def record_of(state: Texas42State, moves: list[int]) -> Record:
    """Return the record of a deal, some moves made."""
    variant = state.game
    assert isinstance(variant, Texas42)
    record, options = dealt_record(variant, 1, 0), numbers_of(variant)
    lower, upper = (
        sum(hand for seat, hand in enumerate(state.dealt) if seat & bit) for bit in (1, 2)
    )
    record[stepped.WHERE], record[stepped.REST] = dealt(lower, upper, 0, 0, 0, NOBODY)
    record[stepped.SHAKER] = state.shaker
    machine(stepped.ask_for_call)(record, options)
    for move in moves:
        fast().act(record, options, move)
    return record


def seen_by(record: Record, options: NDArray[np.int64], seat: int) -> NDArray[np.float32]:
    seen = np.zeros(SIZE, np.float32)
    fast().observe(record, options, seat, seen)
    return seen


def allowed_in(record: Record, options: NDArray[np.int64]) -> list[int]:
    allowed = np.zeros(DISTINCT_MOVES, np.int8)
    fast().allow(record, options, allowed)
    assert set(allowed.tolist()) <= {0, 1}
    return [int(action) for action in np.flatnonzero(allowed)]


def chosen(state: Texas42State, mood: int, random: Random) -> int:
    """Choose a move: at random, passing if it can be, or bidding high and playing well for it."""
    legal = [int(move) for move in state.moves()]
    if state.phase == "call" and mood == PASSING and random.random() < 0.8:
        return legal[0]
    if state.phase == "call" and mood == BOLD and random.random() < 0.5:
        return legal[-1]
    if state.phase == "play" and mood == BOLD and (state.turn - state.bidder) % 2 == 0:
        return int(Texas42Player()(state))
    return random.choice(legal)


def deals(variant: Texas42, count: int, seed: int) -> Iterator[tuple[int, Record]]:
    """Yield moods and deals; bold callers have a hand among them that can be plunged on."""
    number = 0
    for at in range(count):
        record = dealt_record(variant, seed, number)
        while at % 3 == BOLD and not any(
            (hand & EVERY_DOUBLE).bit_count() >= PLUNGE_DOUBLES for hand in hands_of(record)
        ):
            number += 1
            record = dealt_record(variant, seed, number)
        yield at % 3, record
        number += 1


def hands(
    text: str, count: int, seed: int
) -> Iterator[tuple[Texas42State, Record, NDArray[np.int64], list[int]]]:
    """Play hands by the game and in a record; yield each state with the record and the moves made."""
    variant, random = variant_of(text), Random(seed)
    options = numbers_of(variant)
    for mood, record in deals(variant, count, seed):
        state, moves = state_of(variant, record), list[int]()
        yield state, record, options, moves
        while state.turn != OVER:
            moves.append(chosen(state, mood, random))
            fast().act(record, options, moves[-1])
            state = state.after(moves[-1])
            yield state, record, options, moves


def sampled(exhaustive: bool) -> int:
    """Return how many hands of each variant are replayed."""
    return 1_000 if exhaustive else 12


# --- The game and the record ----------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", VARIANTS)
def test_every_seat_sees_of_a_record_what_it_sees_of_the_game_bit_for_bit(
    text: str, exhaustive: bool
) -> None:
    for state, record, options, _ in hands(text, sampled(exhaustive), 1):
        for seat in SEATS:
            seen = seen_by(record, options, seat)
            assert seen.tobytes() == state.observe(seat).tobytes(), f"seat {seat}: {state}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", VARIANTS)
def test_whose_turn_it_is_what_may_be_done_and_what_it_came_to_are_those_of_the_game(
    text: str, exhaustive: bool
) -> None:
    for state, record, options, _ in hands(text, 6 * sampled(exhaustive), 2):
        legal = [int(move) for move in state.moves()]
        assert fast().turn(record, options) == state.turn
        assert allowed_in(record, options) == legal, str(state)
        asked = [*range(-30, 2 * DISTINCT_MOVES), -(2**63), 2**63 - 1]
        assert [move for move in asked if fast().is_legal(record, options, move)] == legal
        got = tuple(fast().outcome(record, options, seat) for seat in SEATS)
        assert got == state.returns(), str(state)


def kinds_of(state: Texas42State) -> set[str]:
    """Return what a hand that is over was, in words."""
    if state.play is None:
        return {"thrown in"}
    contract = state.play.contract
    kinds = {
        "points": contract.call < FIRST_MARK,
        "marks": FIRST_MARK <= contract.call < FIRST_PLUNGE,
        "plunge": FIRST_PLUNGE <= contract.call < FIRST_SPLASH,
        "splash": contract.call >= FIRST_SPLASH,
        "nello": is_nello(contract.declaration),
        "sevens": contract.declaration == SEVENS,
    }
    result = "set" if state.play.result == SET else "made"
    return {f"{kind} {result}" for kind, is_so in kinds.items() if is_so}


def test_the_hands_replayed_come_to_every_kind_of_contract_made_and_set() -> None:
    found: Counter[str] = Counter()
    for text in VARIANTS:
        for state, _, _, _ in hands(text, 6 * sampled(False), 2):
            found.update(kinds_of(state) if state.turn == OVER else ())
    kinds = ("points", "marks", "plunge", "splash", "nello", "sevens")
    wanted = {f"{kind} {result}" for kind in kinds for result in ("made", "set")}
    assert {"thrown in", *wanted} <= set(found), found


def test_a_hand_that_was_forced_and_one_in_marks_that_was_made_score_as_the_game_says() -> None:
    deal_text = (
        "5-5,6-5,5-4,5-3,5-2,5-1,5-0 6-6,4-4,3-3,2-2,1-1,0-0,6-4 "
        "6-3,6-2,6-1,6-0,4-3,4-2,4-1 4-0,3-2,3-1,3-0,2-1,2-0,1-0"
    )
    variant = Texas42(match="hand", forced=True, cap=2)
    start = variant.parse(f"shaker 0 | {deal_text} | - | - | - | 0-0")
    state, moves = start, list[int]()
    for word in ("pass", "pass", "pass", "2m", "5"):
        moves.append(int(state.parse_move(word)))
        state = state.after(word)
    while state.turn != OVER:
        moves.append(min(map(int, state.moves())))
        state = state.after(moves[-1])
    record = record_of(start, moves)
    got = [fast().outcome(record, numbers_of(variant), seat) for seat in SEATS]
    assert got == [2.0, -2.0, 2.0, -2.0] == list(state.returns())


# --- The deal -------------------------------------------------------------------------------------


def chi_square(counts: Counter[int], ways: int) -> float:
    expected = counts.total() / ways
    return sum((counts[way] - expected) ** 2 / expected for way in range(ways))


def test_every_seat_is_dealt_seven_and_each_domino_comes_to_all_seats_alike() -> None:
    variant = Texas42(match="hand")
    seats = [Counter[int]() for _ in range(28)]
    together = 0
    count = 4_000
    for number in range(count):
        dealt_to = hands_of(dealt_record(variant, 5, number))
        assert [hand.bit_count() for hand in dealt_to] == [7, 7, 7, 7]
        assert sum(dealt_to) == ALL
        for seat, hand in enumerate(dealt_to):
            together += hand & 0b11 == 0b11
            for domino in range(28):
                seats[domino][seat] += hand >> domino & 1
    assert all(chi_square(counts, 4) < 24 for counts in seats)  # 3 degrees, one in 40,000
    chance = comb(26, 5) / comb(28, 7) * 4
    assert abs(together - count * chance) < 4 * (count * chance * (1 - chance)) ** 0.5


def test_a_drawn_shaker_is_each_seat_alike_and_the_cards_are_those_of_any_shaker() -> None:
    drawn, fixed = Texas42(match="hand", shaker=-1), Texas42(match="hand", shaker=2)
    shakers: Counter[int] = Counter()
    for number in range(4_000):
        record, other = dealt_record(drawn, 6, number), dealt_record(fixed, 6, number)
        shakers[int(record[stepped.SHAKER])] += 1
        assert record[stepped.TURN] == (record[stepped.SHAKER] + 1) % 4
        assert (other[stepped.SHAKER], other[stepped.TURN]) == (2, 3)
        assert hands_of(record) == hands_of(other)
    assert chi_square(shakers, 4) < 24
