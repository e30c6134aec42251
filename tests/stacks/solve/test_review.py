"""The review of Stack Management: a move keeps the win or loses it, held against all ways to play on."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from suitwise import stacks
from suitwise.errors import SuitwiseError
from suitwise.game import Record, load, play
from suitwise.players.named import named
from suitwise.players.review.words import review_text
from suitwise.stacks.review import REVIEW

SMALL = "stacks(stacks=3,height=3,suits=3,singles=1)"


@cache
def is_won_by_somebody(text: str) -> bool:
    """Tell by trying every way to play on whether a position can be won."""
    state = load(SMALL).parse(text)
    if state.turn < 0:
        return bool(state.returns()[0])
    return any(is_won_by_somebody(str(state.after(move))) for move in state.moves())


def test_a_move_is_a_mistake_where_playing_everything_out_says_so() -> None:
    game, judged, lost = load(SMALL), 0, 0
    for seed in range(240):
        record = play(game.start(), named("random", game).seated(seed, 0), seed=seed)
        states = list(record.states())
        found = {one.ply: one for one in stacks.review(record)}
        for ply, (state, after) in enumerate(pairwise(states), 1):
            had_choice = state.turn == 0 and len(state.moves()) > 1
            assert (ply in found) == (had_choice and is_won_by_somebody(str(state)))
            if ply not in found:
                continue
            one, judged = found[ply], judged + 1
            assert one.verdict is not None
            assert one.is_mistake == (not is_won_by_somebody(str(after)))
            assert is_won_by_somebody(str(state.after(one.verdict.best)))
            lost += one.is_mistake
    assert judged > 30
    assert lost > 3


def test_nothing_is_estimated_so_nothing_has_an_interval() -> None:
    game = "stacks(stacks=3,height=2,suits=3)"
    record = Record(game, "8b 9a | 9c 9b | 1c 2c", ("r2", "r2", "m0>2"), (0.0,))
    told = review_text(list(stacks.review(record)), REVIEW.measure)
    assert "turns a won deal into a lost one; moving 9c to stack 2 keeps it won" in " ".join(
        told.split()
    )
    assert "±" not in told


def test_a_record_of_another_game_or_seat_is_refused() -> None:
    gin = load("gin")
    record = play(gin.start(), named("random", gin).seated(1, 0), seed=3)
    with pytest.raises(SuitwiseError, match=r"the record is of gin.*, not of Stack Management"):
        stacks.review(record)
    own = Record("stacks(stacks=3,height=2,suits=3)", "8b 9a | 9c 9b | 1c 2c", ("r2",), (0.0,))
    with pytest.raises(SuitwiseError, match="seat"):
        stacks.review(own, seat=1)
