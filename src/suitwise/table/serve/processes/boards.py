"""Worker processes that answer questions of the analysis board and compare deals of the day.

Two board questions are answered at a time, each in its own process, which is killed if an answer takes
too long. Before its first question of a game, a process answers each kind of question once with
compiled code: loading and compiling do not count against the time limit of whoever asks next.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from time import perf_counter
from typing import Any, NamedTuple

from suitwise import catalogue
from suitwise.catalogue import STRONGEST
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.cost_dispatch import nothing_plain
from suitwise.foundation.text.phrases import Phrase, phrase, reason_of
from suitwise.game import CHANCE, OVER, Record, drawn, load
from suitwise.players.board import Answer, Board, Field, answered, board_of
from suitwise.players.face import face_of
from suitwise.players.face_values import Best, Outcome
from suitwise.players.named import named
from suitwise.table.rules.chance import Source, daily_of, level_at, seed_of
from suitwise.table.serve.processes.workers import (
    QueueSlots,
    WorkerPool,
    WorkerQueue,
    nobody_is_exempt,
)
from suitwise.table.serve.shown import localised, to_json

# --- The analysis board ---------------------------------------------------------------------------

READY_S = 300.0
"""The time limit for getting ready for a game, which may include compiling its rules."""
N_WORKERS = 2
"""The number of processes, each with one question at a time."""
MOST_WAITING, MOST_OF_ADDRESS = 16, 4
"""The most questions waiting: of all addresses, and of one."""
LATE = phrase("table.late-board", "this takes too long: ask about fewer cards")
LOST = phrase("table.lost-board", "this was broken off before it was answered: ask again")
"""The reason if a process died during the answer, or did not get ready in time."""
BROKEN = phrase("table.broken-board", "the game has a fault: its board can't answer this")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question to a game's board.

    Args:
        game: the game.
        ask: the name of the question.
        fields: the texts of the form's fields, by name.
        more: the number of the previous answer; 0 at first.
        lang: the language of the answer.
    """

    game: str
    ask: str
    fields: Mapping[str, str]
    more: int
    lang: str


@dataclass(eq=False)
class _Worker:
    """A worker process, the games it is ready for, and its last question."""

    pool: WorkerPool = field(default_factory=lambda: WorkerPool(1))
    ready: set[str] = field(default_factory=set)
    last: tuple[str, str, Mapping[str, str]] | None = None

    def close(self) -> None:
        self.pool.close()
        self.ready.clear()


class Boards:
    """Answers questions to the analysis board.

    Args:
        late_s: the time limit of an answer in seconds.
        is_exempt: whether an address may fill the whole queue.
    """

    def __init__(self, late_s: float, is_exempt: Callable[[str], bool] = nobody_is_exempt) -> None:
        self._late_s = late_s
        self._workers = [_Worker() for _ in range(N_WORKERS)]
        self._free = [*self._workers]
        self._turn = asyncio.Semaphore(N_WORKERS)
        self._slots = QueueSlots(MOST_WAITING, MOST_OF_ADDRESS, is_exempt)

    async def answered(self, question: BoardQuestion, address: str = "") -> str | Phrase:
        """Return the answer as JSON, or a phrase saying why there is none.

        Args:
            question: the question, to a game that has a board.
            address: the client that asks.

        Raises:
            TooManyError: too many questions are waiting.
        """
        with self._slots.admitted(address):
            async with self._turn:
                worker = self._worker_for(question)
                try:
                    return await self._ask(worker, question)
                finally:
                    self._free.append(worker)

    def _worker_for(self, question: BoardQuestion) -> _Worker:
        """Take a free worker: one that has just answered this question, or is ready for the game."""
        key = question.game, question.ask, question.fields
        best = max(self._free, key=lambda one: (one.last == key, question.game in one.ready))
        self._free.remove(best)
        best.last = key
        return best

    async def _ask(self, worker: _Worker, question: BoardQuestion) -> str | Phrase:
        if not worker.pool.is_alive:
            worker.close()  # so that nobody takes the next process for a ready one
        timeout_reason = LOST
        try:
            if question.game not in worker.ready:
                future = asyncio.wrap_future(worker.pool.submit(get_ready, question.game))
                await asyncio.wait_for(future, READY_S)
                worker.ready.add(question.game)
            timeout_reason = LATE
            answer = asyncio.wrap_future(worker.pool.submit(packed_answer, question))
            return await asyncio.wait_for(answer, self._late_s)
        except TimeoutError:
            worker.close()
            return timeout_reason
        except BrokenProcessPool:
            worker.close()
            return LOST
        except Exception:  # a bug in a game's board
            _log.exception("the board of %s has failed", question.game)
            return BROKEN

    def close(self) -> None:
        """Kill the processes."""
        for worker in self._workers:
            worker.close()


@cache
def listed() -> list[dict[str, Any]]:
    """Return the games that have a board, with their questions, forms and decks.

    >>> next(one["questions"][0]["name"] for one in listed() if one["game"] == "texas42")
    'solve'
    """
    boards = (board_of(entry.name) for entry in catalogue.entries())
    return [_described(board) for board in boards if board is not None]


def _described(board: Board) -> dict[str, Any]:
    return {
        "game": board.game,
        "kind": board.kind,
        "deck": board.deck,
        "copies": board.copies,
        "questions": [
            {"name": one.name, "fields": [_form(field) for field in one.fields]}
            for one in board.questions
        ],
    }


def _form(of: Field) -> dict[str, Any]:
    return {
        "name": of.name,
        "kind": of.kind,
        "start": of.start,
        "choices": of.choices,
        "most": of.most,
        "needed": of.is_needed,
        "apart": of.is_apart,
    }


