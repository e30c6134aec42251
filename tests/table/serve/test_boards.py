"""Boards over HTTP: answers in the asker's language, hostile questions, how many at once."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, suppress
from time import monotonic, sleep
from typing import Any, ClassVar

import pytest

from suitwise.foundation.arrays import compiled, cost_dispatch
from suitwise.foundation.text.phrases import Phrase
from suitwise.rummy.solve import search
from suitwise.rummy.solve.scan import scan
from suitwise.table.serve.limits import Limits
from suitwise.table.serve.processes.boards import (
    LATE,
    LOST,
    MOST_OF_ADDRESS,
    MOST_WAITING,
    N_WORKERS,
    BoardQuestion,
    Boards,
    answer_json,
    get_ready,
)
from suitwise.table.serve.processes.workers import TooManyError, WorkerProcess
from suitwise.texas42 import Position, solve_moves
from suitwise.tractor.solve.solver import answer as solve_ending
from tests.table.serve.servers import Served, get, post, serving

DEAL = "5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5"
FORM = {"trumps": "5", "leader": "0"} | {
    f"hand{seat}": hand.replace(",", " ") for seat, hand in enumerate(DEAL.split()[2:])
}
SOLVE = BoardQuestion("texas42", "solve", FORM, 0, "en")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    limits = Limits(board_s=60)  # a busy machine may need it
    with serving(tmp_path_factory.mktemp("boards") / "t.db", limits=limits) as running:
        yield running


def ask(served: Served, body: Any, game: str = "texas42", lang: str = "en") -> Any:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return post(f"{served.url}/api/board/{game}", content=sent, headers={"accept-language": lang})


def test_a_position_is_answered_in_both_languages_with_what_the_solver_says(served: Served) -> None:
    forms = {one["game"]: one for one in get(f"{served.url}/api/board").json()}
    assert forms["texas42"]["questions"][0]["name"] == "solve"
    expected = {str(play): worth for play, worth in solve_moves(Position.parse(DEAL)).items()}
    for lang, word in (("en", "with best play"), ("zh-CN", "四家都打最好时")):
        answer = ask(served, {"ask": "solve", "fields": FORM, "more": 0}, lang=lang).json()
        assert word in answer["verdict"]
        assert {row["move"]: row["value"] for row in answer["rows"]} == expected
        assert answer["ms"] >= 0


def test_every_question_is_answered_as_its_form_begins(served: Served) -> None:
    for board in get(f"{served.url}/api/board").json():
        for question in board["questions"]:
            fields = {field["name"]: field["start"] for field in question["fields"]}
            answer = ask(served, {"ask": question["name"], "fields": fields}, board["game"], "zh")
            assert answer.status_code == 200, answer.text
            assert answer.json()["verdict"]


HOSTILE: list[tuple[Any, int]] = [
    (b"", 400),
    (b"\xff\xfe", 400),
    (b"[" * 10_000, 400),
    (b" " * 20_000, 413),
    ([], 400),
    ({"ask": "solve"}, 400),
    ({"ask": 1, "fields": {}}, 400),
    ({"ask": "solve", "fields": []}, 400),
    ({"ask": "solve", "fields": {"hand0": 7}}, 400),
    ({"ask": "solve", "fields": FORM, "more": True}, 400),
    ({"ask": "solve", "fields": FORM, "more": -1}, 400),
    ({"ask": "solve", "fields": FORM, "more": 10**30}, 400),
    ({"ask": "solve", "fields": {f"f{n}": "" for n in range(100)}}, 400),
    ({"ask": "solve", "fields": {**FORM, "need": "9" * 3000}}, 400),
    ({"ask": "solve", "fields": {**FORM, "leader": "\ud800"}}, 400),
]


@pytest.mark.parametrize(("body", "status"), HOSTILE)
def test_a_question_that_is_none_is_refused_in_one_sentence(
    served: Served, body: Any, status: int
) -> None:
    answer = ask(served, body)
    assert answer.status_code == status
    assert answer.json()["t"] == "error"
    text = answer.json()["text"]
    assert text
    assert "\n" not in text
    assert len(text) < 400


def test_a_refusal_is_said_in_the_askers_language_with_the_fields_label(served: Served) -> None:
    no = ask(served, {"ask": "solve", "fields": {**FORM, "need": "43"}}, lang="zh").json()
    assert no["text"] == "“还需要的分数”应为0到42的数"
    twice = ask(served, {"ask": "solve", "fields": {**FORM, "hand0": "6-6 5-5"}}, lang="zh").json()
    assert twice["text"] == "6-6写了两次"


def test_games_without_a_board_are_refused(served: Served) -> None:
    for game in ("kuhn", "nobody", "%00", "x" * 3000):
        answer = ask(served, {"ask": "solve", "fields": {}}, game)
        assert answer.status_code == 404, game
        assert len(answer.json()["text"]) < 100


@pytest.mark.parametrize(("game", "needed"), [("indian13", scan), ("tractor", solve_ending)])
def test_a_process_gets_ready_with_the_machine_code_that_only_a_larger_question_needs(
    game: str, needed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = set()

    def machine(rule: Any) -> Any:
        asked.add(rule)
        return rule

    def over_rows(rule: Any) -> Any:
        asked.add(rule)
        return cost_dispatch._plain_rows(rule)

    def machine_of(rule: Any) -> Any:
        asked.add(rule)
        return compiled.machine(rule)

    monkeypatch.setattr(cost_dispatch, "is_loaded", lambda _: False)
    monkeypatch.setattr(cost_dispatch, "machine", machine)
    monkeypatch.setattr(cost_dispatch, "over_rows", over_rows)
    monkeypatch.setattr(search, "machine", machine_of)
    get_ready(game)
    assert needed in asked


def test_what_takes_too_long_ends_with_its_process_and_the_next_is_answered() -> None:
    async def both() -> tuple[str | Phrase, str | Phrase]:
        boards = Boards(late_s=0.0)
        try:
            late = await boards.answer(SOLVE)
            boards._late_s = 60.0
            return late, await boards.answer(SOLVE)
        finally:
            boards.close()

    late, answer = asyncio.run(both())
    assert late == LATE
    assert isinstance(answer, str)
    assert json.loads(answer)["rows"] == json.loads(answer_json(SOLVE))["rows"]


class FakePool:
    """Stands for a process that works on everything without end, or dies of it."""

    is_alive = True

    def __init__(self, *, dies: bool) -> None:
        self._dies = dies
        self.given: list[Any] = []

    def submit(self, work: Any, *_: Any) -> Future[Any]:
        self.given.append(work)
        future: Future[Any] = Future()
        if self._dies:
            future.set_exception(BrokenProcessPool())
        return future

    def close(self) -> None:
        self.is_alive = True


@pytest.mark.parametrize(
    ("dies", "ready", "said"),
    [(True, True, LOST), (True, False, LOST), (False, False, LOST), (False, True, LATE)],
)
def test_only_what_has_taken_too_long_itself_is_said_to_be_too_much(
    dies: bool, ready: bool, said: Phrase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("suitwise.table.serve.processes.boards.READY_S", 0.01)

    async def asked() -> str | Phrase:
        boards = Boards(late_s=0.01)
        for worker in boards._workers:
            worker.process = FakePool(dies=dies)  # type: ignore[assignment]
            worker.ready.update([SOLVE.game] * ready)
        return await boards.answer(SOLVE)

    assert asyncio.run(asked()) == said


def test_a_process_that_follows_one_that_died_gets_ready_anew() -> None:
    async def asked() -> list[Any]:
        boards = Boards(late_s=2.0)
        pool = FakePool(dies=True)
        pool.is_alive = False
        for worker in boards._workers:
            worker.process = pool  # type: ignore[assignment]
            worker.ready.add(SOLVE.game)
        await boards.answer(SOLVE)
        return pool.given

    assert asyncio.run(asked()) == [get_ready]


def test_a_lane_knows_when_its_process_has_died() -> None:
    pool = WorkerProcess()
    try:
        assert pool.is_alive
        pid = pool.submit(os.getpid).result()
        assert pool.is_alive
        os.kill(pid, signal.SIGKILL)
        until = monotonic() + 30
        while pool.is_alive and monotonic() < until:
            sleep(0.01)
        assert not pool.is_alive
        assert pool.submit(os.getpid).result() != pid
        assert pool.is_alive
    finally:
        pool.close()


class UnawarePool:
    """Stands for a pool whose process has died before the pool noticed: what it takes is lost."""

    class _Dead:
        is_alive = kill = join = staticmethod(lambda: False)

    _processes: ClassVar = {1: _Dead()}

    def submit(self, *_: Any) -> Future[Any]:
        lost: Future[Any] = Future()
        lost.set_exception(BrokenProcessPool())
        return lost

    def shutdown(self, **_: Any) -> None: ...


def test_work_is_never_given_to_a_process_that_has_died_a_moment_ago() -> None:
    pool = WorkerProcess()
    pool._pool = UnawarePool()  # type: ignore[assignment]
    try:
        assert pool.submit(abs, -3).result() == 3
    finally:
        pool.close()


def test_two_are_answered_at_once_and_an_address_asks_for_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def crowd() -> tuple[list[Any], int]:
        boards = Boards(late_s=2.0)
        begun = most = 0

        async def slowly(*_: object) -> str:
            nonlocal begun, most
            begun += 1
            most = max(most, begun)
            await asyncio.sleep(0.01)
            begun -= 1
            return "{}"

        monkeypatch.setattr(boards, "_answer_by", slowly)
        asking = (boards.answer(SOLVE, "10.0.0.1") for _ in range(MOST_OF_ADDRESS + 2))
        got = await asyncio.gather(*asking, return_exceptions=True)
        assert await boards.answer(SOLVE, "10.0.0.1") == "{}", "they are forgotten when answered"
        return got, most

    got, most = asyncio.run(crowd())
    assert most == N_WORKERS
    assert [type(one) for one in got] == [str] * MOST_OF_ADDRESS + [TooManyError] * 2


def admitted(work: Any, address: str) -> int:
    """Return how many pieces of work an address may wait for at once."""
    most = 0
    with ExitStack() as waiting, suppress(TooManyError):
        while most < 100:
            waiting.enter_context(work._slots.admitted(address))
            most = len(work._slots)
    assert len(work._slots) == 0
    return most


def test_a_proxy_on_this_machine_asks_for_many_and_another_address_for_few(served: Served) -> None:
    registry = served.registry
    for work in (registry.boards, registry.replays, registry.reviews, registry.dailies):
        assert admitted(work, "10.0.0.1") <= MOST_OF_ADDRESS
        assert MOST_OF_ADDRESS < admitted(work, "127.0.0.1") <= MOST_WAITING
