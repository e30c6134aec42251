"""Copies of frozen values with other parts."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from suitwise.foundation.values import changing


@dataclass(frozen=True, slots=True)
class Pair:
    left: int
    right: int = 2
    kept: int = field(default=0, init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kept", 7)


change = changing(Pair)


def test_a_copy_has_the_parts_named_and_keeps_the_others() -> None:
    pair = Pair(1)
    assert change(pair, right=5) == Pair(1, 5)
    assert change(pair) == pair == Pair(1, 2)
    assert change(pair, left=None).left is None


def test_what_no_argument_sets_is_copied_and_may_be_named() -> None:
    pair = change(Pair(1), kept=9)
    assert (change(pair, left=3).kept, change(pair, kept=1).kept) == (9, 1)


def test_a_copy_is_as_frozen_as_the_value() -> None:
    copy = change(Pair(1), left=2)
    with pytest.raises(FrozenInstanceError):
        copy.left = 3  # type: ignore[misc]


def test_no_other_part_can_be_named() -> None:
    with pytest.raises(TypeError, match="middle"):
        change(Pair(1), middle=3)
