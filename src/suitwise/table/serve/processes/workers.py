"""Worker processes for bots and other long work, and threads for third-party rules.

``WorkerProcess`` is a process that can be replaced. ``WorkerQueue`` bounds one: how much may wait, and
how long a job may take. A ``Crew`` is several with one line of jobs before them, where a job that never
ends holds up its own table alone. ``ThirdPartyRules`` runs the rules of third-party games in threads,
because they may never return.
"""

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
from time import monotonic
from typing import Any, ClassVar, TypeVar

from suitwise import catalogue
from suitwise.arena.seats import import_players
from suitwise.errors import NotationError
from suitwise.players import ahead
from suitwise.table.serve.limits import ConcurrentLimit

R = TypeVar("R")

_log = logging.getLogger(__name__)


class WorkerProcess:
    """A worker process; if it dies, another takes its place.

    Args:
        niceness: its niceness, up to 19.
        imports: modules to import in it, which register players and games.
    """

    def __init__(self, niceness: int = 0, imports: Sequence[str] = ()) -> None:
        self._niceness, self._imports = niceness, tuple(imports)
        self._pool: ProcessPoolExecutor | None = None

    @property
    def is_alive(self) -> bool:
        """True unless it has died."""
        return all(one.is_alive() for one in self._processes())

    def submit(self, work: Callable[..., R], *values: Any) -> Future[R]:
        """Queue a function call."""
        if not self.is_alive:  # the executor may not have noticed yet, and would lose the call
            self.close()
        try:
            return self._executor().submit(work, *values)
        except BrokenProcessPool:
            self.close()
            return self._executor().submit(work, *values)

    def yield_to_others(self) -> None:
        """Lower its priority, which can't be raised again."""
        with suppress(AttributeError, OSError):  # Windows has no niceness; or it has just ended
            for process in self._processes():
                os.setpriority(os.PRIO_PROCESS, process.pid or 0, LATE_NICENESS)

    def close(self) -> None:
        """Kill it, even in the middle of a job."""
        processes = self._processes()
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            for process in processes:
                process.join()

    def _processes(self) -> list[Any]:
        """Return the process, if it has been started."""
        return [] if self._pool is None else list((self._pool._processes or {}).values())

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                1, context, initializer=_begin, initargs=(self._niceness, self._imports)
            )
        return self._pool


def _begin(niceness: int, imports: tuple[str, ...]) -> None:
    """Set up a worker process."""
    ahead.end_with_parent()
    with suppress(AttributeError):  # Windows has no niceness
        os.nice(niceness)
    for module in imports:
        try:
            import_players([module])
        except NotationError as error:  # the module is gone; other players still work
            _log.warning("%s", error)


# --- Bounded queues -------------------------------------------------------------------------------

MOST_WAITING, MOST_OF_ADDRESS = 16, 2
"""The most jobs waiting: of all addresses, and of one."""


class TooManyError(Exception):
    """Too many jobs are waiting already."""


class LateError(Exception):
    """A job took too long, or its process died."""


class FailedError(Exception):
    """A job failed with an unexpected error, such as a bug in a third-party game."""


def nobody_is_exempt(address: str) -> bool:
    """Return False: by default no address is exempt from the limits."""
    return False


