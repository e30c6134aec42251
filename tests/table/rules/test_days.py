"""The deals of the days: the same for everybody, by a key that everybody can compute, and verified."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import Any

import pytest

from suitwise.game import CHANCE, OVER, drawn, load
from suitwise.players.face import face_of
from suitwise.players.named import named
from suitwise.table import Table
from suitwise.table.rules import chance
from suitwise.table.rules.house import BadHouse, House, Pace
from suitwise.texas42 import best_line
from tests.table.rules.days import exported, no_keys, played, seated

DAY, OTHER = "2026-11-23", "2026-11-22"
DAYS = 12
"""So many days are looked at."""


@pytest.mark.parametrize("name", chance.games())
def test_the_same_day_and_moves_give_the_same_record_and_another_day_another(name: str) -> None:
    variant = str(load(chance.variant_of(name) or ""))
    one, again = played(variant, DAY), played(variant, DAY)
    assert one.state.turn == OVER
    assert one.exported()["record"] == again.exported()["record"]
    assert played(variant, OTHER).exported()["record"] != one.exported()["record"]


def test_a_day_s_record_is_verified_by_its_day_and_by_no_other() -> None:
    plain = exported(played(str(load("gin")), DAY))
    assert plain["daily"] == {"day": DAY, "number": 1}
    assert chance.verify(plain) is None
    said = str(chance.verify({**plain, "daily": {"day": OTHER, "number": 1}}))
    assert said == "the key of deal 1 is not the public one of 2026-11-22"
    assert "not the public one" in str(chance.verify({**plain, "daily": {"day": DAY, "number": 2}}))
    for wrong in ({}, {"day": 7, "number": 1}, {"day": DAY, "number": "1"}, "today", [DAY]):
        assert "can't be read" in str(chance.verify({**plain, "daily": wrong}))


def test_a_secret_key_is_not_taken_for_a_day_s() -> None:
    plain = exported(played(str(load("gin")), DAY))
    key = bytes(32)
    forged = {**plain["deals"][0], "key": key.hex(), "commit": sha256(key).hexdigest()}
    assert "not the public one" in str(chance.verify({**plain, "deals": [forged]}))
    record = {**plain["record"], "game": "gin(to=100)"}
    assert "no deal of the day" in str(chance.verify({**plain, "record": record}))


def test_keys_are_the_hash_of_public_words() -> None:
    words = b"suitwise daily 2026-11-23 gin 1"
    assert (
        chance.daily_key(DAY, "gin", 1) == sha256(words).digest() == chance.daily_of(DAY, "gin").key
    )


def test_a_puzzle_of_a_day_can_be_won_and_the_numbers_before_it_can_not() -> None:
    game = load("stacks")
    face: Any = face_of(game)
    for number in range(1, DAYS + 1):
        day = f"2026-11-{number:02}"
        found = chance.daily_of(day, str(game))
        dealt = [
            _dealt(game, chance.daily_key(day, "stacks", n)) for n in range(1, found.number + 1)
        ]
        assert [face.suits_everybody(one) for one in dealt] == [False] * (found.number - 1) + [True]


@pytest.mark.parametrize("variant", ["stacks", "stacks(suits=4,singles=0)", "gin"])
def test_the_first_deal_of_a_table_is_a_puzzle_that_can_be_won_where_one_can(variant: str) -> None:
    given: list[bytes] = []

    def fresh() -> bytes:
        given.append(chance.daily_key(DAY, variant, len(given)))
        return given[-1]

    game, key = load(variant), chance.first_key(variant, fresh)
    face: Any = face_of(game)
    suits = [face.suits_everybody(_dealt(game, one)) for one in given]
    if variant == "stacks":
        assert suits == [False] * (len(given) - 1) + [True]
        assert key == given[-1]
    else:  # nothing can be won in the second, of a hundred tried, and gin is no puzzle
        assert key == given[0]
        assert len(given) == (1 if variant == "gin" else 100)


def test_of_long_puzzles_the_first_deal_is_taken_as_it_comes() -> None:
    variant, given = "stacks(stacks=4,height=60,suits=4)", []
    for number in range(8):
        given = [chance.daily_key(DAY, variant, n) for n in range(number, 40)]
        fresh = iter(given)
        assert chance.first_key(variant, fresh.__next__) == given[0]
        assert next(fresh) == given[1]


def _dealt(game: Any, key: bytes) -> Any:
    state, source = game.start(), chance.Source(key)
    while state.turn == CHANCE:
        state = state.after(drawn(state, source))
    return state


def test_a_day_s_deal_is_a_single_one_and_its_bots_play_without_a_clock() -> None:
    for name in chance.games():
        game = load(chance.variant_of(name) or "")
        assert named(chance.level_at(game), game).thinking(1) == named(chance.level_at(game), game)


@pytest.mark.parametrize(
    ("day", "code"),
    [
        ("2026-11-24", "table.future-day"),
        ("2026-10-31", "table.no-day"),
        ("2026-11-31", "table.no-day"),
        ("20261123xx", "table.no-day"),
        ("２026-11-23", "table.no-day"),
        (20261123, "table.no-day"),
        (None, "table.no-day"),
    ],
)
def test_days_to_come_and_what_is_no_day_are_refused(day: object, code: str) -> None:
    today = date(2026, 11, 23)
    refused = chance.why_no_deal(day, "gin", today)
    assert refused is not None
    assert refused.code == code
    assert chance.why_no_deal(DAY, "gin", today) is None
    for name in ("kuhn", "gin(to=100)", "", 7, None):
        fault = chance.why_no_deal(DAY, name, today)
        assert fault is not None
        assert fault.code == "table.no-daily"


def test_days_begin_with_the_first() -> None:
    assert chance.parse_day(chance.FIRST_DAY.isoformat()) == chance.FIRST_DAY
    assert chance.day_before(chance.FIRST_DAY) is None
    with pytest.raises(BadHouse, match="daily is a day"):
        House(daily="2026-10-31")


def test_no_bid_of_a_bot_is_lost_by_a_slow_machine() -> None:
    """With the pace of a house the draw waits for a bot that is asked, where all shall meet the same."""
    variant = str(load("tractor(match=deal)"))
    pace = Pace.of(House())
    waits = {}
    for day in (DAY, ""):
        table = seated(variant, DAY)
        table = _paced(table, House(daily=day), pace)
        now = 2
        while table.thought is None:
            now = max(now + 1, table.due or 0)
            table = table.tick(now, no_keys).table
        waits[day] = table.due
    assert waits[DAY] is None
    assert waits[""] is not None


def _paced(table: Table, house: House, pace: Pace) -> Table:
    return replace(table, house=house, pace=pace)


def test_the_best_of_a_hand_of_42_is_what_the_solver_says_of_the_contract_as_it_came() -> None:
    """Held against the best line, played out by hand: its points are counted trick by trick."""
    table = played(str(load(chance.variant_of("texas42") or "")), DAY)
    states = list(table.states)
    first = next(state for state in states if state.phase == "play")
    position, took = first.play.position, [0, 0]
    for domino in best_line(position):
        position, done = position.with_play(domino)
        if done is not None:
            took[done.winner & 1] += done.points
    assert sum(took) == 42
    for seat in range(4):
        best = table.face.best(states, seat)
        assert best is not None
        assert str(best.said).split()[0] == str(took[seat & 1])
        own = table.face.came_to(states, seat)
        assert own.worth == (states[-1].returns()[seat], states[-1].play.points[seat & 1])


def test_what_a_deal_came_to_names_no_card() -> None:
    for name in chance.games():
        table = played(str(load(chance.variant_of(name) or "")), DAY)
        for seat in range(len(table.chairs)):
            said = str(table.face.came_to(list(table.states), seat).said)
            assert not re.search(r"\b([SHDC][2-9TJQKA]|[2-9TJQKA][SHDC]|\d+[a-d]|\d-\d)\b", said), (
                said
            )
