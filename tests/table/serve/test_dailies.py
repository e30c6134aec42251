"""Deals of the days over HTTP: asked for by the day alone, alike on all servers, compared when over."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from suitwise.game import Record, load
from suitwise.stacks import hint
from suitwise.table.client import Client, at_random
from suitwise.table.client import play as play_at
from suitwise.table.rules.chance import daily_of, games, variant_of, verify
from suitwise.table.serve.processes import boards
from suitwise.table.serve.processes.boards import (
    Dailies,
    evaluation_of,
    strongest_line,
    strongest_outcome,
)
from suitwise.table.serve.processes.workers import LateError
from suitwise.table.serve.web.requests import today
from tests.table.serve.servers import Served, bearer, get, post, serving

DAY = "2026-11-20"
FORTY_TWO = "texas42"


def made(served: Served, day: str = DAY, name: str = FORTY_TWO) -> dict[str, Any]:
    asked = {"daily": day, "variant": name, "name": "Ann"}
    answer = post(f"{served.url}/api/tables", json=asked)
    assert answer.status_code == 201, answer.text
    table: dict[str, Any] = answer.json()
    return table


def record_of(served: Served, table: dict[str, Any]) -> dict[str, Any]:
    answer = get(f"{served.url}/api/tables/{table['table']}/record", headers=bearer(table))
    found: dict[str, Any] = answer.json()
    return found


def first_move(state: Any, moves: list[str]) -> str:
    return moves[0]


def test_all_servers_deal_alike_and_their_bots_answer_alike(
    served: Served, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with serving(tmp_path_factory.mktemp("other") / "t.db") as other:
        records = []
        for server in (served, other):
            table = made(server)
            play_at(Client(server.url + table["host"]), choose=lambda seen: seen["ask"]["moves"][0])
            records.append(record_of(server, table))
    one, again = records
    assert one["record"] == again["record"]
    assert one["daily"] == {"day": DAY, "number": 1}
    assert verify(one) is None


def test_what_there_is_today_is_listed_with_the_day_before(served: Served) -> None:
    listed = get(f"{served.url}/api/daily").json()
    assert listed["today"] == today().isoformat()
    assert listed["before"] == (today() - timedelta(days=1)).isoformat()
    assert listed["games"] == list(games())


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"daily": "2126-01-01", "variant": "gin"}, "table.future-day"),
        ({"daily": "2026-10-01", "variant": "gin"}, "table.no-day"),
        ({"daily": DAY, "variant": "gin(to=100)"}, "table.no-daily"),
        ({"daily": DAY}, "table.no-daily"),
        ({"daily": [DAY], "variant": "gin"}, "table.no-day"),
        ({"daily": DAY, "variant": "gin", "seats": ["human", "easy"]}, "table.daily-only"),
        ({"daily": DAY, "variant": "gin", "house": {"practice": True}}, "table.daily-only"),
        ({"variant": "gin", "house": {"daily": DAY}}, "table.daily-house"),
        ({"variant": "gin", "house": {"daily": "soon"}}, "table.house-day"),
    ],
)
def test_a_day_s_deal_is_as_it_is_or_refused(
    served: Served, asked: dict[str, Any], code: str
) -> None:
    answer = post(f"{served.url}/api/tables", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert "\n" not in answer.json()["text"]


def test_a_key_of_half_a_character_is_refused_in_one_readable_sentence(served: Served) -> None:
    body = '{"daily": "2026-11-20", "variant": "gin", "\\ud800": 1, "\\n": 2}'
    answer = post(f"{served.url}/api/tables", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "table.daily-only")
    assert "leave '\\n', '\\ud800' out" in answer.json()["text"]


def test_a_deal_is_compared_for_those_who_have_played_it_to_its_end(served: Served) -> None:
    table = made(served)
    url = f"{served.url}/api/tables/{table['table']}/daily"
    assert get(url).status_code == 403
    assert get(url, headers=bearer(table)).json()["code"] == "table.day-not-over"
    play_at(Client(served.url + table["host"]), choose=at_random)
    found = get(url, headers=bearer(table)).json()
    record = record_of(served, table)["record"]
    own = evaluation_of(str(Record.from_json(record))).own
    assert found["own"] == str(own.said)
    other = strongest_outcome(DAY, str(load(variant_of(FORTY_TWO) or "")))
    assert found["strongest"] == str(other.said)
    assert found["than"] == (own.worth > other.worth) - (own.worth < other.worth)
    assert (found["level"], found["hints"], found["back"]) == ("medium", 0, 0)
    assert found["best"]["said"].endswith("with this contract")
    zh = get(url, headers={**bearer(table), "accept-language": "zh"}).json()
    assert "墩" in zh["own"]


def test_moves_that_a_bot_made_for_who_was_away_are_told(served: Served) -> None:
    table = made(served, name="stacks")
    url = f"{served.url}/api/tables/{table['table']}/daily"
    play_at(Client(served.url + table["host"]), choose=_solved)
    assert get(url, headers=bearer(table)).json()["covered"] == 0
    room = served.registry.rooms[table["table"]]
    *others, before, last = room.table.plays
    assert (before.seat, before.by) == (0, "human")
    covered = [one._replace(by="cover strong") for one in (before, last)]
    room.table = replace(room.table, plays=(*others, *covered))
    assert get(url, headers=bearer(table)).json()["covered"] == 2


def test_a_table_of_no_day_is_not_compared(served: Served) -> None:
    table = served.made()
    url = f"{served.url}/api/tables/{table['table']}/daily"
    assert get(url, headers=bearer(table)).json()["code"] == "table.no-daily-table"


def test_moves_taken_back_and_hints_are_told_and_a_restart_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("again") / "t.db"
    with serving(path) as running:
        table = made(running, name="stacks")
        line = running.line(table["host"])
        line.until_asked()
        line.play("a", line.parts["ask"]["moves"][0])
        line.send("propose", id="b", what="takeback", p={})
        line.until("ack")
        line.close()
    with serving(path) as running:
        play_at(Client(running.url + table["host"]), choose=_solved)
        url = f"{running.url}/api/tables/{table['table']}/daily"
        found = get(url, headers=bearer(table)).json()
        assert found["own"].startswith("won in")
        assert found["back"] == 1
        assert (found["than"], found["level"]) == (0, None)
        assert found["best"]["said"].startswith("can be won")
        assert verify(record_of(running, table)) is None


def _solved(seen: dict[str, Any]) -> str:
    from suitwise.stacks import Layout

    stacks = seen["table"]["stacks"]
    return str(hint(Layout.parse(" | ".join(" ".join(cards) or "-" for cards in stacks))))


def test_the_strongest_player_plays_what_the_day_deals_at_the_first_seat() -> None:
    variant = str(load(variant_of(FORTY_TWO) or ""))
    states = strongest_line(DAY, variant)
    assert daily_of(DAY, variant).number == 1
    assert states[-1].turn == -2
    assert [str(state) for state in strongest_line(DAY, variant)] == [
        str(state) for state in states
    ]


def test_a_comparison_that_takes_too_long_is_tried_again() -> None:
    async def both() -> None:
        dailies = Dailies(late_s=0.0)
        try:
            with pytest.raises(LateError):
                await dailies.strongest(DAY, "stacks")
            dailies._late_s = 60.0
            assert (await dailies.strongest(DAY, "stacks")).worth == (1.0,)
        finally:
            dailies.close()

    asyncio.run(both())


def test_only_a_finished_comparison_is_dropped_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MOST_KEPT", 1)

    async def crowd() -> list[Any]:
        dailies, may_end = Dailies(), asyncio.Event()
        begun: list[str] = []

        async def run(address: str, work: Any, day: str, variant: str) -> str:
            begun.append(day)
            await may_end.wait()
            return day

        monkeypatch.setattr(dailies, "run", run)
        days = (DAY, "2026-11-21", DAY)
        waiting = [asyncio.create_task(dailies.strongest(day, "stacks")) for day in days]
        await asyncio.sleep(0.01)
        assert begun == [DAY, "2026-11-21"], "the third asked for what was going on"
        dailies.close()
        ended = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 10)
        may_end.set()
        outcome: Any = await dailies.strongest(DAY, "stacks")
        assert outcome == DAY
        await dailies.strongest("2026-11-22", "stacks")
        assert [day for day, _ in dailies._strongest] == ["2026-11-22"]
        return ended

    assert [type(one) for one in asyncio.run(crowd())] == [asyncio.CancelledError] * 3


def test_a_comparison_that_fails_does_not_drop_the_one_that_has_replaced_it() -> None:
    async def replaced() -> bool:
        dailies, key = Dailies(), (DAY, "stacks")
        failed, later = (asyncio.get_running_loop().create_future() for _ in range(2))
        failed.set_exception(LateError())
        dailies._strongest[key] = later  # type: ignore[assignment]
        dailies._drop_failed(key, failed)  # type: ignore[arg-type]
        return dailies._strongest.get(key) is later

    assert asyncio.run(replaced())
