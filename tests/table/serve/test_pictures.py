"""Positions of records as text and as pictures, from anybody's records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from suitwise import catalogue
from suitwise.catalogue import Entry
from suitwise.game import Record, load, play
from suitwise.players.named import named
from suitwise.table.rules.replaying import BadRecord, Replay
from suitwise.table.serve.processes.lanes import FailedError
from suitwise.table.serve.processes.reviews import Replays, picture_of
from suitwise.table.serve.web.routes import games
from suitwise.testing import Kuhn
from tests.table.serve.servers import Served, post, serving

GAMES = (
    "texas42(match=hand)",
    "tractor(match=deal)",
    "gin",
    "indian13",
    "stacks",
    "texas42_endgame",
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("pictures") / "t.db") as running:
        yield running


def record(variant: str) -> Record:
    game = load(variant)
    return play(game.start(), named("random", game).seated(1, 0), seed=3)


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
        queue = served.hub.replays
        monkeypatch.setattr(queue, "done", failing)
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
                await queue.done("", divmod, 1, 0)
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
