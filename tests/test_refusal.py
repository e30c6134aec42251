"""What all games say alike of a move that is not legal."""

from __future__ import annotations

from suitwise.foundation.text.phrases import Seat
from suitwise.game import State
from suitwise.refusal import Refusal, refusal
from suitwise.testing import Kuhn


def said(state: State[str], wanted: str | None) -> Refusal | None:
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


def test_the_task_of_a_seat_is_a_value_of_the_phrase_and_the_seat_is_one() -> None:
    state, _ = Kuhn().start().rolled(seed=1, stream=0)
    no = said(state, "draw")
    assert no is not None
    assert (no.code, no.params["task"]) == ("any.not-now", "draw")
    assert isinstance(no.params["seat"], Seat)
    assert no.template == "{seat} is to {task}"


def test_what_a_game_says_in_plain_text_becomes_a_phrase() -> None:
    codes = [no.code for no in (said(Kuhn().start(), None), said(Kuhn().parse("KJ"), None)) if no]
    assert codes == ["any.refused", "any.refused"]
