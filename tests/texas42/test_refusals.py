"""Refusals of Texas 42 as phrases: what they are made of. The tests of the rules hold the English."""

from __future__ import annotations

import pytest

from suitwise.foundation.text.phrases import Phrase, Seat
from suitwise.game import load
from suitwise.texas42 import Domino, Position, Texas42
from suitwise.texas42.rules.auction import N_CALLS, call_name, call_of, why_not_call
from suitwise.texas42.state import Texas42State


def said(state: Texas42State, move: str) -> Phrase:
    why = state.why_not(move)
    assert why is not None
    return why


def called(text: str, seed: int = 1) -> Texas42State:
    state, _ = Texas42(match="hand", forced=True).start().rolled(seed, 0)
    for call in text.split():
        state = state.after(call)
    return state


def test_a_seat_that_must_follow_is_a_value_and_so_is_the_suit() -> None:
    position = Position.parse("5 0 6-4,5-5 6-6,3-2 4-1,5-0 1-1,6-5").after("6-4")
    why = position.why_not(Domino("3-2"))
    assert why == "3-2: seat 1 must play the suit led, sixes: 6-6"
    assert why is not None
    assert isinstance(why.params["seat"], Seat)
    assert why.code == "texas42.must-play"
    duty = why.params["duty"]
    assert (duty.code, duty.params["suit"].code) == ("texas42.suit-led", "texas42.sixes")


def test_the_task_of_a_seat_is_a_phrase_within_the_refusal() -> None:
    why = said(called(""), "6-4")
    assert why == "6-4: seat 1 is to call: pass, 30 to 41, or marks as 1m"
    assert (why.code, why.params["task"].code) == ("any.not-now", "texas42.to-call")


def test_where_special_contracts_may_be_declared_they_are_named_one_by_one() -> None:
    state, _ = load("texas42(match=hand,nello=own,sevens=yes)").start().rolled(1, 0)
    for call in ("1m", "pass", "pass", "pass"):
        state = state.after(call)
    why = state.why_not("6-4")
    assert why is not None
    assert why.endswith("declare: blanks to sixes (0 to 6), doubles, notrump, nello, sevens")
    specials = why.params["task"].params["specials"]
    assert [name.code for name in specials] == ["texas42.nello", "texas42.sevens"]


@pytest.mark.parametrize(
    ("call", "standing", "code"),
    [
        ("30", "31", "texas42.must-exceed"),
        ("4m", "2m", "texas42.next-mark"),
        ("6m", "pass", "texas42.over-cap"),
        ("plunge4", "pass", "texas42.no-such-call"),
    ],
)
def test_each_fault_of_a_call_has_a_code(call: str, standing: str, code: str) -> None:
    why = why_not_call(call_of(call), call_of(standing), 1, doubles=0, cap=5, house=0)
    assert why is not None
    assert why.code == code
    assert why.startswith(f"{call}: ")


def test_the_next_mark_calls_are_phrases_joined_by_or() -> None:
    why = why_not_call(call_of("4m"), call_of("30"), 1, doubles=0, cap=5, house=0)
    assert why == "4m: over 30 the next mark call is 1m or 2m"
    assert why is not None
    calls = why.params["calls"]
    assert calls.code == "any.or"
    assert {part.code for part in calls.params.values()} == {"texas42.marks-bid"}


def test_calls_are_named_as_they_are_written() -> None:
    assert [call_of(str(call_name(call))) for call in range(N_CALLS)] == [*range(N_CALLS)]
