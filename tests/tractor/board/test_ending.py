"""An ending on the board is worth what the solver says, each play of it, and what the command prints."""

from __future__ import annotations

from functools import cache

import pytest

from suitwise.errors import SuitwiseError
from suitwise.tractor import TractorState, solve
from suitwise.tractor.arrays.batch import replay
from suitwise.tractor.arrays.positions import state_of
from suitwise.tractor.board import ending as board
from tests.commands import run_command
from tests.tractor.board.asked import asked, opened

NOBODY = {f"seat{at}": "" for at in range(1, 5)}
"""Hands that are all empty."""


@cache
def ending(deal: int, cards: int, played: int = 0) -> TractorState:
    """Return the first position of a deal with so few cards a hand and so many plays on the table."""
    states = (state_of(replay(deal, seed=7), plays=plays) for plays in range(50, 100))
    return next(
        state
        for state in states
        if state.phase == "play"
        and max(hand.size for hand in state.held) <= cards
        and len(state.tricks[-1].plays) == played
    )


@pytest.mark.parametrize(("deal", "played"), [(3, 0), (3, 2), (46, 1), (9, 3), (21, 0)])
def test_a_state_of_the_game_is_set_up_and_worth_what_it_is_worth(deal: int, played: int) -> None:
    state = ending(deal, 5, played)
    told = opened(state)
    found = solve(state)
    assert {row.move: row.value for row in told.rows} == {
        str(move): worth for move, worth in found.moves.items()
    }
    assert {row.move for row in told.rows if row.is_best} == {str(move) for move in found.best}
    assert str(told.verdict).startswith(f"the attackers have {found.value} of 80")
    assert told.lines[0] == f"seat {state.turn} is to play"


def test_the_command_prints_the_same_worths() -> None:
    state = ending(3, 5)
    told = opened(state)
    game = str(state.variant)
    words = ("tractor", "solve", "--moves", "--game", game, "-")
    status, printed, error = run_command(*words, text=f"{state}\n")
    assert (status, error) == (0, "")
    value, *moves = printed.split()
    assert {f"{row.move}={row.value}" for row in told.rows} == set(moves)
    assert f"have {value} of" in told.verdict


def test_plays_that_take_long_are_settled_when_somebody_asks_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = ending(3, 5)
    board._worth.cache_clear()
    monkeypatch.setattr(board, "BUDGET", board.EFFORTS[0])
    told = opened(state)
    assert str(told.verdict) == f"1 of {len(state.moves())} plays are worked out"
    assert told.rows[-1].value is None
    asks = 1
    while told.more:
        told = opened(state, told.more)
        asks += 1
    assert asks == len(state.moves())
    assert {row.value for row in told.rows if row.is_best} == {solve(state).value}


@pytest.mark.parametrize("more", [0, 1, 10**9])
def test_an_answer_keeps_to_its_budget_whatever_is_said_to_have_been_tried(
    more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = ending(3, 5)
    monkeypatch.setattr(board, "BUDGET", board.EFFORTS[0])
    board._worth.cache_clear()
    told = opened(state, more)
    assert str(told.verdict) == f"1 of {len(state.moves())} plays are worked out"


def test_what_no_effort_settles_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    state = ending(22, 7)
    monkeypatch.setattr(board, "EFFORTS", (1,))
    found, more = board.worths(state)
    assert not more
    assert None in found.values()
    told = opened(state)
    assert str(told.verdict).endswith("plays are worked out")


def test_a_throw_on_the_board_fails_as_at_the_table() -> None:
    hands = {"seat1": "HQ HK", "seat2": "HA H3", "seat3": "S3 S4", "seat4": "D3 D4"}
    rows = {row.move: row.value for row in asked("ending", **hands, kitty="").rows}
    assert rows["HQHK"] == rows["HQ"]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"seat1": "SA"}, "before a trick all hands have as many cards: here 1, 4, 4, 4"),
        (NOBODY, "endings of 1 to 8 cards a hand are solved, not of 0"),
        ({"table": "S3 S3 S3 S3 S3"}, "table: a trick has four plays, not 5"),
        ({"table": "pass"}, "table: "),
        ({"seat1": "SA SQ HA", "seat2": "H5 HT HJ", "table": "HK S5"}, "table: S5: follow hearts"),
        ({"kitty": "C4 C4 C5 C6 C7 C8 C9 CT CJ"}, "kitty: 9 cards: the kitty has 8"),
        ({"kitty": "C4" * 9}, "kitty: C4 appears 9 times, but 2 packs hold 2"),
        ({"points": "501"}, "points is a number from 0 to 500"),
        ({"seat1": "SA SA SA SA"}, "seat1: SA appears 4 times, but 2 packs hold 2"),
        ({"kitty": "C4 SA SA"}, "SA appears 3 times, but 2 packs hold 2"),
    ],
)
def test_a_position_that_cannot_be_is_refused(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("ending", **fields)
    assert str(refused.value).startswith(why)


def test_more_than_eight_cards_are_not_solved() -> None:
    suits = {f"seat{at}": f"{suit}3{suit}4{suit}5{suit}6{suit}7{suit}8{suit}9{suit}T{suit}J"
             for at, suit in enumerate("SHDC", 1)}  # fmt: skip
    with pytest.raises(SuitwiseError, match="1 to 8 cards a hand are solved, not of 9"):
        asked("ending", **suits, kitty="")
