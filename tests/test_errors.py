"""The errors: what they are, and how they name the place of a fault."""

from __future__ import annotations

import pickle

import pytest

from suitwise.errors import IllegalMove, IllegalPosition, NotationError, SuitwiseError


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
