"""Worker processes for bots and other long work, and threads for third-party rules.

* ``WorkerProcess`` is one process, which is replaced when it dies.
* ``WorkerQueue`` is one process with limits on the number of waiting jobs and on the time of a job.
* ``Crew`` is several processes with one queue. A job that never ends blocks only its own table.
* ``ThirdPartyRules`` runs the rules of third-party games in threads, because they may never return.
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
    """A worker process; if it dies, the next job starts another one.

    Args:
        niceness: the niceness of the process, up to 19.
        imports: the modules to import in it, which register players and games.
    """

    def __init__(self, niceness: int = 0, imports: Sequence[str] = ()) -> None:
        self._niceness, self._imports = niceness, tuple(imports)
        self._pool: ProcessPoolExecutor | None = None

    @property
    def is_alive(self) -> bool:
        """True unless the process has died; a process that was never started counts as alive."""
        return all(one.is_alive() for one in self._processes())

    def submit(self, work: Callable[..., R], *values: Any) -> Future[R]:
        """Queue a function call and return its future; start or replace the process if needed."""
        if not self.is_alive:  # the executor may not have noticed yet, and would lose the call
            self.close()
        try:
            return self._executor().submit(work, *values)
        except BrokenProcessPool:
            self.close()
            return self._executor().submit(work, *values)

    def yield_to_others(self) -> None:
        """Lower the priority of the process; it can't be raised again."""
        with suppress(AttributeError, OSError):  # Windows has no niceness; or it has just ended
            for process in self._processes():
                os.setpriority(os.PRIO_PROCESS, process.pid or 0, LATE_NICENESS)

    def close(self) -> None:
        """Kill the process, even in the middle of a job."""
        processes = self._processes()
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            for process in processes:
                process.join()

    def _processes(self) -> list[Any]:
        """Return the processes of the pool: one, or none before the first job."""
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
"""The most jobs that may wait: of all addresses together, and of one address."""


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
    """The slots of a queue, with a limit for all, one for each address, and half of all for a network.

    Args:
        most: the number of slots.
        most_of_address: the most slots of an address.
        is_exempt: tells whether an address has no limit of its own.

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
        """Return the number of slots in use."""
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
        is_exempt: tells whether an address may fill the whole queue.
        imports: the modules to import in the process.
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
            address: the address of the client.
            work: a module-level function.
            values: its arguments.

        Raises:
            TooManyError: too many jobs are waiting.
            LateError: the job took too long, or the process died.
            FailedError: the job failed unexpectedly; the error is logged.
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
#
# A process is *late* once its job has exceeded its time limit. A late process first loses its place in
# the crew to a new one, so that the other tables can go on. It may still finish within ``ENDLESS_S``, at
# a low priority, for it may be compiling something that all later jobs need; then it comes back.
# Otherwise it is killed, and its table is *shut out*: it gets no process for a while.

ENDLESS_S = 30.0
"""The extra time of a late process."""
SHUT_S, LONGEST_SHUT_S = 60.0, 3600.0
"""The seconds for which a table is shut out: the first time, doubled each time, and at most."""
LATE_NICENESS = 10
"""The niceness of a late process."""


class Crew:
    """Several worker processes with one queue of jobs, first come, first served.

    A table has at most one job running. Its next job waits until then, and jobs of other tables pass it.
    At most ``most`` processes may be late at the same time; any further one is killed at once.

    Args:
        most: the number of places, that is, of processes that are not late.
        imports: the modules to import in the processes.
    """

    def __init__(self, most: int, imports: Sequence[str] = ()) -> None:
        self._most, self._imports = most, imports
        self._placed: set[WorkerProcess] = set()
        """The processes that have a place, busy or free."""
        self._free: list[WorkerProcess] = []
        self._late: dict[WorkerProcess, asyncio.TimerHandle] = {}
        """The late processes, with the timers that will kill them."""
        self._busy: set[str] = set()
        """The tables with a running job."""
        self._queue: list[tuple[str, asyncio.Future[WorkerProcess]]] = []
        """The waiting jobs: the table of each, and the future that receives its process."""
        self._shut_out: dict[str, tuple[float, float]] = {}
        """For each table that is or was shut out, the end of that time and its length in seconds."""

    @property
    def n_late(self) -> int:
        """The number of late processes."""
        return len(self._late)

    def warm(self) -> None:
        """Start a process in advance, if there is a place for it."""
        if len(self._placed) < self._most:
            self._free.append(self._new())
            self._free[-1].submit(catalogue.names)

    async def run(
        self, table: str, seconds: float | None, work: Callable[..., R], *values: Any
    ) -> R:
        """Run a function in a process and return its result.

        If the process dies, the job is tried once more: the system may have killed it for lack of
        memory.

        Args:
            table: the table that the job belongs to; empty for jobs that may run side by side.
            seconds: the time limit, or None. The caller waits no longer than this, including the time in
                the queue; a process is late when it has worked on the job for this long.
            work: a module-level function.
            values: its arguments.

        Raises:
            TimeoutError: the result came too late and is dropped, or the table is shut out.
            BrokenProcessPool: the process died twice.
        """
        if self._shut_out.get(table, (0.0, 0.0))[0] > monotonic():
            raise TimeoutError
        async with asyncio.timeout(seconds):
            for _ in range(2):
                future = self._begin(await self._next_worker(table), table, seconds, work, *values)
                with suppress(BrokenProcessPool):
                    result = await asyncio.shield(_abandonable(future))
                    self._shut_out.pop(table, None)
                    return result
        raise BrokenProcessPool("its process has ended twice")

    async def _next_worker(self, table: str) -> WorkerProcess:
        """Wait in the queue for a process."""
        turn: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        self._queue.append((table, turn))
        self._serve_queue()
        try:
            return await turn
        except asyncio.CancelledError:
            # The time may have run out just after a process was assigned.
            if not turn.cancelled() and turn.exception() is None:
                self._take_back(turn.result(), table)
            raise

    def _serve_queue(self) -> None:
        """Assign free processes and places to the jobs that have waited longest."""
        self._queue = [(table, turn) for table, turn in self._queue if not turn.done()]
        for table, turn in self._queue:
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
        """Start a job in a process; when the job ends, the process is taken back."""
        try:
            future = worker.submit(work, *values)
        except BaseException:  # for example, the system can't start another process
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
        """Make a process whose job has ended available again; a late one gets a place again first."""
        if limit is not None:
            limit.cancel()
        self._busy.discard(table)
        if worker in self._late:
            self._late.pop(worker).cancel()
            self._replace_another_by(worker)
        if worker in self._placed:
            self._free.append(worker)
        else:  # it was killed, or another process has its place
            worker.close()
        self._serve_queue()

    def _replace_another_by(self, worker: WorkerProcess) -> None:
        """Give a place to a late process, because it may have compiled something; evict another one.

        A free process is killed. If all are busy, one loses its place and is closed after its job.
        """
        if len(self._placed) >= self._most and self._free:
            other = self._free.pop()
            self._placed.remove(other)
            other.close()
        elif len(self._placed) >= self._most:
            self._placed.pop()
        self._placed.add(worker)

    def _set_late(self, worker: WorkerProcess, table: str, future: Future[Any]) -> None:
        """Mark a process as late if its job has not ended, and give its place to a new process.

        It is killed at once if too many are late already, or if it has lost its place before.
        """
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
        self._serve_queue()

    def _kill(self, worker: WorkerProcess, table: str) -> None:
        """Kill a late process, and shut its table out for a while."""
        self._late.pop(worker, None)
        worker.close()
        if not table:
            return
        now, (_, last_s) = monotonic(), self._shut_out.get(table, (0.0, SHUT_S / 2))
        for_s = min(2 * last_s, LONGEST_SHUT_S)
        _log.warning("table %s: a bot does not end; it is not asked for %g s", table, for_s)
        of_late = {
            one: (t, s) for one, (t, s) in self._shut_out.items() if now < t + LONGEST_SHUT_S
        }
        self._shut_out = of_late | {table: (now + for_s, for_s)}
        for one, turn in self._queue:
            if one == table and not turn.done():
                turn.set_exception(TimeoutError())

    def close(self) -> None:
        """Kill all processes and cancel all waiting jobs."""
        for _, turn in self._queue:
            turn.cancel()
        for limit in self._late.values():
            limit.cancel()
        for worker in (*self._placed, *self._late):
            worker.close()
        for held in (self._queue, self._free, self._placed, self._late, self._busy, self._shut_out):
            held.clear()


async def _result(future: Future[R]) -> R:
    return await asyncio.wrap_future(future)


def _abandonable(future: Future[R]) -> asyncio.Task[R]:
    """Return a task for a result; if nobody waits for it any more, its error is not logged."""
    task = asyncio.ensure_future(_result(future))
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


# --- Threads for third-party rules ----------------------------------------------------------------
#
# Third-party rules may take arbitrarily long. They run in threads with a time limit, so that the event
# loop, and with it the other tables, can go on.

THREADS_OF_GAME = 2
"""The most threads for each game."""
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
    """Threads in which third-party rules run, a limited number for each game.

    A thread can't be killed. If rules never return, their thread lives as long as the process and counts
    as one of its game's threads. So only the tables of this game come to a halt.

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
            LateError: the call took too long; the thread goes on, but its result is dropped.
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
    """Run a function in a daemon thread, which does not keep the process alive if it never returns."""
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
