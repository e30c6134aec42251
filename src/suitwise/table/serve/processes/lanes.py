"""Processes that work for the server, and work that waits its turn in one, bounded."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, TypeVar

from suitwise.arena.seats import import_players
from suitwise.errors import NotationError
from suitwise.players.ahead import end_with_parent
from suitwise.table.serve.limits import Held

R = TypeVar("R")

_log = logging.getLogger(__name__)


class Lane:
    """Processes for one piece of work after another; one that dies is replaced.

    Args:
        most: how many there are at most.
        niceness: how much they stand back for others, up to 19.
        imports: the modules that make players known to them.
    """

    def __init__(self, most: int, niceness: int = 0, imports: Sequence[str] = ()) -> None:
        self._most, self._niceness, self._imports = most, niceness, tuple(imports)
        self._pool: ProcessPoolExecutor | None = None

    @property
    def is_whole(self) -> bool:
        """Whether none of its processes has died."""
        pool = self._pool
        return pool is None or all(one.is_alive() for one in (pool._processes or {}).values())

    def submit(self, work: Callable[..., R], *values: Any) -> Future[R]:
        """Give the processes work, which they do when they have done what came before."""
        if (
            not self.is_whole
        ):  # the pool may not have noticed yet, and would take the work and lose it
            self.close()
        try:
            return self._started().submit(work, *values)
        except BrokenProcessPool:
            self.close()
            return self._started().submit(work, *values)

    def close(self) -> None:
        """End the processes in the middle of what they do."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()  # it may be in the middle of a long search
            for process in processes:
                process.join()

    def end(self) -> None:
        """End the processes when all is done that they have been given."""
        if self._pool is not None:
            self._pool.shutdown(wait=False)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._most,
                context,
                initializer=_begin,
                initargs=(self._niceness, self._imports),
            )
        return self._pool


def _begin(niceness: int, imports: tuple[str, ...]) -> None:
    end_with_parent()
    with suppress(AttributeError):  # Windows has no niceness
        os.nice(niceness)
    for module in imports:
        try:
            import_players([module])
        except NotationError as error:  # it is there no more: who is known plays on
            _log.warning("%s", error)


# --------------------------------------------------------------------------------------------------
# Work that waits its turn in one process: so many pieces at most, none for longer than it may
# take

MOST_WAITING, MOST_OF_ADDRESS = 16, 2
"""How many pieces of work may wait, of all and of an address."""


class TooManyError(Exception):
    """More pieces of work wait than may."""


class LateError(Exception):
    """A piece of work takes too long, or has ended its process."""


class FailedError(Exception):
    """A piece of work has failed as none should: a game of some package has a fault."""


def is_nobody(address: str) -> bool:
    """Tell of no address that it may have as much as it wants."""
    return False


class Waiting:
    """Who waits for work: so many at most, of all and of an address; of a network half of all.

    Args:
        most: how many of all.
        most_of_address: how many of an address.
        is_spared: whether an address may have as many as all may.

    >>> waiting = Waiting(16, 1)
    >>> with waiting.admitted("10.0.0.1"), waiting.admitted("10.0.0.2"):
    ...     len(waiting)
    2
    >>> len(waiting)
    0
    """

    def __init__(
        self, most: int, most_of_address: int, is_spared: Callable[[str], bool] = is_nobody
    ) -> None:
        self._most, self._is_spared = most, is_spared
        self._pieces = 0
        self._held = Held(most_of_address, most // 2)

    def __len__(self) -> int:
        """Return how many pieces of work are waited for."""
        return self._pieces

    @contextmanager
    def admitted(self, address: str) -> Iterator[None]:
        """Count a piece of work of an address while it is waited for.

        Raises:
            TooManyError: too many wait already.
        """
        few = self._held.has_room(address) or self._is_spared(address)
        if len(self) >= self._most or not few:
            raise TooManyError
        self._pieces += 1
        self._held.take(address)
        try:
            yield
        finally:
            self._pieces -= 1
            self._held.give_back(address)


class Queue:
    """Does one piece of work after another in a process, which ends with what takes too long.

    Args:
        late_s: how many seconds a piece may take.
        is_spared: whether an address may have as many pieces wait as all may.
    """

    refuses: ClassVar[tuple[type[Exception], ...]] = ()
    """What work raises where it can't do what is asked."""

    def __init__(self, late_s: float, is_spared: Callable[[str], bool] = is_nobody) -> None:
        self._late_s = late_s
        self._lane = Lane(1)
        self._turn = asyncio.Semaphore(1)
        self._waiting = Waiting(MOST_WAITING, MOST_OF_ADDRESS, is_spared)

    async def done(self, address: str, work: Callable[..., R], *values: Any) -> R:
        """Return what a piece of work gives.

        Args:
            address: who asks for it.
            work: a function of a module.
            values: what it is called with.

        Raises:
            TooManyError: too many wait already.
            LateError: it takes too long.
            FailedError: it has failed, which is logged.
        """
        with self._waiting.admitted(address):
            async with self._turn:
                return await self._answered(work, *values)

    async def _answered(self, work: Callable[..., R], *values: Any) -> R:
        future = self._lane.submit(work, *values)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._late_s)
        except (TimeoutError, BrokenProcessPool):
            self._lane.close()
            raise LateError from None
        except self.refuses:
            raise
        except Exception as error:
            _log.exception("%s has failed", work.__name__)
            raise FailedError from error

    def close(self) -> None:
        """End the process."""
        self._lane.close()
