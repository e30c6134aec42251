"""Questions about positions that anybody sets up, answered in processes of their own.

Two are answered at a time, each in its own process, which ends with whatever takes too long there. A
process has first answered each question of a game once, as its form begins, by machine code alone: what
it loads and compiles for that is not counted in the time of whoever asks for more.
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
from suitwise.table.serve.processes.lanes import Lane, Queue, Waiting, is_nobody
from suitwise.table.serve.shown import packed, said

READY_S = 300.0
"""The time limit to get ready for a game; its rules may have to be compiled first."""
AT_ONCE = 2
MOST_WAITING, MOST_OF_ADDRESS = 16, 4
"""The most questions waiting: of all addresses, and of one."""
LATE = phrase("table.late-board", "this takes too long: ask about fewer cards")
LOST = phrase("table.lost-board", "this was broken off before it was answered: ask again")
"""A process has ended in the middle, or has not got ready."""
BROKEN = phrase("table.broken-board", "the game has a fault: its board can't answer this")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asking:
    """A question to a board, and the language of the answer.

    Args:
        game: the game.
        ask: the name of the question.
        fields: the texts of its fields.
        more: the number of the last answer, 0 at first.
        lang: the language of the answer.
    """

    game: str
    ask: str
    fields: Mapping[str, str]
    more: int
    lang: str


@dataclass(eq=False)
class _Desk:
    """A process, the games that it is ready for, and what it was asked last."""

    lane: Lane = field(default_factory=lambda: Lane(1))
    ready: set[str] = field(default_factory=set)
    last: tuple[str, str, Mapping[str, str]] | None = None

    def close(self) -> None:
        self.lane.close()
        self.ready.clear()


class Boards:
    """Answers questions about positions.

    Args:
        late_s: how many seconds an answer may take.
        is_spared: whether an address may ask for as much as all may.
    """

    def __init__(self, late_s: float, is_spared: Callable[[str], bool] = is_nobody) -> None:
        self._late_s = late_s
        self._desks = [_Desk() for _ in range(AT_ONCE)]
        self._free = [*self._desks]
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = Waiting(MOST_WAITING, MOST_OF_ADDRESS, is_spared)

    async def answered(self, asking: Asking, address: str = "") -> str | Phrase:
        """Return an answer as JSON, or why there is none.

        Args:
            asking: what is asked, of a game that has a board.
            address: who asks.

        Raises:
            TooManyError: too many ask already.
        """
        with self._waiting.admitted(address):
            async with self._turn:
                desk = self._desk_for(asking)
                try:
                    return await self._asked(desk, asking)
                finally:
                    self._free.append(desk)

    def _desk_for(self, asking: Asking) -> _Desk:
        """Take a free process: the one that has answered this before, else one ready for the game."""
        question = asking.game, asking.ask, asking.fields

        def is_known(desk: _Desk) -> tuple[bool, bool]:
            return desk.last == question, asking.game in desk.ready

        found = max(self._free, key=is_known)
        self._free.remove(found)
        found.last = question
        return found

    async def _asked(self, desk: _Desk, asking: Asking) -> str | Phrase:
        if not desk.lane.is_whole:
            desk.close()  # the process that follows is ready for nothing
        too_late = LOST
        try:
            if asking.game not in desk.ready:
                made = asyncio.wrap_future(desk.lane.submit(get_ready, asking.game))
                await asyncio.wait_for(made, READY_S)
                desk.ready.add(asking.game)
            too_late = LATE
            future = asyncio.wrap_future(desk.lane.submit(packed_answer, asking))
            return await asyncio.wait_for(future, self._late_s)
        except TimeoutError:
            desk.close()
            return too_late
        except BrokenProcessPool:
            desk.close()
            return LOST
        except Exception:  # a board of some package
            _log.exception("the board of %s has failed", asking.game)
            return BROKEN

    def close(self) -> None:
        """End the processes."""
        for desk in self._desks:
            desk.close()


@cache
def listed() -> list[dict[str, Any]]:
    """Return the games that have a board: their questions, the forms of these, and the deck.

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


# --- In the process -------------------------------------------------------------------------------


def get_ready(game: str) -> None:
    """Answer each question of a game once, at its heaviest, by machine code however small it is."""
    board = board_of(game)
    assert board is not None
    with nothing_plain():
        for question in board.questions:
            begun = {one.name: one.start for one in question.fields}
            answered(board, question.name, {**begun, **question.heavy})


