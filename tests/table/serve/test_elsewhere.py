"""Bots that think on another machine: what is sent, what is refused, and what happens when it goes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import suitwise
from suitwise.game import load
from suitwise.table.rules.house import Pace
from suitwise.table.serve.processes import bots, elsewhere
from suitwise.table.serve.processes.bots import BotWorkers, why_not_here
from suitwise.table.serve.processes.elsewhere import (
    BotHost,
    Choice,
    Elsewhere,
    Question,
    Unanswered,
    read_question,
)
from tests.commands import refusal_of
from tests.fresh import ROOT
from tests.table.serve.servers import get, serving

GAME = "texas42(match=hand)"
REAL = load(GAME).start().rolled(seed=7, stream=0)[0]
ASKED = Question(GAME, str(REAL), REAL.turn, "strong", 5, 0, 60.0)
SECRET = "a-secret-of-two-machines"
PASS = Choice("pass", "strong")


# --- Both sides in one process --------------------------------------------------------------------


class Deciding:
    """Stands for the bots of the other machine; notes what it is asked."""

    def __init__(self, answer: Choice | Exception = PASS) -> None:
        self.asked: list[Question] = []
        self.answer = answer
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, question: Question) -> Choice:
        self.asked.append(question)
        await self.may_answer.wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@asynccontextmanager
async def hosted(deciding: Deciding, secret: str = SECRET, most: int = 4) -> Any:
    """Run the other machine; yield its address."""
    listening = await BotHost(secret, 2, most, deciding).listen("127.0.0.1", 0)
    async with listening:
        yield f"ws://127.0.0.1:{listening.sockets[0].getsockname()[1]}"


@asynccontextmanager
async def opened(url: str, secret: str = SECRET) -> Any:
    """Open a line to it, as a server does."""
    line = Elsewhere(url, secret)
    task = asyncio.create_task(line.keep_open())
    try:
        await until(lambda: line.places > 0)
        yield line
    finally:
        await ended(task)


async def ended(task: asyncio.Task[None]) -> None:
    """End a task, and let what it has closed be closed."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await asyncio.sleep(0.01)


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def test_a_decision_is_asked_for_and_answered() -> None:
    async def work() -> None:
        deciding = Deciding()
        async with hosted(deciding) as url, opened(url) as line:
            assert line.places == 2
            assert await line.ask(ASKED) == Choice("pass", "strong")
        assert deciding.asked == [ASKED]

    run(work)


@pytest.mark.parametrize("fault", [Unanswered("no such player"), RuntimeError("a secret text")])
def test_where_it_has_no_answer_it_says_why_and_no_more(fault: Exception) -> None:
    async def work() -> None:
        async with hosted(Deciding(fault)) as url, opened(url) as line:
            with pytest.raises(Unanswered) as told:
                await line.ask(ASKED)
            said = str(fault) if isinstance(fault, Unanswered) else "RuntimeError"
            assert str(told.value) == said

    run(work)


def test_more_questions_than_it_takes_are_declined_at_once() -> None:
    async def work() -> None:
        deciding = Deciding()
        deciding.may_answer.clear()
        async with hosted(deciding, most=1) as url, opened(url) as line:
            first = asyncio.create_task(line.ask(ASKED))
            await until(lambda: deciding.asked)
            with pytest.raises(Unanswered, match="too many questions wait"):
                await line.ask(ASKED)
            deciding.may_answer.set()
            assert await first == deciding.answer

    run(work)


def test_a_machine_that_goes_gives_back_what_it_was_asked_and_is_found_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(elsewhere, "FIRST_WAIT_S", 0.05)

    async def work() -> None:
        deciding = Deciding()
        deciding.may_answer.clear()
        listening = await BotHost(SECRET, 2, 4, deciding).listen("127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        async with opened(f"ws://127.0.0.1:{port}") as line:
            asked = asyncio.create_task(line.ask(ASKED))
            await until(lambda: deciding.asked)
            listening.close()
            await listening.wait_closed()
            with pytest.raises(Unanswered):
                await asked
            await until(lambda: line.places == 0)
            deciding.may_answer.set()
            async with await BotHost(SECRET, 3, 4, deciding).listen("127.0.0.1", port):
                await until(lambda: line.places == 3)
                assert await line.ask(ASKED) == deciding.answer

    run(work)
    assert "bots think here" in caplog.text
    assert SECRET not in caplog.text


def test_a_machine_that_answers_nothing_counts_as_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "GRACE_S", 0.0)

    async def work() -> None:
        deciding = Deciding()
        deciding.may_answer.clear()
        async with hosted(deciding) as url, opened(url) as line:
            with pytest.raises(Unanswered, match="not answered in time"):
                await line.ask(replace(ASKED, seconds=0.1))
            await until(lambda: line.places == 0)

    run(work)


