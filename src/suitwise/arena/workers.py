"""Maps a task over pieces of work in many processes, on one machine or a cluster, with results in order.

Each process works on one piece at a time. A process that dies, by a crash in compiled code or for lack
of memory, is replaced, and its piece is done again. A piece on which several processes die is at fault
and ends the work. Processes end with the program that started them, even if it is killed.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeAlias, TypeVar, cast

from suitwise import __version__
from suitwise.arena.seats import end_where_stuck
from suitwise.errors import SuitwiseError, extra_of

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 3
"""The maximum number of unfinished pieces per process, counting from the oldest."""
MOST_DEATHS = 3
"""The number of processes that may die on a piece before it is given up."""
MOST_WORKERS = 1024
"""The maximum number of processes; more are surely a mistake."""


def require_workers(workers: int) -> None:
    """Refuse a number of workers out of range.

    Raises:
        SuitwiseError: there are fewer than 1 or more than 1,024.

    >>> require_workers(100_000)
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: the workers are 1 to 1,024, not 100000
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise SuitwiseError(f"the workers are 1 to {MOST_WORKERS:,}, not {workers}")


def in_order(
    task: Callable[[T], R],
    pieces: Iterable[T],
    workers: int,
    failed: Callable[[T, str], R] | None = None,
) -> Generator[R, None, None]:
    """Yield ``task(piece)`` for every piece, in order, while processes work a little ahead.

    Faults come in order, too, after the results before them. With one worker everything runs in the
    calling process. A piece is taken from ``pieces`` only when a process is free for it, and after the
    caller has got all finished results before it, so a generator of pieces may depend on results. Each
    process imports the main module again, so scripts need ``if __name__ == "__main__"``.

    Args:
        task: a function that can be pickled.
        pieces: the pieces, which can be pickled; their text is used in error messages.
        workers: the number of processes, 1 to 1,024.
        failed: makes a result of a piece that failed, from the piece and the reason, in the calling
            process. It is for pieces that may turn out not to be needed. Without it the reason is
            raised.

    Raises:
        SuitwiseError: the task raised any error, several processes died on a piece, or there are too
            many workers.

    >>> list(in_order(abs, [-2, -1, 0], workers=1))
    [2, 1, 0]
    >>> list(in_order(abs, [-2, "x"], workers=1, failed=lambda piece, reason: f"no {piece}"))
    [2, 'no x']
    """
    require_workers(workers)
    if workers == 1:
        for piece in pieces:
            yield taken(piece, answer_to(task, piece), failed)
        return
    crew = _Crew(task, workers)
    try:
        for job in crew.done(iter(pieces)):
            assert job.answer is not None
            yield taken(job.piece, job.answer, failed)
    finally:
        crew.dismiss()


Answer: TypeAlias = tuple[R | None, str | None]
"""The result of a task and None, or None and the reason for having no result."""


# --- In the calling process -----------------------------------------------------------------------


@dataclass(slots=True)
class _Job(Generic[T, R]):
    """A piece that has been handed out, and its answer once it is there."""

    piece: T
    answer: Answer[R] | None = None
    deaths: int = 0