def packed_answer(asking: Asking) -> str | Phrase:
    """Return an answer as JSON with its sentences said, or why there is none.

    >>> answer = packed_answer(Asking("texas42", "bid", {"hand": "6-6"}, 0, "en"))
    >>> print(answer)
    a hand has 7 dominoes, not 1
    """
    board = board_of(asking.game)
    assert board is not None
    since = perf_counter()
    try:
        found = answered(board, asking.ask, asking.fields, asking.more)
    except SuitwiseError as error:
        why: str = said(reason_of(error), asking.lang)
        return phrase("any.refused", "{text}", text=why)
    ms = 1000 * (perf_counter() - since)
    return packed({**said(_plain(found), asking.lang), "ms": round(ms, 1)})


def _plain(found: Answer) -> dict[str, Any]:
    heat = found.heat
    return {
        "verdict": found.verdict,
        "lines": found.lines,
        "rows": [
            {"move": row.move, "text": row.text, "value": row.value, "best": row.is_best}
            for row in found.rows
        ],
        "heat": heat and {"rows": heat.rows, "columns": heat.columns, "cells": heat.cells},
        "groups": [{"cards": cards, "text": text} for cards, text in found.groups],
        "svg": found.svg,
        "more": found.more,
        "command": found.command,
    }


# --- Deals of the day, compared -------------------------------------------------------------------
#
# The strongest player of a game plays each deal once, at the seat of the person and against the same
# bots, and what it came to is kept in memory. It plays as many worlds as its level says, whatever the
# time, so that every server finds the same.

LATE_S = 120.0
"""The strongest player's time limit for a deal; compiling counts."""
MOST_KEPT = 200
"""Of how many deals it is kept what the strongest player made of them."""
SEAT = 0
"""The seat of the person."""
_NICENESS = 10
"""The niceness of the process, below those that players at a table wait for."""


class Judged(NamedTuple):
    """A person's outcome of a deal, and the best possible one."""

    own: Outcome
    best: Best | None


class Dailies(Queue):
    """Judges deals of the day in a process of its own.

    Args:
        late_s: how many seconds a deal may take.
        is_spared: whether an address may have as many wait as all may.
    """

    def __init__(
        self, late_s: float = LATE_S, is_spared: Callable[[str], bool] = is_nobody
    ) -> None:
        super().__init__(late_s, is_spared)
        self._strongest: OrderedDict[tuple[str, str], asyncio.Task[Outcome]] = OrderedDict()

    async def judged(self, record: Record, address: str) -> Judged:
        """Return what a deal came to.

        Args:
            record: its record.
            address: who asks.

        Raises:
            TooManyError: too many wait already.
            LateError: it takes too long.
        """
        return await self.done(address, judged, str(record))

    async def strongest(self, day: str, variant: str) -> Outcome:
        """Return what a deal of a day came to for the strongest player in the person's seat.

        Raises:
            TooManyError: too many wait already.
            LateError: it takes too long.
        """
        key = day, variant
        if key not in self._strongest:
            task = asyncio.create_task(self.done(f"deal {key}", strongest, day, variant))
            task.add_done_callback(partial(self._drop_failed, key))
            self._strongest[key] = task
            while len(self._strongest) > MOST_KEPT:
                self._strongest.popitem(last=False)
        return await asyncio.shield(self._strongest[key])

    def _drop_failed(self, key: tuple[str, str], task: asyncio.Task[Outcome]) -> None:
        """Forget what has failed: it is tried again when somebody asks again."""
        if task.cancelled() or task.exception() is not None:
            self._strongest.pop(key, None)

    def close(self) -> None:
        """End the process and whoever waits for it."""
        for task in self._strongest.values():
            task.cancel()
        super().close()


# --- In the process -------------------------------------------------------------------------------


def judged(text: str) -> Judged:
    """Return what the deal of a record came to for the person."""
    record = Record.parse(text)
    states = list(record.states())
    face = face_of(states[0].game)
    return Judged(face.came_to(states, SEAT), face.best(states, SEAT))


def strongest(day: str, variant: str) -> Outcome:
    """Play a deal of a day with the strongest player in the person's seat; return what it came to.

    >>> print(strongest("2026-11-23", "stacks").said)
    won in 16 moves
    """
    _stand_back()
    states = played(day, variant)
    return face_of(states[0].game).came_to(states, SEAT)


def played(day: str, variant: str) -> list[Any]:
    """Return the positions of a deal of a day that the strongest player has played."""
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
