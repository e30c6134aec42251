"""The chance of a table: keys, their hashes, and verifying (D6; TABLE §12.6)."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, Record, drawn, load, record_of
from suitwise.seeds import SeededSource
from suitwise.table.rules.chance import NOT_ALL, Source, commitment, verify
from suitwise.table.rules.commands import Propose
from suitwise.table.rules.messages import Ack
from suitwise.table.rules.running.audience import Audience
from tests.table.rules.tables import Desk, daily_key

pytestmark = pytest.mark.usefixtures("whist")


def exported(desk: Desk) -> Any:
    return json.loads(json.dumps(desk.table.exported()))


def fault(plain: Any) -> str:
    found = verify(plain)
    return found.code if isinstance(found, Phrase) else ""


# --- The numbers ----------------------------------------------------------------------------------


def test_the_numbers_are_those_of_sha_256_in_counter_mode() -> None:
    source = Source(daily_key(7))
    for place in range(20):
        block = sha256(daily_key(7) + place.to_bytes(8, "big")).digest()
        assert source.below(1000) == int.from_bytes(block, "big") % 1000


def test_each_number_comes_as_often_as_another(exhaustive: bool) -> None:
    draws = 600_000 if exhaustive else 60_000
    source = Source(daily_key(1))
    seen = Counter(source.below(6) for _ in range(draws))
    expected = draws / 6
    assert sum((seen[face] - expected) ** 2 / expected for face in range(6)) < 25  # 5 degrees: 1e-4


def test_each_domino_lies_in_each_hand_equally_often(exhaustive: bool) -> None:
    deals = 100_000 if exhaustive else 1000
    seen = Counter[tuple[int, str]]()
    for number in range(deals):
        state, source = Desk(here=False).game.start(), Source(daily_key(number))
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
    assert first == {"commit": commitment(daily_key(0)), "opened": []}
    desk.go(lambda table: table.stage == "between")
    second = desk.table.parts(Audience())["proof"]
    assert second["opened"] == [{"deal": 0, "key": daily_key(0).hex()}]
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
    assert fault(plain) == "table.partly-verified"


def test_a_changed_key_hash_card_or_place_is_refused() -> None:
    desk = Desk("texas42(marks=2)", 1)
    desk.play_out()
    other = exported(desk)
    other["deals"][0]["key"] = daily_key(99).hex()
    assert fault(other) == "table.other-key"
    other["deals"][0]["commit"] = commitment(daily_key(99))
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


# --- Records that somebody has written who wants to be believed -----------------------------------

MATCHES = ["texas42(marks=2)", "tractor(match=deal)", "gin(to=30)"]
DEALT = ["texas42(match=hand)", "indian13", "stacks", "whist", *MATCHES]


@cache
def kept(variant: str) -> str:
    desk = Desk(variant, 1)
    desk.play_out()
    return json.dumps(desk.table.exported())


def finished(variant: str) -> Any:
    return json.loads(kept(variant))


def chance_in(plain: Any, moves: int | None = None) -> int:
    states = [state for state, _ in zip(states_of(plain), plain["record"]["moves"], strict=False)]
    return sum(state.turn == CHANCE for state in states[:moves])


def states_of(plain: Any) -> list[Any]:
    return list(Record.from_json(plain["record"]).states())


def rigged(plain: Any, seed: int) -> Any:
    """Return a record whose cards somebody has chosen, with the keys of the true one."""
    moves, end = [], load(plain["record"]["game"]).start()
    while end.turn == CHANCE:
        moves.append(drawn(end, SeededSource(seed, 0)))
        end = end.after(moves[-1])
    record = record_of(load(plain["record"]["game"]).start(), moves, end)
    return {**plain, "record": record.as_json(), "deals": plain["deals"][:1]}


@pytest.mark.parametrize("variant", DEALT)
def test_what_no_open_key_has_dealt_is_not_verified(variant: str) -> None:
    false = rigged(finished(variant), 5)
    [deal] = false["deals"]
    moves = len(false["record"]["moves"])
    assert fault(false) == "table.other-deal"
    for deals in ([], [{**deal, "key": None}]):
        said = verify({**false, "deals": deals})
        assert said is not None
        assert said.code in NOT_ALL
        assert str(said).startswith(f"0 of {moves} moves of chance verified: move 1 ")
    for begins in (1, 7, moves - 1, moves, 9999):
        listed = [{**deal, "begins": begins}]
        assert fault({**false, "deals": listed}) in ("table.other-begin", "table.other-deal")
    record = {**false["record"], "start": str(states_of(false)[-1]), "moves": []}
    for deals in ([deal], [], [{**deal, "deal": 3}]):
        assert fault({**false, "record": record, "deals": deals}) in (
            "table.dealt-before",
            "table.other-begin",
        )


@pytest.mark.parametrize("variant", MATCHES)
def test_of_a_match_each_deal_has_its_key_at_its_place(variant: str) -> None:
    plain = finished(variant)
    deals, moves = plain["deals"], len(plain["record"]["moves"])
    for at, deal in enumerate(deals):
        others = [*deals[:at], *deals[at + 1 :]]
        if others:
            assert fault({**plain, "deals": others}) in (
                "table.partly-verified",
                "table.deals-mixed",
                "table.nothing-to-verify",
            )
        changed: list[dict[str, Any]] = [
            {"begins": deal["begins"] + 1},
            {"begins": moves + 1},
            {"deal": deal["deal"] + 1},
        ]
        for one in changed:
            false = [*deals[:at], {**deal, **one}, *deals[at + 1 :]]
            assert fault({**plain, "deals": false}) in ("table.other-begin", "table.deals-mixed")
        hidden = [*deals[:at], {**deal, "key": None}, *deals[at + 1 :]]
        assert fault({**plain, "deals": hidden}) == "table.partly-verified"
    for listed in ([*deals, deals[-1]], [deals[0], *deals]):
        assert fault({**plain, "deals": listed}) in ("table.key-again", "table.deals-mixed")
    if len(deals) > 1:
        assert fault({**plain, "deals": deals[::-1]}) == "table.deals-mixed"
        second = {**deals[1], "key": deals[0]["key"], "commit": deals[0]["commit"]}
        again = [deals[0], second, *deals[2:]]
        assert fault({**plain, "deals": again}) == "table.key-again"


def test_how_much_was_verified_is_said() -> None:
    plain = finished("texas42(marks=2)")
    first, second = plain["deals"][:2]
    said = verify({**plain, "deals": [first]})
    some, all_of_it = chance_in(plain, second["begins"]), chance_in(plain)
    assert str(said) == (
        f"{some} of {all_of_it} moves of chance verified: move {second['begins'] + 1} lies in no "
        "deal with an open key"
    )
    nothing = Desk("texas42(marks=2)", 1).table.exported_over()
    assert str(verify(nothing)).startswith("nothing to verify")


def test_a_record_from_the_midst_of_a_match_starts_where_a_deal_does() -> None:
    plain = finished("texas42(marks=2)")
    states, begins = states_of(plain), plain["deals"][1]["begins"]
    last = record_of(states[begins], plain["record"]["moves"][begins:], states[-1]).as_json()
    deal = {**plain["deals"][1], "begins": 0}
    of_one = {"record": last, "deals": [deal]}
    if len(plain["deals"]) == 2:
        assert fault(of_one) == ""
    assert fault({**of_one, "deals": [{**deal, "deal": 0}]}) == "table.other-begin"
    for later in (begins + 2, begins + 9):
        start = {**last, "start": str(states[later]), "moves": plain["record"]["moves"][later:]}
        assert fault({**of_one, "record": start}) == "table.dealt-before"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("key", "00"), ("key", " ".join(["00"] * 32)), ("key", 7), ("commit", "promised")),
        *(("commit", None), ("commit", "A" * 64), ("begins", -1), ("begins", True)),
        *(("begins", "0"), ("begins", 0.0), ("begins", None), ("deal", -1), ("deal", "0")),
        ("deal", 1e300),
    ],
)
def test_a_deal_is_a_number_a_place_a_key_and_its_hash(name: str, value: object) -> None:
    plain = finished("texas42(match=hand)")
    plain["deals"][0][name] = value
    assert fault(plain) == "table.unreadable"


def test_a_game_that_all_agreed_to_end_is_verified_as_far_as_it_came() -> None:
    for stop in (lambda table: len(table.plays) > 35, lambda table: table.stage == "between"):
        desk = Desk("texas42(marks=2)", 1)
        desk.go(stop)
        assert isinstance(desk.do(0, Propose(desk.id(), "end", {})), Ack)
        assert fault(exported(desk)) == ""