class QueueSlots:
    """The slots of a queue: a limit in all, one per address, and for a network half of all.

    Args:
        most: the limit in all.
        most_of_address: the limit for an address.
        is_exempt: whether an address may fill all slots.

    >>> slots = QueueSlots(16, 1)
    >>> with slots.admitted("10.0.0.1"), slots.admitted("10.0.0.2"):
    ...     len(slots)
    2
    >>> len(slots)
    0
    """

    def __init__(
        self, most: int, most_of_address: int, is_exempt: Callable[[str], bool] = nobody_is_exempt
    ) -> None:
        self._most, self._is_exempt = most, is_exempt
        self._used = 0
        self._held = ConcurrentLimit(most_of_address, most // 2)

    def __len__(self) -> int:
        """Return how many slots are in use."""
        return self._used

    @contextmanager
    def admitted(self, address: str) -> Iterator[None]:
        """Hold a slot for an address while the context is open.

        Raises:
            TooManyError: there is no free slot.
        """
        has_room = self._held.has_room(address) or self._is_exempt(address)
        if self._used >= self._most or not has_room:
            raise TooManyError
        self._used += 1
        self._held.take(address)
        try:
            yield
        finally:
            self._used -= 1
            self._held.release(address)


class WorkerQueue:
    """Runs one job at a time in a worker process, which is killed if the job takes too long.

    Args:
        late_s: the time limit of a job in seconds.
        is_exempt: whether an address may fill the whole queue.
        imports: modules to import in the process.
    """

    refusals: ClassVar[tuple[type[Exception], ...]] = ()
    """Expected errors of jobs, which are passed on."""

    def __init__(
        self,
        late_s: float,
        is_exempt: Callable[[str], bool] = nobody_is_exempt,
        imports: Sequence[str] = (),
    ) -> None:
        self._late_s = late_s
        self._process = WorkerProcess(imports=imports)
        self._turn = asyncio.Semaphore(1)
        self._slots = QueueSlots(MOST_WAITING, MOST_OF_ADDRESS, is_exempt)

    async def run(self, address: str, work: Callable[..., R], *values: Any) -> R:
        """Run a function in the process and return its result.

        Args:
            address: the client that asks.
            work: a module-level function.
            values: its arguments.

        Raises:
            TooManyError: too many jobs are waiting.
            LateError: it takes too long.
            FailedError: it failed unexpectedly; the error is logged.
        """
        with self._slots.admitted(address):
            async with self._turn:
                return await self._answered(work, *values)

    async def _answered(self, work: Callable[..., R], *values: Any) -> R:
        future = self._process.submit(work, *values)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._late_s)
        except (TimeoutError, BrokenProcessPool):
            self._process.close()
            raise LateError from None
        except self.refusals:
            raise
        except Exception as error:
            _log.exception("%s has failed", work.__name__)
            raise FailedError from error

    def close(self) -> None:
        """Kill the process."""
        self._process.close()


# --- Crews ----------------------------------------------------------------------------------------

ENDLESS_S = 30.0
"""The extra time for a process that is late; it may be compiling, which helps the next job."""
SHUT_S, LONGEST_SHUT_S = 60.0, 3600.0
"""The time for which a table has no process after one was killed for it: at first, doubled each time,
and at most."""
LATE_NICENESS = 10
"""The niceness of a process that is late."""