class _Worker(Generic[T, R]):
    """A process and the pipe to it."""

    def __init__(self, task: Callable[[T], R]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        with theirs, _interrupts_held():
            self.process.start()
        self.job: _Job[T, R] | None = None
        self._task = task

    def give(self, job: _Job[T, R]) -> None:
        """Hand out a job; whether the process has died shows only on waiting for the answer."""
        try:
            sent = pickle.dumps((self._task, job.piece))
        except Exception as error:
            job.answer = None, f"{job.piece} can't be sent to a process: {error}"
            return
        self.job = job
        with suppress(BrokenPipeError, ConnectionResetError):
            self.pipe.send_bytes(sent)

    def dismiss(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


class _Crew(Generic[T, R]):
    """The processes, started as there is work for them."""

    def __init__(self, task: Callable[[T], R], size: int) -> None:
        self._task, self._size = task, size
        self._workers: list[_Worker[T, R]] = []
        self._jobs: deque[_Job[T, R]] = deque()

    def dismiss(self) -> None:
        for worker in self._workers:
            worker.dismiss()

    def done(self, pieces: Iterator[T]) -> Iterator[_Job[T, R]]:
        """Yield the jobs with their answers, in the order of the pieces."""
        while True:
            while self._jobs and self._jobs[0].answer is not None:
                yield self._jobs.popleft()
            if self._hand_out(pieces):
                # Starting processes is slow; others may have answered meanwhile.
                self._listen(timeout=0)
            elif self._jobs:
                self._listen(timeout=None)
            else:
                return

    def _hand_out(self, pieces: Iterator[T]) -> bool:
        """Hand out one more piece; return False if there is none or no process may take it now."""
        busy = sum(worker.job is not None for worker in self._workers)
        if len(self._jobs) >= AHEAD * self._size or busy >= self._size:
            return False
        for piece in pieces:
            job: _Job[T, R] = _Job(piece)
            self._jobs.append(job)
            (self._idle() or self._engage()).give(job)
            return True
        return False

    def _idle(self) -> _Worker[T, R] | None:
        """Return a process that waits for work, and remove those that died meanwhile."""
        for worker in [one for one in self._workers if one.job is None]:
            if worker.process.is_alive():
                return worker
            self._let_go(worker)
        return None

    def _let_go(self, worker: _Worker[T, R]) -> None:
        worker.dismiss()
        self._workers.remove(worker)

    def _engage(self) -> _Worker[T, R]:
        try:
            self._workers.append(_Worker(self._task))
        except OSError as error:
            raise SuitwiseError(
                f"worker {len(self._workers) + 1} can't be started: {error.strerror}"
            ) from None
        return self._workers[-1]

    def _listen(self, timeout: float | None) -> None:
        """Wait until a process has an answer or has died, at most ``timeout`` seconds."""
        busy: dict[Any, _Worker[T, R]] = {one.pipe: one for one in self._workers if one.job}
        for pipe in wait(list(busy), timeout):
            self._hear(busy[pipe])

    def _hear(self, worker: _Worker[T, R]) -> None:
        job = worker.job
        assert job is not None
        try:
            sent = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            self._replace(worker, job)
            return
        worker.job = None
        try:
            job.answer = pickle.loads(sent)
        except Exception as error:
            job.answer = None, f"the result of {job.piece} can't be read: {error}"

    def _replace(self, worker: _Worker[T, R], job: _Job[T, R]) -> None:
        """Give the piece of a process that died to a new one, or give it up after several deaths."""
        self._let_go(worker)
        job.deaths += 1
        if job.deaths < MOST_DEATHS:
            self._engage().give(job)
        else:
            code = worker.process.exitcode
            fault = f"{MOST_DEATHS} processes died, the last with exit code {code}, on {job.piece}"
            job.answer = None, fault


def taken(piece: T, answer: Answer[R], failed: Callable[[T, str], R] | None) -> R:
    """Return the result of a piece, as ``in_order`` yields it.

    Args:
        piece: the piece.
        answer: its answer.
        failed: makes a result of a piece that failed.

    Raises:
        SuitwiseError: the piece failed, and there is no ``failed``.
    """
    result, reason = answer
    if reason is None:
        return cast(R, result)
    if failed is None:
        raise SuitwiseError(reason)
    return failed(piece, reason)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block Ctrl-C while a process starts, so that the new process inherits the block.

    Ctrl-C at a terminal goes to all processes, but only this one shall react. The resource tracker of
    multiprocessing would unblock the signal when it starts, so it is started first.
    """
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- In a worker process --------------------------------------------------------------------------


def _work(pipe: Connection) -> None:
    """Answer pieces until the calling process closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_where_stuck()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            pipe.send_bytes(_reply_to(pipe.recv_bytes()))


def _reply_to(sent: bytes) -> bytes:
    try:
        task, piece = pickle.loads(sent)
    except Exception as error:
        return pickle.dumps((None, f"a process can't read its work: {error}"))
    try:
        return pickle.dumps(answer_to(task, piece))
    except Exception as error:
        return pickle.dumps((None, f"the result of {piece} can't be sent: {error}"))


def answer_to(task: Callable[[T], R], piece: T) -> Answer[R]:
    """Run a task; return its result, or its error in one line.

    >>> answer_to(abs, -2), answer_to(abs, "x")
    ((2, None), (None, "TypeError on x: bad operand type for abs(): 'str'"))
    """
    try:
        return task(piece), None
    except SuitwiseError as error:
        return None, str(error)
    except Exception as error:
        return None, f"{type(error).__name__} on {piece}: {error}"


def _end_with_parent() -> None:
    """End this process at once when its parent has ended, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


# --- Workers on Ray -------------------------------------------------------------------------------
#
# The results are those of ``in_order``, in the same order. Ray itself replaces a process or machine that
# dies and repeats its piece.
#
# We join a running Ray only on request: one that belongs to another program would end with that program.


def in_order_on_cluster(
    task: Callable[[T], R],
    pieces: Iterable[T],
    workers: int,
    failed: Callable[[T, str], R] | None = None,
) -> Generator[R, None, None]:
    """Yield ``task(piece)`` for every piece, in order, while Ray's processes work a little ahead.

    If this program has called ``ray.init``, or ``RAY_ADDRESS`` tells where Ray runs (``auto`` for one on
    this machine), all processors of that Ray take part, and it is left running. Otherwise a new Ray is
    started on this machine and ended with the work.

    Args:
        task: a function that can be pickled; every machine needs this version of the package.
        pieces: the pieces, which can be pickled.
        workers: the number of processes of a newly started Ray, 1 to 1,024.
        failed: makes a result of a piece that failed, from the piece and the reason; without it the
            reason is raised.

    Raises:
        SuitwiseError: Ray is not installed or not reachable, the task raised an error, a machine has
            another version of the package, several processes died on a piece, or there are too many
            workers.
    """
    require_workers(workers)
    ray = _ray()
    with _running(ray, workers):
        remote = ray.remote(max_retries=MOST_DEATHS - 1)(_answer)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[tuple[T, Any]] = deque()
        try:
            for piece in pieces:
                waiting.append((piece, remote.remote(task, piece, __version__)))
                while waiting and (len(waiting) >= most or _is_done(ray, waiting[0][1])):
                    yield _taken(ray, waiting.popleft(), failed)
            while waiting:
                yield _taken(ray, waiting.popleft(), failed)
        finally:
            for _, reference in waiting:
                ray.cancel(reference, force=True)


def _answer(task: Callable[[T], R], piece: T, version: str) -> Answer[R]:
    """Run a task on a piece, in a process of Ray's."""
    if version != __version__:
        return None, f"a machine of the cluster has suitwise {__version__}, not {version}"
    end_where_stuck()
    return answer_to(task, piece)


def _taken(ray: Any, waiting: tuple[T, Any], failed: Callable[[T, str], R] | None) -> R:
    piece, reference = waiting
    try:
        answer: Answer[R] = ray.get(reference)
    except ray.exceptions.RayError as error:
        answer = None, f"{type(error).__name__} on {piece}: {_first_line(error)}"
    return taken(piece, answer, failed)


def _is_done(ray: Any, reference: Any) -> bool:
    done, _ = ray.wait([reference], timeout=0)
    return bool(done)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [""])[0]


# --- Ray itself -----------------------------------------------------------------------------------


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "300")  # a busy machine takes its time
    try:
        import ray
    except ImportError:
        raise SuitwiseError(f"a cluster needs Ray: {extra_of('cluster')}") from None
    return ray


@contextmanager
def _running(ray: Any, workers: int) -> Iterator[None]:
    """Connect to Ray, or start one; disconnect or end it afterwards, unless it was connected before."""
    if ray.is_initialized():
        yield
        return
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    address = os.environ.get("RAY_ADDRESS")
    try:
        if address:
            ray.init(address=address, **quiet)
        else:
            ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise SuitwiseError(f"Ray can't be reached: {_first_line(error)}") from None
    try:
        yield
    finally:
        ray.shutdown()
