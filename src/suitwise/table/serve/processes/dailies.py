"""What a deal of the day came to, beside what the strongest player and perfect play make of it.

The strongest player of a game plays each deal once, at the seat of the person and against the same bots,
and what it came to is kept in memory. It plays as many worlds as its level says, whatever the time, so
that every server finds the same.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from suitwise.catalogue import STRONGEST
from suitwise.game import CHANCE, OVER, Record, drawn, load
from suitwise.players.face_values import Best, Outcome
from suitwise.players.named import named
from suitwise.table.rules.chance import Source
from suitwise.table.rules.days.deals import daily_of, level_at, seed_of
from suitwise.table.rules.faces import face_of
from suitwise.table.serve.processes.queues import Queue, is_nobody

LATE_S = 120.0
"""How long the strongest player may take for a deal; a first time what it needs is compiled."""
MOST_KEPT = 200
"""Of how many deals it is kept what the strongest player made of them."""
SEAT = 0
"""The seat of the person."""
_NICENESS = 10
"""How much the process stands back for those that players at a table wait for."""


class Judged(NamedTuple):
    """What a deal came to for the person, and the best that could have been made of it."""

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
