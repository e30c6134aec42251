"""Players in processes of their own: in time or not at all."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing

import pytest

from suitwise.game import load
from suitwise.table.serve.processes import lanes as thinking
from suitwise.table.serve.processes.lanes import Thinkers

GAME = "texas42(match=hand)"
STATE = str(load(GAME).start().rolled(seed=7, stream=0)[0])


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers(late_s=0.05)
    yield made
    made.close()


def test_a_quick_player_is_waited_for(thinkers: Thinkers) -> None:
    choice = asyncio.run(thinkers.choose(GAME, STATE, 1, "rules", 5))
    assert choice.player == "rules"
    assert load(GAME).parse(STATE).why_not(choice.move) is None


def test_for_a_player_that_is_late_the_quick_one_plays(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "ENDLESS_S", 0.0)

    async def work() -> None:
        choice = await thinkers.choose(GAME, STATE, 1, "mc(worlds=10000)", 5)
        assert choice.player == "rules"
        await asyncio.sleep(0.05)  # its process is ended, and a hint finds another
        hint, _ = await thinkers.hint(GAME, STATE, 1, 5)
        assert load(GAME).parse(STATE).why_not(hint.move) is None

    asyncio.run(work())
    assert "no move in time; rules plays" in caplog.text
    gc.collect()
    assert "never retrieved" not in caplog.text


def test_a_hint_that_takes_too_long_is_not_waited_for() -> None:
    hasty = Thinkers(hint_s=0.001)  # its process has not even started then
    with closing(hasty), pytest.raises(TimeoutError):
        asyncio.run(hasty.hint(GAME, STATE, 1, 5))


def test_a_process_that_dies_is_replaced(thinkers: Thinkers) -> None:
    first = asyncio.run(thinkers.choose(GAME, STATE, 1, "rules", 5))
    (process,) = thinkers._quick._pool._processes.values()  # type: ignore[union-attr]
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            assert asyncio.run(thinkers.choose(GAME, STATE, 1, "rules", 5)) == first
            break
        except BrokenProcessPool:  # the one that it was given to was the dead one
            continue


def test_a_bot_may_be_a_level_of_strength(thinkers: Thinkers) -> None:
    choice = asyncio.run(thinkers.choose(GAME, STATE, 1, "medium", 5))
    assert choice == (asyncio.run(thinkers.choose(GAME, STATE, 1, "rules", 5)).move, "medium")


def test_a_hint_is_the_strongest_players_and_where_it_is_late_the_quick_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(thinkers: Thinkers) -> tuple[str, str]:
        patient = await thinkers.hint(GAME, STATE, 1, 5)
        monkeypatch.setattr(thinking, "PATIENCE_S", -0.05)
        hasty = await thinkers.hint(GAME, STATE, 1, 5)
        assert "likely deals" in patient.hint.text
        return patient.player, hasty.player

    monkeypatch.setattr(thinking, "PATIENCE_S", 60.0)  # it may have to be compiled
    with closing(Thinkers(hint_s=120.0, think_s=0.05)) as made:
        assert asyncio.run(work(made)) == ("strong", "rules")
