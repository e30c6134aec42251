"""Fields say what the numbers of an array mean, and nothing that can't be."""

from __future__ import annotations

from math import inf

import pytest

from suitwise.errors import SuitwiseError
from suitwise.fields import Field, bounds, markdown, places, width

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