class Crew:
    """Worker processes with one line of jobs before them, in the order in which they were asked for.

    A table has one job under way; its next one waits, and others go before it. A process that is over
    the time of its job leaves the crew, and another takes its place at once. The late one has
    ``ENDLESS_S`` to end its job, at a low priority, and comes back; else it is killed. As many may be
    late at once as the crew has places; one more is killed at once. A table for which a process was
    killed has none for a while.

    Args:
        most: the number of places.
        imports: modules to import in the processes.
    """

    def __init__(self, most: int, imports: Sequence[str] = ()) -> None:
        self._most, self._imports = most, imports
        self._placed: set[WorkerProcess] = set()
        self._free: list[WorkerProcess] = []
        self._late: dict[WorkerProcess, asyncio.TimerHandle] = {}
        self._busy: set[str] = set()
        """The tables with a job under way."""
        self._line: list[tuple[str, asyncio.Future[WorkerProcess]]] = []
        self._shut: dict[str, tuple[float, float]] = {}
        """The tables that have no process for a while: until when, and for how many seconds."""

    @property
    def n_late(self) -> int:
        """The number of processes that are over the time of their job."""
        return len(self._late)

    def warm(self) -> None:
        """Start a process before anybody needs it."""
        if len(self._placed) < self._most:
            self._free.append(self._new())
            self._free[-1].submit(catalogue.names)

    async def run(
        self, table: str, seconds: float | None, work: Callable[..., R], *values: Any
    ) -> R:
        """Run a function in a process and return its result.

        It is tried again once if the process dies: the system may have killed it.

        Args:
            table: what has one job under way; empty for a job beside all others.
            seconds: the time limit, from now on for the result, and for the process from its start on;
                None for no limit.
            work: a module-level function.
            values: its arguments.

        Raises:
            TimeoutError: it takes too long, and its result is dropped; or the table has no process.
            BrokenProcessPool: the process died twice.
        """
        if self._shut.get(table, (0.0, 0.0))[0] > monotonic():
            raise TimeoutError
        async with asyncio.timeout(seconds):
            for _ in range(2):
                future = self._begin(await self._turn_of(table), table, seconds, work, *values)
                with suppress(BrokenProcessPool):
                    result = await asyncio.shield(_abandonable(future))
                    self._shut.pop(table, None)
                    return result
        raise BrokenProcessPool("its process has ended twice")

    async def _turn_of(self, table: str) -> WorkerProcess:
        """Wait in line for a process."""
        turn: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        self._line.append((table, turn))
        self._serve_line()
        try:
            return await turn
        except asyncio.CancelledError:
            if (
                not turn.cancelled() and turn.exception() is None
            ):  # its time was over just when it came
                self._take_back(turn.result(), table)
            raise

    def _serve_line(self) -> None:
        """Give the free places to the jobs that have waited longest."""
        self._line = [(table, turn) for table, turn in self._line if not turn.done()]
        for table, turn in self._line:
            if table in self._busy:
                continue
            if not self._free and len(self._placed) >= self._most:
                return
            self._busy |= {table} - {""}
            turn.set_result(self._free.pop() if self._free else self._new())

    def _new(self) -> WorkerProcess:
        worker = WorkerProcess(imports=self._imports)
        self._placed.add(worker)
        return worker

    def _begin(
        self,
        worker: WorkerProcess,
        table: str,
        seconds: float | None,
        work: Callable[..., R],
        *values: Any,
    ) -> Future[R]:
        """Start a job in a process, which comes back when it ends."""
        try:
            future = worker.submit(work, *values)
        except BaseException:  # as where the system starts no more processes
            self._take_back(worker, table)
            raise
        loop = asyncio.get_running_loop()
        limit = None
        if seconds is not None:
            limit = loop.call_later(seconds, self._set_late, worker, table, future)

        def end(_: Future[R]) -> None:
            with suppress(RuntimeError):  # the loop has been closed meanwhile
                loop.call_soon_threadsafe(self._take_back, worker, table, limit)

        future.add_done_callback(end)
        return future

    def _take_back(
        self, worker: WorkerProcess, table: str, limit: asyncio.TimerHandle | None = None
    ) -> None:
        """Free the place of a process whose job has ended, or give a late one a place again."""
        if limit is not None:
            limit.cancel()
        self._busy.discard(table)
        if worker in self._late:
            self._late.pop(worker).cancel()
            self._leave_place_to(worker)
        if worker in self._placed:
            self._free.append(worker)
        else:  # its place is another's now
            worker.close()
        self._serve_line()

    def _leave_place_to(self, worker: WorkerProcess) -> None:
        """Give a place to a process that may have compiled something; another goes when it is free."""
        if len(self._placed) >= self._most and self._free:
            other = self._free.pop()
            self._placed.remove(other)
            other.close()
        elif len(self._placed) >= self._most:
            self._placed.pop()
        self._placed.add(worker)

    def _set_late(self, worker: WorkerProcess, table: str, future: Future[Any]) -> None:
        """Put another process in the place of one that is over the time of its job."""
        if future.done():
            return
        has_left = worker not in self._placed
        self._placed.discard(worker)
        if has_left or len(self._late) >= self._most:
            self._kill(worker, table)
        else:
            worker.yield_to_others()
            loop = asyncio.get_running_loop()
            self._late[worker] = loop.call_later(ENDLESS_S, self._kill, worker, table)
        self.warm()
        self._serve_line()

    def _kill(self, worker: WorkerProcess, table: str) -> None:
        """Kill a process that is late for too long; its table has none for a while."""
        self._late.pop(worker, None)
        worker.close()
        if not table:
            return
        now, (_, last_s) = monotonic(), self._shut.get(table, (0.0, SHUT_S / 2))
        for_s = min(2 * last_s, LONGEST_SHUT_S)
        _log.warning("table %s: a bot does not end; it is not asked for %g s", table, for_s)
        of_late = {one: (t, s) for one, (t, s) in self._shut.items() if now < t + LONGEST_SHUT_S}
        self._shut = of_late | {table: (now + for_s, for_s)}
        for one, turn in self._line:
            if one == table and not turn.done():
                turn.set_exception(TimeoutError())

    def close(self) -> None:
        """Kill the processes."""
        for _, turn in self._line:
            turn.cancel()
        for limit in self._late.values():
            limit.cancel()
        for worker in (*self._placed, *self._late):
            worker.close()
        for held in (self._line, self._free, self._placed, self._late, self._busy, self._shut):
            held.clear()


