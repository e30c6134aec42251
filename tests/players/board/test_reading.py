"""A refusal of what stands in a form names the field by its label, in the language of whoever asks."""

from __future__ import annotations

import pytest

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import reason_of
from suitwise.players.board.reading import is_empty, number, read
from suitwise.table.rules.messages import say
from suitwise.tractor.rules.deck import hand_of


def test_the_field_is_named_as_the_form_names_it() -> None:
    with pytest.raises(SuitwiseError) as refused:
        read({"lead": "HAHAHA"}, "lead", lambda text: hand_of(text, 2))
    why = reason_of(refused.value)
    assert say(why, "en") == "“Cards led”: ♥A appears 3 times, but 2 packs hold 2"
    assert say(why, "zh").startswith("“领出的牌”：")


@pytest.mark.parametrize("text", ["-1", "301", "1.5", "٣", "1e2", "9" * 40, "0x1"])
def test_what_is_no_number_in_bounds_is_refused(text: str) -> None:
    with pytest.raises(SuitwiseError, match=r"^points: a whole number from 0 to 300$"):
        number({"points": text}, "points", 0, 300)


def test_an_empty_field_is_the_least_number_and_holds_nothing() -> None:
    assert number({"points": " "}, "points", 5, 300) == 5
    assert is_empty({}, "points")
