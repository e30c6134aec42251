"""Worker processes for the analysis board and for deals of the day.

``Boards`` answers board questions, two at a time, each in its own process, which is killed if an answer
takes too long. A new process first gets ready for a game: it answers each kind of question once, which
loads and compiles the code. The time limit of a question starts only after that.

``Dailies`` computes the outcomes with which a person's deal of the day is compared.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from suitwise import catalogue
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
    WorkerProcess,
    WorkerQueue,
    nobody_is_exempt,
)
from suitwise.table.serve.shown import localised, to_json

R = TypeVar("R")

# --- The analysis board ---------------------------------------------------------------------------

READY_S = 300.0
"""The time limit for getting ready for a game, which may include compiling its rules."""
N_WORKERS = 2
"""The number of processes; each answers one question at a time."""
MOST_WAITING, MOST_OF_ADDRESS = 16, 4
"""The most questions that wait or are being answered: from all addresses, and from one."""
LATE = phrase("table.late-board", "this takes too long: ask about fewer cards")
LOST = phrase("table.lost-board", "this was broken off before it was answered: ask again")
"""The refusal if the process died, or did not get ready in time."""
BROKEN = phrase("table.broken-board", "the game has a fault: its board can't answer this")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question to a game's board.

    Args:
        game: the name of the game.
        question_name: the name of the question, one of those of the game's board.
        fields: the texts of the form's fields, by name.
        more: 0 for a first answer; ``Answer.more`` of the previous answer for a better one.
        lang: the language of the answer.
    """

    game: str
    question_name: str
    fields: Mapping[str, str]
    more: int
    lang: str


@dataclass(eq=False)
class _Worker:
    """A worker process, the games it is ready for, and its last question (game, name, fields)."""

    process: WorkerProcess = field(default_factory=WorkerProcess)
    ready: set[str] = field(default_factory=set)
    last: tuple[str, str, Mapping[str, str]] | None = None

    async def prepare(self, game: str) -> None:
        """Get the process ready for a game."""
        if not self.process.is_alive:
            self.close()  # the next process is ready for no game
        if game not in self.ready:
            await self.run(READY_S, get_ready, game)
            self.ready.add(game)

    async def run(self, late_s: float, work: Callable[..., R], *values: Any) -> R:
        """Run a function in the process.

        Raises:
            TimeoutError: it takes more than ``late_s`` seconds.
            BrokenProcessPool: the process died.
        """
        future = self.process.submit(work, *values)
        return await asyncio.wait_for(asyncio.wrap_future(future), late_s)

    def close(self) -> None:
        """Kill the process; the next call starts a new one."""
        self.process.close()
        self.ready.clear()


class Boards:
    """Answers questions to the analysis board.

    Args:
        late_s: the time limit of an answer in seconds.
        is_exempt: whether an address may fill the whole queue.
        imports: modules to import in the processes.
    """

    def __init__(
        self,
        late_s: float,
        is_exempt: Callable[[str], bool] = nobody_is_exempt,
        imports: Sequence[str] = (),
    ) -> None:
        self._late_s = late_s
        self._workers = [_Worker(WorkerProcess(imports=imports)) for _ in range(N_WORKERS)]
        self._free = [*self._workers]
        self._turn = asyncio.Semaphore(N_WORKERS)
        self._slots = QueueSlots(MOST_WAITING, MOST_OF_ADDRESS, is_exempt)

    async def answer(self, question: BoardQuestion, address: str = "") -> str | Phrase:
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
                    return await self._answer_by(worker, question)
                finally:
                    self._free.append(worker)

    def _worker_for(self, question: BoardQuestion) -> _Worker:
        """Take a free worker, if possible one that need not start from scratch.

        The best one has answered this question last: its process may have cached the work, which a
        better answer (``BoardQuestion.more``) goes on with. Next comes one that is ready for the game.
        """
        key = question.game, question.question_name, question.fields
        best = max(
            self._free, key=lambda worker: (worker.last == key, question.game in worker.ready)
        )
        self._free.remove(best)
        best.last = key
        return best

    async def _answer_by(self, worker: _Worker, question: BoardQuestion) -> str | Phrase:
        try:
            try:
                await worker.prepare(question.game)
            except TimeoutError:  # not because of this question, so don't call it too large
                worker.close()
                return LOST
            return await worker.run(self._late_s, answer_json, question)
        except TimeoutError:
            worker.close()
            return LATE
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
def described_boards() -> list[dict[str, Any]]:
    """Return the boards of all games as plain values: their questions, forms and decks.

    >>> boards = described_boards()
    >>> next(board["questions"][0]["name"] for board in boards if board["game"] == "texas42")
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
            {"name": question.name, "fields": [_field_facts(field) for field in question.fields]}
            for question in board.questions
        ],
    }


def _field_facts(field: Field) -> dict[str, Any]:
    return {
        "name": field.name,
        "kind": field.kind,
        "start": field.start,
        "choices": field.choices,
        "most": field.most,
        "needed": field.is_needed,
        "apart": field.is_apart,
    }


# --- Functions that run in the board processes ----------------------------------------------------


def get_ready(game: str) -> None:
    """Load and compile the code that a game's board needs, by answering each of its questions once.

    The fields hold the texts of ``Question.heavy``, which need the most code. Nothing runs as plain
    Python, which is quicker for small questions but would leave the code for large ones uncompiled.
    """
    board = board_of(game)
    assert board is not None
    with nothing_plain():
        for question in board.questions:
            initial = {field.name: field.start for field in question.fields}
            answered(board, question.name, {**initial, **question.heavy})


def answer_json(question: BoardQuestion) -> str | Phrase:
    """Return the answer to a question as localised JSON, or a phrase saying why there is none.

    >>> print(answer_json(BoardQuestion("texas42", "bid", {"hand": "6-6"}, 0, "en")))
    a hand has 7 dominoes, not 1
    """
    board = board_of(question.game)
    assert board is not None
    start = perf_counter()
    try:
        answer = answered(board, question.question_name, question.fields, question.more)
    except SuitwiseError as error:
        # The reason is translated here, as answers are; this phrase is the same in every language.
        reason: str = localised(reason_of(error), question.lang)
        return phrase("any.refused", "{text}", text=reason)
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
# A person who has played the deal of a day sees how the game's strongest bot did with it. The bot plays
# each deal once, in the person's seat and against the same bots; its outcome is cached. It samples a
# fixed number of worlds, however long that takes, so every server gets the same outcome.

DEAL_LATE_S = 120.0
"""The time limit for a deal, including compilation."""
MOST_KEPT = 200
"""The number of outcomes of the strongest bot that are cached."""
SEAT = 0
"""The person's seat."""
_NICENESS = 10
"""The niceness of the process from the bot's first deal on: tables must not wait for it. People's
results are then worked out at it, too."""