async def _result(future: Future[R]) -> R:
    return await asyncio.wrap_future(future)


def _abandonable(future: Future[R]) -> asyncio.Task[R]:
    """Return a task for a result that may be abandoned: a later error is not logged then."""
    task = asyncio.ensure_future(_result(future))
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


# --- Threads for third-party rules ----------------------------------------------------------------
#
# Third-party rules may take arbitrarily long. They run off the event loop, so that other tables go on,
# and with a time limit.

THREADS_OF_GAME = 2
"""The most threads of a game."""
RULES_S = 10.0
"""The time limit for a call of third-party rules."""


def third_party_game(variant: str) -> str:
    """Return the game's name if a third party wrote it; empty for our own games and unknown ones.

    >>> third_party_game("gin"), third_party_game("no such game")
    ('', '')
    """
    with suppress(NotationError):
        entry = catalogue.find(variant.partition("(")[0])
        if entry is not None:
            place = entry.game if isinstance(entry.game, str) else entry.game.__module__
            return "" if place.partition(".")[0] == __name__.partition(".")[0] else entry.name
    return ""


class ThirdPartyRules:
    """Bounded threads in which third-party rules run.

    A thread can't be killed. One whose rules never return lives as long as the process and keeps its
    place among its game's threads, so that only tables of this game come to a halt.

    Args:
        late_s: the time limit of a call, including the wait for a free thread.
    """

    def __init__(self, late_s: float = RULES_S) -> None:
        self._late_s = late_s
        self._turns: defaultdict[str, asyncio.Semaphore] = defaultdict(_turn)

    async def run(self, game: str, work: Callable[[], R]) -> R:
        """Run a function in a thread and return its result.

        Args:
            game: the name of the game that it calls.
            work: the function.

        Raises:
            LateError: it takes too long; the thread goes on, and its result is dropped.
        """
        try:
            return await asyncio.wait_for(self._answered(game, work), self._late_s)
        except TimeoutError:
            _log.error("%s: its rules have not answered for %g s", game, self._late_s)
            raise LateError from None

    async def _answered(self, game: str, work: Callable[[], R]) -> R:
        turn, loop = self._turns[game], asyncio.get_running_loop()
        await turn.acquire()
        future = start_thread(work)

        def free(_: Future[R]) -> None:
            with suppress(RuntimeError):  # the loop has been closed meanwhile
                loop.call_soon_threadsafe(turn.release)

        future.add_done_callback(free)
        return await asyncio.wrap_future(future)


def start_thread(work: Callable[[], R]) -> Future[R]:
    """Run a function in a daemon thread: the process can end even if it never returns."""
    future: Future[R] = Future()
    future.set_running_or_notify_cancel()
    Thread(target=_run_into, args=(future, work), daemon=True).start()
    return future


def _turn() -> asyncio.Semaphore:
    return asyncio.Semaphore(THREADS_OF_GAME)


def _run_into(future: Future[R], work: Callable[[], R]) -> None:
    """Run a function and set the future to its result or error."""
    try:
        answer = work()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(answer)