# --- What is refused ------------------------------------------------------------------------------


def test_another_secret_is_refused_in_a_sentence_and_never_sent(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        async with hosted(Deciding(), "another-secret-altogether") as url:
            task = asyncio.create_task(Elsewhere(url, SECRET).keep_open())
            await until(lambda: "the secret is another one; bots think here" in caplog.text)
            await ended(task)

    run(work)
    assert SECRET not in caplog.text


def test_a_machine_that_does_not_have_the_secret_is_asked_for_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One that takes any proof can't give its own."""
    monkeypatch.setattr(elsewhere, "_has_proof", lambda plain, proof: plain.get("proof") == proof)

    async def greet(line: Any, *_: object) -> None:
        said = {"t": "hello", "suitwise": suitwise.__version__, "nonce": "0"}
        await line.send(json.dumps(said))
        await line.recv()
        await line.send(json.dumps({"t": "welcome", "proof": "0", "places": 2}))

    monkeypatch.setattr(elsewhere, "_greet_there", greet)

    async def work() -> None:
        deciding = Deciding()
        async with hosted(deciding) as url:
            task = asyncio.create_task(Elsewhere(url, SECRET).keep_open())
            await until(lambda: "the machine there does not have the secret" in caplog.text)
            await ended(task)
        assert deciding.asked == []

    run(work)


def test_another_version_is_refused_by_either_side(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with hosted(Deciding()) as url:
            async with connect(url) as line:
                await line.recv()
                await line.send(json.dumps({"t": "hello", "suitwise": "0.0.1", "nonce": "1"}))
                said = json.loads(await line.recv())
            assert said["t"] == "bye"
            assert "one runs Suitwise 0.0.1, the other" in said["text"]

    run(work)
    with pytest.raises(elsewhere._Refused, match="the same belongs on both machines"):
        elsewhere._nonce_in({"t": "hello", "suitwise": "0.0.1", "nonce": "1"})
    assert "the same belongs on both machines" in caplog.text


@pytest.mark.parametrize("frame", ["?", "[]", "{}", '{"t": "think"}', b"{}", "[" * 100_000, "move"])
def test_what_is_no_frame_ends_the_line(frame: str | bytes) -> None:
    async def work() -> None:
        deciding = Deciding()
        async with hosted(deciding) as url, connect(url) as line:
            await elsewhere._greet_here(line, SECRET)
            await line.send(frame)
            said = json.loads(await line.recv())
            assert said["t"] == "bye"
            with pytest.raises(ConnectionClosed):
                await line.recv()
        assert deciding.asked == []

    run(work)


def test_a_frame_that_is_too_long_ends_the_line_and_is_told_in_a_sentence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        async with hosted(Deciding()) as url, opened(url) as line:
            with pytest.raises(Unanswered, match="this position is too large"):
                await line.ask(replace(ASKED, state="x" * elsewhere.MOST_QUESTION))
            async with connect(url) as raw:
                await elsewhere._greet_here(raw, SECRET)
                await raw.send("x" * (elsewhere.MOST_QUESTION + 1))
                with pytest.raises(ConnectionClosed) as closed:
                    await raw.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
            await until(lambda: f"more than {elsewhere.MOST_QUESTION} bytes" in caplog.text)

    run(work)


def test_a_page_in_a_browser_opens_no_line() -> None:
    async def work() -> None:
        async with hosted(Deciding()) as url:
            with pytest.raises(Exception, match="HTTP 403"):
                await connect(url, origin="http://127.0.0.1")  # type: ignore[arg-type]

    run(work)


@pytest.mark.parametrize(
    "change",
    [
        {"seat": -1},
        {"seed": 1 << 64},
        {"seat": True},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"seconds": 1e9},
        {"player": "mc(worlds=1000000)"},
        {"state": None},
    ],
)
def test_a_question_out_of_bounds_is_none(change: dict[str, Any]) -> None:
    text = json.dumps({**json.loads(ASKED.frame(1)), **change})
    with pytest.raises(ValueError, match="no question"):
        read_question(text)


@pytest.mark.parametrize(
    ("variant", "player"), [("hearts", "random"), ("gin", "mine"), ("?", "rules")]
)
def test_only_players_of_our_own_games_think_for_others(variant: str, player: str) -> None:
    why = why_not_here(replace(ASKED, variant=variant, player=player))
    assert why.startswith("only players of Suitwise's own games think here")


def test_how_the_commands_are_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SUITWISE_BOTS_SECRET", raising=False)
    assert "give the secret by --bots-secret FILE" in refusal_of("table", "bots")
    serve = ("table", "serve", "--file", tmp_path / "t.db", "--port", "0")
    assert "give the secret" in refusal_of(*serve, "--bots-at", "ws://127.0.0.1:1")
    assert "looks like wss://" in refusal_of(*serve, "--bots-at", "http://127.0.0.1:1")
    monkeypatch.setenv("SUITWISE_BOTS_SECRET", "short")
    assert "at least 16 signs" in refusal_of("table", "bots")


# --- A server and another machine -----------------------------------------------------------------


class Machine:
    """``suitwise table bots`` as a process."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "suitwise", "table", "bots", "--port", "0", "--bots", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env={**os.environ, "SUITWISE_BOTS_SECRET": SECRET},
        )
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], 120)[0]
        self.url = self.process.stdout.readline().removeprefix("ready: ").strip()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def machine() -> Iterator[Machine]:
    made = Machine()
    yield made
    made.kill()


def test_it_is_sent_what_the_seat_sees_and_decides_as_here(machine: Machine) -> None:
    """By the same seed the same, from worlds that the seat can't tell apart; never from the real one."""
    sent: list[Question] = []

    class Noting(Elsewhere):
        async def ask(self, question: Question) -> Choice:
            sent.append(question)
            return await super().ask(question)

    async def work() -> None:
        there.warm()
        await until(lambda: there.n_elsewhere)
        state, hidden = REAL, 0
        for seed in range(4):
            asked = GAME, str(state), state.turn, "strong", seed
            assert await there.choose(*asked) == await here.choose(*asked)
            seen = load(GAME).parse(sent[-1].state)
            assert np.array_equal(seen.observe(state.turn), state.observe(state.turn))
            hidden += seen != state
            state = state.after(next(iter(state.moves())))
        assert len(sent) == 4
        assert hidden == 4
        assert there.figures.returned == 0

    line = Noting(machine.url, SECRET)
    with (
        closing(BotWorkers(600, most=0, elsewhere=[line])) as there,
        closing(BotWorkers(600)) as here,
    ):
        run(work)


def test_moves_go_on_when_the_machine_dies_in_mid_game(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = "texas42(match=hand,forced=yes,play_out=yes)"
    changes: dict[str, Any] = {"bots": 1, "bots_at": (machine.url,), "bots_secret": SECRET}
    with serving(tmp_path / "t.db", late_s=50, pace=Pace.none(), **changes) as served:
        workers = served.registry.services.bot_workers
        asyncio.run(until(lambda: workers.n_elsewhere == 1))
        made = served.made(variant, ("human", "strong", "strong", "strong"))
        line = served.line(made["host"])
        n_there = 0
        while line.parts["life"]["stage"] != "over":
            if line.parts["ask"]:
                n_there = n_there or counted(served.url, "elsewhere")
                if n_there and machine.process.poll() is None:
                    machine.process.send_signal(signal.SIGKILL)
                assert line.play(f"k{line.v}", line.parts["ask"]["moves"][0])["t"] == "ack"
            else:
                line.next()
        assert n_there > 0
        assert counted(served.url, "deep") > 0
        assert workers.n_elsewhere == 0
        assert "suitwise_bots_elsewhere 0" in get(f"{served.url}/metrics").text
        assert served.registry.rooms[made["table"]].table.exported()["stood_in"] == []


def counted(url: str, pool: str) -> int:
    """Return how many decisions were made somewhere, as the server's figures tell."""
    text = get(f"{url}/metrics").text
    found = re.search(rf'suitwise_bot_seconds_count{{pool="{pool}"}} (\d+)', text)
    assert found
    return int(found[1])


def test_without_processes_and_machines_quick_bots_decide_and_give_the_hints() -> None:
    async def work() -> None:
        assert workers.is_full
        choice = await workers.choose(GAME, str(REAL), REAL.turn, "strong", 5)
        assert choice.player == "rules"
        assert (await workers.hint(GAME, str(REAL), REAL.turn, 5)).player == "rules"

    with closing(BotWorkers(hint_s=600, most=0)) as workers:
        run(work)


def test_the_machine_with_the_fewest_jobs_a_process_is_asked() -> None:
    one, two = Elsewhere("ws://one", SECRET), Elsewhere("ws://two", SECRET)
    workers = BotWorkers(most=1, elsewhere=[one, two])

    def chosen(*jobs: tuple[int, int], here: int) -> Elsewhere | None:
        (one.under_way, one.places), (two.under_way, two.places) = jobs
        workers._deep_jobs = here
        return workers._least_busy_elsewhere()

    assert chosen((0, 2), (0, 0), here=0) is one
    assert chosen((1, 2), (1, 4), here=1) is two
    assert chosen((2, 2), (4, 4), here=0) is None
    assert chosen((0, 0), (0, 0), here=3) is None
    assert chosen((2 * bots.MOST_EACH, 2), (0, 0), here=bots.MOST_EACH) is None
    assert workers.is_full
