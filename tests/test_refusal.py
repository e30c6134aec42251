"""What all games say alike of a move that is not legal."""

from __future__ import annotations

from suitwise.game import State
from suitwise.refusal import refusal
from suitwise.testing.games.kuhn import Kuhn


def said(state: State[str], wanted: str | None) -> str | None:
    return refusal(
        state,
        "bet",
        lambda state, move: f"chance can't {move}",
        lambda state, move: wanted,
        lambda state, move: f"may not {move}",
        "bet: ",
    )


def test_chance_a_seat_and_the_end_are_told_apart() -> None:
    state: State[str] = Kuhn().start()
    assert said(state, "draw") == "chance can't bet"
    state, _ = state.rolled(seed=1, stream=0)
    assert said(state, "draw") == f"bet: seat {state.turn} is to draw"
    assert said(state, None) == "may not bet"
    while state.moves():
        state = state.after(next(iter(state.moves())))
    assert said(state, "draw") == "the game is over"
