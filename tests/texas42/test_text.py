"""The one-line text of a position: every part, and what is refused."""

from __future__ import annotations

import re

import pytest

from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase, Seat
from suitwise.game import load
from suitwise.texas42 import N42PA, Domino, Move, Position, Texas42
from suitwise.texas42.rules.auction import N_CALLS, call_name, call_of, why_not_call
from suitwise.texas42.state import Texas42State

HOUSE = Texas42(nello="any", plunge=True, splash=True, sevens=True, shaker=-1)
DEAL = (
    "0-0,1-0,2-0,2-1,2-2,3-3,5-4 1-1,3-0,4-4,5-5,6-0,6-4,6-6 "
    "3-1,3-2,4-0,4-1,5-0,5-1,6-1 4-2,4-3,5-2,5-3,6-2,6-3,6-5"
)
TEXT = f"shaker 0 | {DEAL} | 30 pass pass pass | 5 | 5-5,5-0,5-2,5-4 6-6,6-1 | 2-6"


def test_a_position_reads_as_it_is_written() -> None:
    state = N42PA.parse(TEXT)
    assert str(state) == TEXT
    assert (state.phase, state.turn, state.totals) == ("play", 3, (2, 6))
    assert state.play is not None
    assert state.play.points == (0, 16)


def test_dominoes_and_hands_may_stand_in_any_order() -> None:
    other = TEXT.replace("5-5,5-0", "5-5,0-5").replace("0-0,1-0", "0-1,0-0").replace(" | ", "|")
    assert N42PA.parse(other) == N42PA.parse(TEXT)


def test_dominoes_may_be_written_with_a_colon_wherever_one_is_read() -> None:
    assert N42PA.parse(re.sub("([0-6])-([0-6])(?=[, ])", r"\1:\2", TEXT)) == N42PA.parse(TEXT)
    assert (str(Move("6:4")), str(Domino("4:6")), str(Domino("4 : 6"))) == ("6-4", "6-4", "6-4")
    deal = "5 0 6-4 6-6,3-2 4-1,5-0 1-1,6-5 trick=5-5"
    assert str(Position.parse(deal.replace("-", ":"))) == str(Position.parse(deal))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (" | 2-6", "", "a position of Texas 42 has six parts"),
        ("shaker 0", "shaker 4", "write the shaker, as shaker 0"),
        ("shaker 0", "shaker ?", "the first shaker is seat 0 and is not drawn"),
        ("0-0,1-0", "0-0,0-0", "0-0 stands there twice"),
        ("0-0,1-0", "1-1,1-0", "a domino is in two hands"),
        ("1-1,3-0", "3-0", "each seat is dealt seven, the one on the shaker's left first"),
        ("0-0,1-0", "7-0,1-0", "'7-0' is no domino"),
        ("30 pass", "29 pass", "'29' is no call"),
        ("30 pass", "30 30", "30: a bid must exceed 30"),
        ("30 pass pass pass", "30 pass pass", "5: seat 0 is to call"),
        ("30 pass pass pass", "pass pass pass pass", "the hand is over"),
        ("30 pass pass pass |", "30 pass pass pass pass |", "pass: seat 1 is to declare"),
        ("| 5 |", "| 7 |", "'7' is no declaration"),
        ("| 5 |", "| - |", "nothing is played before a declaration"),
        ("| 5 |", "| nello |", "nello is not played here"),
        ("5-5,5-0", "5-5,3-1", "seat 2 must play a trump: 5-0 or 5-1"),
        ("5-2,5-4 6-6", "5-2,5-4,6-6", "the dominoes of a trick stand together"),
        ("2-6", "2-7", "a match of marks goes to 7"),
        ("2-6", "2:6", "write what the sides had scored, as 2-1"),
        ("2-6", "²-6", "write what the sides had scored, as 2-1"),
        ("30 pass", "30\npass", "a position of Texas 42 stands on one line"),
        ("6-6,6-1", "\x0b6-6,6-1", "a position of Texas 42 stands on one line"),
        (" | 2-6", " | 2-6\n", "a position of Texas 42 stands on one line"),
    ],
)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    assert old in TEXT
    with pytest.raises(NotationError, match=reason.replace("?", r"\?")):
        N42PA.parse(TEXT.replace(old, new, 1))


def test_a_single_hand_begins_without_a_score() -> None:
    with pytest.raises(NotationError, match="before a single hand the sides have scored 0-0"):
        Texas42(match="hand").parse(TEXT)
    with pytest.raises(NotationError, match="the first shaker is drawn before anything is dealt"):
        HOUSE.parse("shaker ? | - - - - | - | - | - | 1-0")


# --- Refusals of Texas 42 as phrases --------------------------------------------------------------


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
