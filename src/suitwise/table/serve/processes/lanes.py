"""Processes that work for the server, work that waits its turn in one, and threads: all bounded."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any, ClassVar, TypeVar

from suitwise import catalogue
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


# --- Threads for the rules of games that others have written --------------------------------------
#
# Nobody knows how long they take. What they are asked is asked beside the event loop, so that other
# tables go on; and given up where it takes too long.

OTHERS_AT_ONCE = 2
"""How many threads of a game there are at most."""
RULES_S = 10.0
"""How many seconds their answer is waited for."""


def others_game(variant: str) -> str:
    """Return the name of a variant's game where others have written it; empty for ours, and for none.

    >>> others_game("gin"), others_game("no such game")
    ('', '')
    """
    with suppress(NotationError):
        entry = catalogue.find(variant.partition("(")[0])
        if entry is not None:
            place = entry.game if isinstance(entry.game, str) else entry.game.__module__
            return "" if place.partition(".")[0] == __name__.partition(".")[0] else entry.name
    return ""


class Aside:
    """Threads in which games are asked that others have written.

    No thread can be ended: one whose rule never comes back stays as long as the process, and counts
    among those of its game, so that tables of this game alone stand still.

    Args:
        late_s: how many seconds an answer is waited for, a free thread included.
    """

    def __init__(self, late_s: float = RULES_S) -> None:
        self._late_s = late_s
        self._turns: defaultdict[str, asyncio.Semaphore] = defaultdict(_turn)

    async def done(self, game: str, work: Callable[[], R]) -> R:
        """Return what some work gives.

        Args:
            game: the name of the game that it asks.
            work: what is done.

        Raises:
            LateError: it takes too long; its thread goes on, and what it gives is dropped.
        """
        try:
            return await asyncio.wait_for(self._answered(game, work), self._late_s)
        except TimeoutError:
            _log.error("%s: its rules have not answered for %g s", game, self._late_s)
            raise LateError from None

    async def _answered(self, game: str, work: Callable[[], R]) -> R:
        turn, loop = self._turns[game], asyncio.get_running_loop()
        await turn.acquire()
        future = begun(work)

        def free(_: Future[R]) -> None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(turn.release)

        future.add_done_callback(free)
        return await asyncio.wrap_future(future)


def begun(work: Callable[[], R]) -> Future[R]:
    """Begin some work in a thread with which the process can end, although it does not come back."""
    future: Future[R] = Future()
    future.set_running_or_notify_cancel()
    Thread(target=_answer, args=(future, work), daemon=True).start()
    return future


def _turn() -> asyncio.Semaphore:
    return asyncio.Semaphore(OTHERS_AT_ONCE)


def _answer(future: Future[R], work: Callable[[], R]) -> None:
    """Do some work in a thread, and let the future know what came of it."""
    try:
        answer = work()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(answer)
