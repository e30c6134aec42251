"""Records as the page asks for them: of finished deals alone, and of files that may be anything."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from suitwise import catalogue
from suitwise.catalogue import Entry
from suitwise.game import Record, load, play
from suitwise.players.named import named
from suitwise.table.client import Client, at_random, changed_parts
from suitwise.table.client import play as play_at
from suitwise.table.rules.replaying import BadRecord, Replay
from suitwise.table.serve.processes.reviews import Replays, packed_replay, picture_of
from suitwise.table.serve.processes.workers import FailedError, TooManyError
from suitwise.table.serve.web.records import MOST_RECORD
from suitwise.table.serve.web.routes import games
from suitwise.testing import Kuhn
from tests.table.serve.servers import Served, bearer, get, post


def record_text(variant: str) -> str:
    game = load(variant)
    return str(play(game.start(), named("random", game).seated(1, 0), seed=3))


def parts_of(plies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the parts after each move, put together as the page does it."""
    parts: dict[str, Any] = {}
    return [parts := {**parts, **changed_parts(parts, ply)} for ply in plies]


def test_a_finished_deal_is_looked_at_by_those_who_sat_there(served: Served) -> None:
    made = served.made()
    play_at(Client(served.url + made["host"]), choose=at_random)
    url = f"{served.url}/api/tables/{made['table']}/replay"
    assert get(url).status_code == 403
    whole = get(url, headers=bearer(made)).json()
    assert get(f"{url}?deal=1", headers=bearer(made)).json()["plies"] == whole["plies"]
    assert (whole["kind"], whole["names"][0]) == ("texas42", "Ann")
    assert [one["control"] for one in whole["people"]] == ["human", "bot", "bot", "bot"]
    in_chinese = get(url, headers={**bearer(made), "accept-language": "zh-CN"}).json()
    names = [one["name"] for one in in_chinese["people"]]
    assert names == in_chinese["names"] == ["Ann", "小可", "阿丹", "小夏"]
    last = parts_of(whole["plies"])[-1]
    assert last["over"]["match"]
    hands = get(f"{served.url}/api/tables/{made['table']}/record", headers=bearer(made)).json()
    assert len(whole["plies"]) == len(hands["record"]["moves"]) + 1


def test_a_deal_under_way_is_looked_at_by_nobody(served: Served) -> None:
    made = served.made()
    line = served.line(made["host"])
    line.until_asked()
    url = f"{served.url}/api/tables/{made['table']}/replay"
    assert get(f"{url}?deal=1", headers=bearer(made)).status_code == 404
    assert get(url, headers=bearer(made)).json()["code"] == "table.nothing-over"


def test_a_file_is_played_again_with_its_sentences_in_the_readers_language(served: Served) -> None:
    text = record_text("texas42(match=hand)")
    for lang, word in (("en", "plays"), ("zh-CN", "出")):
        answer = post(f"{served.url}/api/replay", content=text, headers={"accept-language": lang})
        assert answer.status_code == 200
        assert any(word in one["text"] for ply in answer.json()["plies"] for one in ply["told"])
    plain = post(f"{served.url}/api/replay", content=text, headers={"accept-encoding": "identity"})
    assert plain.json()["id"] == answer.json()["id"]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", 400),
        (b"\xff\xfe\x00", 400),
        (b"[" * 100_000, 400),
        (b'{"record": {"game": "stacks(suits=999999999)"}}', 400),
        (b"game gin\nstart -\nmoves S2 S2\nreturns 0 0\n", 400),
        (b" " * (MOST_RECORD + 1), 413),
    ],
)
def test_a_file_that_is_no_record_is_refused_in_one_sentence(
    served: Served, sent: bytes, status: int
) -> None:
    answer = post(f"{served.url}/api/replay", content=sent)
    assert answer.status_code == status
    assert answer.json()["t"] == "error"
    assert answer.json()["text"]
    assert "\n" not in answer.json()["text"]


def test_a_record_that_takes_too_long_ends_with_its_process_and_the_next_is_played() -> None:
    async def both() -> bytes:
        replays = Replays(late_s=0.0)
        with pytest.raises(BadRecord, match="too long"):
            await replays.packed("game kuhn", "en")
        replays._late_s = 60.0
        try:
            return await replays.packed(record_text("texas42(match=hand)"), "en")
        finally:
            replays.close()

    assert asyncio.run(both()) == packed_replay(record_text("texas42(match=hand)"), "en", ())