class Evaluation(NamedTuple):
    """The person's outcome of a deal, and the best possible one; None if the game can't tell that."""

    own: Outcome
    best: Best | None


class Dailies(WorkerQueue):
    """Computes, in a worker process, the outcomes that are compared after a deal of the day.

    Args:
        late_s: the time limit for a deal in seconds.
        is_exempt: whether an address may fill the whole queue.
        imports: modules to import in the process.
    """

    def __init__(
        self,
        late_s: float = DEAL_LATE_S,
        is_exempt: Callable[[str], bool] = nobody_is_exempt,
        imports: Sequence[str] = (),
    ) -> None:
        super().__init__(late_s, is_exempt, imports)
        self._strongest: OrderedDict[tuple[str, str], asyncio.Task[Outcome]] = OrderedDict()

    async def evaluate(self, record: Record, address: str) -> Evaluation:
        """Return the person's outcome of a deal, and the best possible one.

        Args:
            record: the deal, played to its end.
            address: the client that asks.

        Raises:
            TooManyError: too many deals are waiting.
            LateError: it takes too long.
        """
        return await self.run(address, evaluation_of, str(record))

    async def strongest(self, day: str, variant: str) -> Outcome:
        """Return the outcome of the strongest bot in the person's seat.

        Args:
            day: the day, such as "2026-11-23".
            variant: the game variant as text.

        Raises:
            TooManyError: too many deals are waiting.
            LateError: it takes too long.
        """
        key = day, variant
        if key not in self._strongest:
            # Everybody who asks for this deal shares the task, so it counts against no client's limit:
            # the queue gets a made-up address, one for each deal.
            task = asyncio.create_task(self.run(f"deal {key}", strongest_outcome, day, variant))
            task.add_done_callback(partial(self._drop_failed, key))
            self._strongest[key] = task
            self._drop_oldest()
        return await asyncio.shield(self._strongest[key])

    def _drop_oldest(self) -> None:
        """Keep the cache small; tasks that still run stay, so that ``close`` can cancel them."""
        finished = [key for key, task in self._strongest.items() if task.done()]
        for key in finished[: max(0, len(self._strongest) - MOST_KEPT)]:
            del self._strongest[key]

    def _drop_failed(self, key: tuple[str, str], task: asyncio.Task[Outcome]) -> None:
        """Remove a failed task from the cache, so that the next request tries again."""
        is_failed = task.cancelled() or task.exception() is not None
        if is_failed and self._strongest.get(key) is task:
            del self._strongest[key]

    def close(self) -> None:
        """Kill the process and cancel the tasks of the strongest bot."""
        for task in self._strongest.values():
            task.cancel()
        super().close()


# --- Functions that run in the deal process -------------------------------------------------------


def evaluation_of(record_text: str) -> Evaluation:
    """Return the person's outcome of a recorded deal, and the best possible one."""
    record = Record.parse(record_text)
    states = list(record.states())
    face = face_of(states[0].game)
    return Evaluation(face.came_to(states, SEAT), face.best(states, SEAT))


def strongest_outcome(day: str, variant: str) -> Outcome:
    """Play a deal of the day with the strongest bot in the person's seat; return the bot's outcome.

    >>> print(strongest_outcome("2026-11-23", "stacks").said)
    won in 16 moves
    """
    _lower_priority()
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
            player = named(catalogue.STRONGEST if state.turn == SEAT else others, game)
            move = player.seated(seed_of(key, str(state)), 0)(state)
        state = state.after(move)
        states.append(state)
    return states


def _lower_priority() -> None:
    """Set the niceness of this process to ``_NICENESS``; repeated calls change nothing."""
    with suppress(AttributeError):  # Windows has no niceness
        os.nice(max(0, _NICENESS - os.nice(0)))  # one that is higher stays
