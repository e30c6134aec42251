"""The board of Stack Management says whether stacks can be won, and its moves win."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import load
from suitwise.players.board import answered
from suitwise.stacks import Layout, Move, Stacks, deal, parse_moves
from suitwise.stacks.board import BOARD, MOST_SHOWN
from tests.oracles import stacks_oracle
from tests.stacks.positions import some_position


def test_what_it_says_of_small_stacks_is_what_a_search_of_all_moves_says() -> None:
    rng = Random(7)
    layouts = [
        one for one in (some_position(rng, stacks=3, cards=7) for _ in range(60)) if one.cards
    ]
    verdicts = []
    for layout in layouts:
        found = answered(BOARD, "decide", {"stacks": str(layout)})
        can = stacks_oracle.winnable(layout.stacks)
        verdicts.append(can)
        assert (found.verdict != "can't be won") == can, str(layout)
        if not can:
            assert not found.rows
            assert found.lines
            continue
        state = Stacks.around(layout)
        for row in found.rows:
            (move,) = parse_moves(row.move)
            assert isinstance(move, Move)
            state = state.after(move)
        assert state.layout.is_won
    assert {True, False} == set(verdicts)


def test_of_a_long_line_the_first_moves_are_shown() -> None:
    found = answered(BOARD, "decide", {"stacks": str(deal(12, 12, 11, seed=3))})
    assert len(found.rows) == MOST_SHOWN
    assert f"of which these are the first {MOST_SHOWN}" in found.lines[-1]


def test_a_state_is_the_stacks_that_lie_there_and_none_while_they_are_dealt() -> None:
    assert BOARD.of is not None
    start = load("stacks").start()
    assert BOARD.of(start, 0) is None
    state: Any = start.rolled(seed=1, stream=0)[0]
    asked = BOARD.of(state, 0)
    assert asked is not None
    assert Layout.parse(asked[1]["stacks"]) == state.layout


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7q1", "'7q1' is no card: write a value and a suit, as 7a or 7.27"),
        ("7a | 7a", "the card 7a is in stacks 0 and 1; no two cards are alike"),
        ("7a 7.1", "the card 7a is twice in stack 0; no two cards are alike"),
        ("- | -", "there is no card: write some, as 7a"),
        ("", "stacks is still empty"),
        ("٣a", "is no card"),
        ("1a " * 2000, "stacks has at most 4000 signs"),
    ],
)
def test_what_is_no_layout_is_refused_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        answered(BOARD, "decide", {"stacks": text})
    assert why in str(refused.value)
