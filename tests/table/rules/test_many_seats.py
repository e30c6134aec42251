"""A table of five to eight seats under way: whole deals with bots, kept and taken up again."""

from __future__ import annotations

import pytest

from tests.table.rules.tables import Desk

TABLES = (
    "tractor(match=deal,players=5,teams=friends)",
    "tractor(match=deal,players=6)",
    "tractor(match=deal,players=8,teams=friends,profile=standard(steal=yes,bombs=free))",
)


@pytest.mark.parametrize("variant", TABLES)
def test_a_deal_is_played_to_its_end_and_comes_out_of_its_file_the_same(variant: str) -> None:
    desk = Desk(variant)
    desk.play_out()
    assert desk.table.stage == "over"
    assert desk.restored().state == desk.table.state


def test_who_joins_the_landlord_and_what_each_seat_took_is_told_to_all() -> None:
    desk = Desk(TABLES[0])
    desk.play_out()
    told = desk.texts(None)
    assert any("calls the" in text and "who plays it joins" in text for text in told)
    assert any(text.startswith("the landlord's side: seat") for text in told)
    assert any(text.startswith("points taken: seat 0") for text in told)
