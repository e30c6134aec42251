"""The errors: what they are, and how they name the place of a fault."""

from __future__ import annotations

import pickle
from math import inf

import pytest

from suitwise.errors import IllegalMove, IllegalPosition, NotationError, SuitwiseError
from suitwise.fields import Field, bounds, markdown, places, width
from suitwise.foundation.text.phrases import Seat
from suitwise.game import Refusal, State, refusal
from suitwise.testing import Kuhn


@pytest.mark.parametrize("error", [NotationError, IllegalMove, IllegalPosition])
def test_every_error_is_a_value_error_of_suitwise(error: type[SuitwiseError]) -> None:
    assert issubclass(error, SuitwiseError)
    assert issubclass(error, ValueError)
    assert str(error("S1 is no card")) == "S1 is no card"


@pytest.mark.parametrize("error", [IllegalMove, IllegalPosition])
def test_only_text_is_a_fault_of_notation(error: type[SuitwiseError]) -> None:
    assert not issubclass(error, NotationError)


@pytest.mark.parametrize(
    ("line", "case", "text"),
    [
        (None, None, "no card"),
        (7, None, "line 7: no card"),
        (None, 3, "case 3: no card"),
        (7, 3, "line 7: case 3: no card"),
    ],
)
def test_a_fault_of_notation_says_its_line_and_its_case(
    line: int | None, case: int | None, text: str
) -> None:
    error = NotationError("no card", line=line, case=case)
    assert str(error) == text
    assert (error.reason, error.line, error.case) == ("no card", line, case)


def test_a_fault_of_notation_keeps_its_place_on_the_way_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(NotationError("no card", line=7, case=3)))
    assert isinstance(error, NotationError)
    assert str(error) == "line 7: case 3: no card"


# --- What all games say alike of a move that is not legal -----------------------------------------


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


# --- Fields say what the numbers of an array mean, and nothing that can't be ----------------------


FIELDS = (Field("hand", 3, "the hand"), Field("points", 1, "the points", -5, inf))


def test_a_field_has_numbers_and_room_between_its_bounds() -> None:
    with pytest.raises(SuitwiseError, match=r"the field hand: 0 numbers in 0 to 1"):
        Field("hand", 0, "nothing")
    with pytest.raises(SuitwiseError, match=r"3 numbers in 2 to 2"):
        Field("hand", 3, "the same", 2, 2)


def test_fields_stand_side_by_side() -> None:
    assert width(FIELDS) == 4
    assert places(FIELDS) == {"hand": slice(0, 3), "points": slice(3, 4)}


def test_bounds_are_those_of_each_number() -> None:
    low, high = bounds(FIELDS)
    assert low.tolist() == [0, 0, 0, -5]
    assert high.tolist() == [1, 1, 1, inf]
    assert low.dtype == high.dtype == "float32"


def test_the_table_names_a_single_number_by_its_index() -> None:
    assert markdown(FIELDS).splitlines()[-1] == "| 3 | points | the points | -5 to inf |"