def test_an_address_has_so_many_records_played_at_once() -> None:
    async def third() -> None:
        replays = Replays()
        async with replays._turn:  # nobody's is played now
            waiting = [asyncio.create_task(replays.packed("", "en", (), "a")) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(TooManyError):
                await replays.packed("", "en", (), "a")
            for task in waiting:
                task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not replays._slots

    asyncio.run(third())


def test_what_is_sent_is_small_and_hides_nothing_from_the_page() -> None:
    data = packed_replay(record_text("tractor(match=deal)"), "en", ())
    plain = json.loads(gzip.decompress(data))
    assert len(data) < 20_000
    last = parts_of(plain["plies"])[100]
    assert all(last[f"own{seat}"]["cards"] for seat in range(4))


# --- Positions of records as text and as pictures, from anybody's records -------------------------


GAMES = (
    *("texas42(match=hand)", "tractor(match=deal)", "gin", "indian13", "stacks"),
    "rummikub",
    "texas42_endgame",
)


def record(variant: str) -> Record:
    game = load(variant)
    return play(game.start(), named("random", game).seated(1, 0), seed=3)


def test_a_list_that_has_grown_by_items_of_none_is_sent_as_it_is() -> None:
    record = Record.parse(record_text("gin_partners(idle=3)"))
    data = packed_replay(str(record), "en", ("Ann", "Bob", "Cai", "Dan"))
    all_parts = parts_of(json.loads(gzip.decompress(data))["plies"])
    came = [parts["head"]["came"] for parts in all_parts]
    assert came[0] == [None, None]
    assert came == [state.public()["head"]["came"] for state in record.states()]
    assert None not in came[-1]


@pytest.mark.parametrize("variant", GAMES)
def test_each_position_is_told_and_drawn_in_the_readers_language(variant: str) -> None:
    found = record(variant)
    states = list(found.states())
    for ply in range(0, len(states), max(1, len(states) // 12)):
        told = picture_of(str(found), ply, "en")
        assert told.position == str(states[ply])
    ply = next(at for at, state in enumerate(states) if state.turn >= 0)
    drawn = [picture_of(str(found), ply, lang).svg for lang in ("en", "zh")]
    assert all(svg is not None and svg.startswith("<svg") for svg in drawn)
    assert drawn[0] != drawn[1]


def test_a_picture_is_sent_for_a_record_and_a_ply(served: Served) -> None:
    text = str(record("gin"))
    answer = post(f"{served.url}/api/replay/picture", json={"record": text, "ply": 25})
    assert answer.status_code == 200
    assert answer.json()["position"] == str(Replay.read(text).state_at(25))
    assert answer.json()["svg"].count('class="card"') >= 20


@pytest.mark.parametrize(
    "asked",
    [
        {"record": "nonsense", "ply": 0},
        {"record": str(record("gin")), "ply": 100_000},
        {"record": str(record("gin")), "ply": -1},
        {"record": str(record("gin")), "ply": True},
        {"record": 7, "ply": 1},
        {"ply": 1},
    ],
)
def test_what_has_no_such_position_is_refused_in_one_sentence(
    served: Served, asked: dict[str, Any]
) -> None:
    answer = post(f"{served.url}/api/replay/picture", json=asked)
    assert answer.status_code == 400
    assert answer.json()["text"]
    assert "\n" not in answer.json()["text"]


def test_a_broken_record_has_no_picture() -> None:
    text = str(record("texas42(match=hand)")).replace("6-1", "6-9", 1)
    with pytest.raises(BadRecord):
        picture_of(text, 60, "en")


def test_a_game_that_fails_at_a_record_is_answered_in_a_sentence(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = str(record("gin")).replace("gin(", "broken(", 1)
    for path, asked in (("/picture", {"record": text, "ply": 1}), ("", text)):
        queue = served.registry.replays
        monkeypatch.setattr(queue, "run", failing)
        sent = {"json": asked} if path else {"content": text}
        answer = post(f"{served.url}/api/replay{path}", **sent)
        assert (answer.status_code, "has a fault" in answer.text) == (400, True)


async def failing(address: str, work: Callable[..., Any], *values: Any) -> Any:
    raise FailedError


def test_work_that_fails_as_none_should_is_told_apart(caplog: pytest.LogCaptureFixture) -> None:
    async def done() -> None:
        queue = Replays()
        try:
            with pytest.raises(FailedError):
                await queue.run("", divmod, 1, 0)
            with pytest.raises(BadRecord):
                await queue.pictured("nonsense", 0, "en")
        finally:
            queue.close()

    asyncio.run(done())
    assert "divmod has failed" in caplog.text


def test_a_game_that_cannot_be_described_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Entry("broken", Broken, face=DrawsNothing, package="broken")
    monkeypatch.setattr(catalogue, "_known", catalogue._known | {"broken": broken})
    games.cache_clear()
    assert "broken" not in {one["name"] for one in games()}
    assert "gin" in {one["name"] for one in games()}
    games.cache_clear()


class Broken(Kuhn):
    name = "broken"


class DrawsNothing:
    """No face at all."""
