"""What is sent of a table: each change once for all who see it, and together all that is to be seen."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest

from suitwise.table.client import changed_parts
from suitwise.table.rules.running.audience import Audience, Common
from suitwise.table.serve.shown import Rendering, Screen, Screens, localised, names_of, to_json
from tests.table.rules.tables import Desk

READERS = [
    (Audience(0, "seat"), "en"),
    (Audience(1, "seat"), "en"),
    (Audience(1, "seat"), "zh"),
    (Audience(None, "public"), "en"),
]


class Reader:
    """Somebody who puts together what is sent, as a browser does."""

    def __init__(self) -> None:
        self.number = 0
        self.parts: dict[str, Any] = {}

    def read(self, number: int, changes: str) -> None:
        self.number = number
        if changes:
            self.parts |= changed_parts(self.parts, json.loads(f"{{{changes}}}"))


@pytest.mark.parametrize("variant", ["texas42", "tractor(match=deal)", "gin"])
def test_changes_put_together_are_what_somebody_who_comes_now_is_shown(variant: str) -> None:
    desk, common = Desk(variant, 1), None
    screens: Screens = defaultdict(Screen)
    readers = [Reader() for _ in READERS]
    while desk.table.stage != "over" and desk.table.ply < 130:
        desk.once()
        shown = Rendering(desk.table, desk.now, screens, before=common)
        common = shown.common
        for reader, (audience, lang) in zip(readers, READERS, strict=True):
            reader.read(*shown.changes(audience, lang, reader.number))
            whole = localised(desk.table.parts(audience), lang, names_of(desk.table), audience.seat)
            assert reader.parts == json.loads(json.dumps(whole))


def test_what_all_see_and_has_not_changed_is_the_same_object_again() -> None:
    desk = Desk("texas42", 1)
    before: Common = desk.table.common()
    desk.once()
    after = desk.table.common(before)
    assert after.people is not before.people
    assert [one is two for one, two in zip(after.people, before.people, strict=True)] == [True] * 4
    assert after.table["proof"] is before.table["proof"]
    assert after == desk.table.common()


def test_a_line_addresses_the_seat_that_it_is_about_and_names_it_to_all_others() -> None:
    desk = Desk("texas42", 1)
    while not any(line.text.code == "texas42.told.takes" for line in desk.table.story):
        desk.once()
    taken = next(line for line in desk.table.story if line.text.code == "texas42.told.takes")
    name = names_of(desk.table)[taken.seat]
    shown = Rendering(desk.table, desk.now, defaultdict(Screen))
    readers = [Audience(seat, "seat") for seat in range(4)] + [Audience(None, "public")]
    for audience in readers:
        told = [json.loads(text) for _, text in shown.lines(audience, "en", 0)]
        line = next(one for one in told if one["code"] == "texas42.told.takes")
        who = "you take " if audience.seat == taken.seat else f"{name} takes "
        assert line["text"].startswith(who)
        assert line["p"]["seat"] == line["seat"] == taken.seat, "for programs it is the same"


def test_nothing_is_sent_where_nothing_has_changed() -> None:
    desk = Desk("texas42", 1)
    screens: Screens = defaultdict(Screen)
    number, whole = Rendering(desk.table, 1, screens).changes(Audience(0, "seat"), "en", 0)
    assert whole
    again = Rendering(desk.table, 2, screens).changes(Audience(0, "seat"), "en", number)
    assert again == (number, "")


@pytest.mark.parametrize(
    "value",
    [None, True, 7, -1.5, "拖拉机 \"'\\\n\x00\u2028", [], {}, {"a": [1, {"b": None}], "": "é"}],
)
def test_values_are_packed_as_json_without_spaces(value: Any) -> None:
    assert to_json(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))
