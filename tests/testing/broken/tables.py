"""Games that say of their arrays what is not so."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from suitwise.fields import Field
from tests.testing.broken.case import Case, note
from tests.testing.broken.variant import Copy, Variant

CASES: list[Case] = []
fails = partial(note, CASES)


@fails("fields", "13 numbers, but fields of 12")
class DescribesTooLittle(Variant):
    def observation_fields(self) -> tuple[Field, ...]:
        return (Field("seen", 12, "most of it"),)


@fails("fields", "number 0 of seen is 0, outside 0.5 to 1")
class DescribesOtherNumbers(Variant):
    def observation_fields(self) -> tuple[Field, ...]:
        return (Field("seen", 13, "what is nearly there", 0.5, 1),)


class SeesAHairTooMuch(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        return np.nextafter(super().observe(seat), np.float32(2), dtype=np.float32)


@fails("fields", "number 1 of seen is 1.00000012, outside 0 to 1")
class DescribesTooNarrowly(Variant):
    kind = SeesAHairTooMuch

    def observation_fields(self) -> tuple[Field, ...]:
        return (Field("seen", 13, "what is a hair more"),)


class SeesHalves(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        return super().observe(seat) / np.float32(2)


@fails("fields", " of seen is 0.5 of its parts")
class DescribesOtherParts(Variant):
    kind = SeesHalves

    def observation_fields(self) -> tuple[Field, ...]:
        return (Field("seen", 13, "what is halves", parts=1),)


@fails("fields", "two fields of an observation have one name")
class DescribesTwice(Variant):
    def observation_fields(self) -> tuple[Field, ...]:
        return (Field("seen", 6, "one half"), Field("seen", 7, "the other"))


@fails("fields", "with nothing hidden: 26 numbers, but fields of 13")
class DescribesOneSeatForAll(Variant):
    def fields_of_all(self) -> tuple[Field, ...]:
        return self.observation_fields()


@fails("fields", "the moves p and b are told alike")
class TellsMovesAlike(Variant):
    def encode_move(self, move: str) -> NDArray[np.float32]:
        return np.zeros(2, np.float32)


@fails("fields", "the move p is not told in float32")
class TellsMovesInDoubles(Variant):
    def encode_move(self, move: str) -> NDArray[np.float32]:
        return np.zeros(2)  # type: ignore[return-value]


@fails("fields", "the move p: number 0 of move is nan, outside 0 to 1")
class TellsMovesInNoNumbers(Variant):
    def encode_move(self, move: str) -> NDArray[np.float32]:
        return np.full(2, np.nan, np.float32)


@fails("fields", "the move p: 3 numbers, but fields of 2")
class TellsTooMuch(Variant):
    def encode_move(self, move: str) -> NDArray[np.float32]:
        return np.zeros(3, np.float32)
