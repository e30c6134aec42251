"""The chance of a table: keys, their hashes, and verifying (D6; TABLE §12.6)."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

from suitwise.foundation.text.phrases import Phrase
from suitwise.game import drawn
from suitwise.table.rules.chance import Source, commitment
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.verifying import verify
from tests.table.rules.tables import Desk, key_of

pytestmark = pytest.mark.usefixtures("whist")


def exported(desk: Desk) -> Any:
    return json.loads(json.dumps(desk.table.exported()))


def fault(plain: Any) -> str:
    found = verify(plain)
    return found.code if isinstance(found, Phrase) else ""


# --- The numbers ----------------------------------------------------------------------------------


def test_the_numbers_are_those_of_sha_256_in_counter_mode() -> None:
    source = Source(key_of(7))
    for place in range(20):
        block = sha256(key_of(7) + place.to_bytes(8, "big")).digest()
        assert source.below(1000) == int.from_bytes(block, "big") % 1000


def test_each_number_comes_as_often_as_another(exhaustive: bool) -> None:
    draws = 600_000 if exhaustive else 60_000
    source = Source(key_of(1))
    seen = Counter(source.below(6) for _ in range(draws))
    expected = draws / 6
    assert sum((seen[face] - expected) ** 2 / expected for face in range(6)) < 25  # 5 degrees: 1e-4


def test_each_domino_lies_in_each_hand_equally_often(exhaustive: bool) -> None:
    deals = 100_000 if exhaustive else 1000
    seen = Counter[tuple[int, str]]()
    for number in range(deals):
        state, source = Desk(here=False).game.start(), Source(key_of(number))
        seen.update(first_hand(state, source))
    expected = deals * 7 / 28
    total = sum((seen[0, str(one)] - expected) ** 2 / expected for one in DOMINOES)
    assert total * 4 / 3 < 60  # 27 degrees of freedom: 3e-4


def first_hand(state: Any, source: Source) -> list[tuple[int, str]]:
    """Return the first seven dominoes that a key draws."""
    found = []
    for _ in range(7):
        move = drawn(state, source)
        found.append((0, str(move)))
        state = state.followed_by(move)
    return found


DOMINOES = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]


# --- At a table -----------------------------------------------------------------------------------


def test_the_hash_is_shown_before_the_deal_and_the_key_is_opened_after() -> None:
    desk = Desk("texas42(marks=2)", 1)
    first = desk.table.parts(Audience())["proof"]
    assert first == {"commit": commitment(key_of(0)), "opened": []}
    desk.go(lambda table: table.stage == "between")
    second = desk.table.parts(Audience())["proof"]
    assert second["opened"] == [{"deal": 0, "key": key_of(0).hex()}]
    assert second["commit"] == commitment(desk.table.key) != first["commit"]


@pytest.mark.parametrize("variant", ["texas42(marks=2)", "tractor(match=deal)", "gin", "whist"])
def test_a_table_is_verified_from_its_record_and_keys(variant: str) -> None:
    desk = Desk(variant, 1)
    desk.play_out()
    assert fault(exported(desk)) == ""


def test_the_key_of_the_deal_under_way_is_not_in_what_is_exported() -> None:
    desk = Desk("texas42(marks=2)", 1)
    desk.go(lambda table: len(table.past) == 1 and len(table.plays) > 40)
    plain = exported(desk)
    assert [deal["key"] is None for deal in plain["deals"]] == [False, True]
    assert desk.table.key.hex() not in json.dumps(plain)
    assert fault(plain) == ""


def test_a_changed_key_hash_card_or_place_is_refused() -> None:
    desk = Desk("texas42(marks=2)", 1)
    desk.play_out()
    other = exported(desk)
    other["deals"][0]["key"] = key_of(99).hex()
    assert fault(other) == "table.other-key"
    other["deals"][0]["commit"] = commitment(key_of(99))
    assert fault(other) == "table.other-deal"
    other = exported(desk)
    moves = other["record"]["moves"]
    moves[0], moves[1] = moves[1], moves[0]
    assert fault(other) == "table.other-deal"
    other = exported(desk)
    other["record"]["moves"][-1] = "6-6"
    assert fault(other) in ("table.no-replay", "table.other-deal")
    other = exported(desk)
    other["deals"][1]["begins"] += 1
    assert fault(other)
    for broken in ({}, {"record": 1, "deals": []}, {**exported(desk), "deals": [{}]}):
        assert fault(broken) == "table.unreadable"