# --- Functions that run in the board processes ----------------------------------------------------


def get_ready(game: str) -> None:
    """Answer each question of a game once at its heaviest, with compiled code even where it is small."""
    board = board_of(game)
    assert board is not None
    with nothing_plain():
        for question in board.questions:
            defaults = {one.name: one.start for one in question.fields}
            answered(board, question.name, {**defaults, **question.heavy})


def packed_answer(question: BoardQuestion) -> str | Phrase:
    """Return an answer as localised JSON, or a phrase saying why there is none.

    >>> answer = packed_answer(BoardQuestion("texas42", "bid", {"hand": "6-6"}, 0, "en"))
    >>> print(answer)
    a hand has 7 dominoes, not 1
    """
    board = board_of(question.game)
    assert board is not None
    start = perf_counter()
    try:
        answer = answered(board, question.ask, question.fields, question.more)
    except SuitwiseError as error:
        why: str = localised(reason_of(error), question.lang)
        return phrase("any.refused", "{text}", text=why)
    ms = 1000 * (perf_counter() - start)
    return to_json({**localised(_plain(answer), question.lang), "ms": round(ms, 1)})


def _plain(answer: Answer) -> dict[str, Any]:
    heat = answer.heat
    return {
        "verdict": answer.verdict,
        "lines": answer.lines,
        "rows": [
            {"move": row.move, "text": row.text, "value": row.value, "best": row.is_best}
            for row in answer.rows
        ],
        "heat": heat and {"rows": heat.rows, "columns": heat.columns, "cells": heat.cells},
        "groups": [{"cards": cards, "text": text} for cards, text in answer.groups],
        "svg": answer.svg,
        "more": answer.more,
        "command": answer.command,
    }


# --- Deals of the day -----------------------------------------------------------------------------
#
# To compare with a person, the game's strongest bot plays each deal once, in the person's seat and
# against the same bots; its outcome is cached. It samples a fixed number of worlds, whatever the time,
# so every server gets the same outcome.

LATE_S = 120.0
"""The time limit for a deal, compiling included."""
MOST_KEPT = 200
"""The number of outcomes of the strongest bot that are cached."""
SEAT = 0
"""The person's seat."""
_NICENESS = 10
"""The niceness of the process: nobody at a table waits for it."""


class Evaluation(NamedTuple):
    """The person's outcome of a deal, and the best possible one if the game can tell."""

    own: Outcome
    best: Best | None


class Dailies(WorkerQueue):
    """Evaluates deals of the day in a worker process.

    Args:
        late_s: the time limit for a deal in seconds.
        is_exempt: whether an address may fill the whole queue.
    """

    def __init__(
        self, late_s: float = LATE_S, is_exempt: Callable[[str], bool] = nobody_is_exempt
    ) -> None:
        super().__init__(late_s, is_exempt)
        self._strongest: OrderedDict[tuple[str, str], asyncio.Task[Outcome]] = OrderedDict()

    async def evaluate(self, record: Record, address: str) -> Evaluation:
        """Return the outcome of a played deal.

        Args:
            record: the record of the deal.
            address: the client that asks.

        Raises:
            TooManyError: too many deals are waiting.
            LateError: it takes too long.
        """
        return await self.run(address, evaluate, str(record))

    async def strongest(self, day: str, variant: str) -> Outcome:
        """Return the outcome of the strongest bot in the person's seat.

        Raises:
            TooManyError: too many deals are waiting.
            LateError: it takes too long.
        """
        key = day, variant
        if key not in self._strongest:
            task = asyncio.create_task(self.run(f"deal {key}", strongest, day, variant))
            task.add_done_callback(partial(self._drop_failed, key))
            self._strongest[key] = task
            while len(self._strongest) > MOST_KEPT:
                self._strongest.popitem(last=False)
        return await asyncio.shield(self._strongest[key])

    def _drop_failed(self, key: tuple[str, str], task: asyncio.Task[Outcome]) -> None:
        """Remove a failed task from the cache, so that the next request tries again."""
        if task.cancelled() or task.exception() is not None:
            self._strongest.pop(key, None)

    def close(self) -> None:
        """Kill the process and cancel everything that waits for it."""
        for task in self._strongest.values():
            task.cancel()
        super().close()


# --- Functions that run in the deal process -------------------------------------------------------


def evaluate(text: str) -> Evaluation:
    """Return the outcome of a deal for the person."""
    record = Record.parse(text)
    states = list(record.states())
    face = face_of(states[0].game)
    return Evaluation(face.came_to(states, SEAT), face.best(states, SEAT))


def strongest(day: str, variant: str) -> Outcome:
    """Play a deal of the day with the strongest bot in the person's seat; return its outcome.

    >>> print(strongest("2026-11-23", "stacks").said)
    won in 16 moves
    """
    _stand_back()
    states = strongest_line(day, variant)
    return face_of(states[0].game).came_to(states, SEAT)


def strongest_line(day: str, variant: str) -> list[Any]:
    """Return all positions of a deal of the day with the strongest bot in the person's seat."""
    game, key = load(variant), daily_of(day, variant).key
    others, source = level_at(game), Source(key)
    state: Any = game.start()
    states = [state]
    while state.turn != OVER:
        if state.turn == CHANCE:
            move = drawn(state, source)
        else:
            player = named(STRONGEST if state.turn == SEAT else others, game)
            move = player.seated(seed_of(key, str(state)), 0)(state)
        state = state.after(move)
        states.append(state)
    return states


def _stand_back() -> None:
    with suppress(AttributeError, OSError):  # Windows has no niceness
        os.nice(_NICENESS - os.nice(0))
