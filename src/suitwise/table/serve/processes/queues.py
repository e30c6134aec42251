"""Work that waits its turn in one process: so many pieces at most, none for longer than it may take."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from suitwise.table.serve.processes.lanes import Lane

R = TypeVar("R")
MOST_WAITING, MOST_OF_ADDRESS = 16, 2
"""How many pieces of work may wait, of all and of an address."""


class TooManyError(Exception):
    """More pieces of work wait than may."""


class LateError(Exception):
    """A piece of work takes too long, or has ended its process."""


class Queue:
    """Does one piece of work after another in a process, which ends with what takes too long.

    Args:
        late_s: how many seconds a piece may take.
    """

    def __init__(self, late_s: float) -> None:
        self._late_s = late_s
        self._lane = Lane(1)
        self._turn = asyncio.Semaphore(1)
        self._waiting: Counter[str] = Counter()

    async def done(self, address: str, work: Callable[..., R], *values: Any) -> R:
        """Return what a piece of work gives.

        Args:
            address: who asks for it.
            work: a function of a module.
            values: what it is called with.

        Raises:
            TooManyError: too many wait already.
            LateError: it takes too long.
        """
        if self._waiting.total() >= MOST_WAITING or self._waiting[address] >= MOST_OF_ADDRESS:
            raise TooManyError
        self._waiting[address] += 1
        try:
            async with self._turn:
                return await self._answered(work, *values)
        finally:
            self._waiting[address] -= 1
            self._waiting += Counter()  # forgets addresses that wait for nothing

    async def _answered(self, work: Callable[..., R], *values: Any) -> R:
        future = self._lane.submit(work, *values)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._late_s)
        except (TimeoutError, BrokenProcessPool):
            self._lane.close()
            raise LateError from None

    def close(self) -> None:
        """End the process."""
        self._lane.close()
