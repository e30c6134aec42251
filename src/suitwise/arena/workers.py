"""Pieces of work on many processes, of one machine or a cluster, their results in order.

Each process works at one piece at a time. One that dies, by a crash in compiled code or because the
system took its memory, is replaced, and its piece is done again; a piece on which several die is at
fault itself and ends the work. A process ends with the program that started it, however that ends.
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
"""The pieces begun for each process before the first of them must be done."""
MOST_DEATHS = 3
"""A piece is not tried again after this many processes died on it."""
MOST_WORKERS = 1024
"""More processes than this are asked for by mistake."""


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

    A fault comes in its place, too, after the results before it. With one worker nothing runs beside
    the caller. A piece is asked for only when there is a process for it, after all results before it
    that are there have been taken; so a generator of pieces may depend on results. Each process imports
    the main module again, so a script that starts the work does so under ``if __name__ == "__main__"``.

    Args:
        task: a function that pickle can send.
        pieces: the pieces, which pickle can send; their text is for refusals.
        workers: how many processes, 1 to 1,024.
        failed: makes a result of a piece that has none and the reason, in the program that starts the
            work: where a piece may prove not to be needed, its fault does not matter. Without it the
            reason is raised.

    Raises:
        SuitwiseError: the task failed, with whatever error, or processes died again and again on a
            piece; or there are too many workers.

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
"""The result of a task, or the reason why there is none."""


# --- In the program that starts the work ----------------------------------------------------------


@dataclass(slots=True)
class _Job(Generic[T, R]):
    """A piece that has been handed out, and its answer when that is there."""

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
        """Hand out a job; that nobody is there to take it shows when the answer is waited for."""
        self.job = job
        try:
            sent = pickle.dumps((self._task, job.piece))
        except Exception as error:
            raise SuitwiseError(f"{job.piece} can't be sent to a process: {error}") from None
        with suppress(BrokenPipeError, ConnectionResetError):
            self.pipe.send_bytes(sent)

    def dismiss(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


class _Crew(Generic[T, R]):
    """The processes, as many as there is work for."""

    def __init__(self, task: Callable[[T], R], size: int) -> None:
        self._task, self._size = task, size
        self._workers: list[_Worker[T, R]] = []
        self._jobs: deque[_Job[T, R]] = deque()

    def dismiss(self) -> None:
        for worker in self._workers:
            worker.dismiss()

    def done(self, pieces: Iterator[T]) -> Iterator[_Job[T, R]]:
        """Yield the jobs that have an answer, in the order of the pieces."""
        while True:
            while self._jobs and self._jobs[0].answer is not None:
                yield self._jobs.popleft()
            if self._hand_out(pieces):
                # Many processes take long to start: those that stand may have answered meanwhile.
                self._listen(timeout=0)
            elif self._jobs:
                self._listen(timeout=None)
            else:
                return

    def _hand_out(self, pieces: Iterator[T]) -> bool:
        """Hand out one more piece; tell whether there was one and somebody to take it."""
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
        """Return a process that waits for work, and let go those that died meanwhile."""
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
            job.answer = pickle.loads(worker.pipe.recv_bytes())
        except (EOFError, OSError):
            self._replace(worker, job)
        else:
            worker.job = None

    def _replace(self, worker: _Worker[T, R], job: _Job[T, R]) -> None:
        """Let another process take the piece of one that died."""
        self._let_go(worker)
        job.deaths += 1
        if job.deaths < MOST_DEATHS:
            self._engage().give(job)
        else:
            code = worker.process.exitcode
            fault = f"{MOST_DEATHS} processes died, the last with exit code {code}, on {job.piece}"
            job.answer = None, fault


def taken(piece: T, answer: Answer[R], failed: Callable[[T, str], R] | None) -> R:
    """Return what came of a piece, as ``in_order`` yields it.

    Args:
        piece: the piece.
        answer: its answer.
        failed: makes a result of one without.

    Raises:
        SuitwiseError: the piece has no result, and nothing makes one of it.
    """
    result, reason = answer
    if reason is None:
        return cast(R, result)
    if failed is None:
        raise SuitwiseError(reason)
    return failed(piece, reason)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let a process started meanwhile never hear of Ctrl-C, and this one only afterwards.

    Ctrl-C at a terminal goes to all processes; this program decides what follows. The tracker
    of resources that multiprocessing starts first would let the signal through.
    """
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- In a process ---------------------------------------------------------------------------------


def _work(pipe: Connection) -> None:
    """Answer pieces until the program that sends them has gone."""
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
    """Return what a task gives, or what went wrong in one line.

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
    """End at once when the program that started this process has ended, even if it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


# --- Workers on Ray -------------------------------------------------------------------------------
#
# The results are those of ``pool``, in the same order. Ray itself replaces a process or a machine that
# dies and has the piece done again.
#
# Only a Ray that is asked for is joined: another program's would end under the work when that program
# does.


def in_order_on_cluster(
    task: Callable[[T], R],
    pieces: Iterable[T],
    workers: int,
    failed: Callable[[T, str], R] | None = None,
) -> Generator[R, None, None]:
    """Yield ``task(piece)`` for every piece, in order; Ray's processes work ahead, a little.

    Where this program has called ``ray.init``, or the variable ``RAY_ADDRESS`` says where Ray runs
    (``auto`` for one on this machine), all its processors take part, and it is left running. Else one of
    our own is started on this machine and ended with the work, whatever other programs have started.

    Args:
        task: a function that pickle can send; every machine needs this version of the package.
        pieces: the pieces, which pickle can send.
        workers: with how many processes Ray is started if it is, 1 to 1,024.
        failed: makes a result of a piece that has none and the reason; without it the reason is raised.

    Raises:
        SuitwiseError: Ray is not installed or not to be reached, the task failed, a machine has another
            version of the package, or processes died again and again on a piece; or there are too many
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
    """Answer a piece, in a process of Ray's."""
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
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anyone
    try:
        import ray
    except ImportError:
        raise SuitwiseError(f"a cluster needs Ray: {extra_of('cluster')}") from None
    return ray


@contextmanager
def _running(ray: Any, workers: int) -> Iterator[None]:
    """Have Ray run meanwhile; leave it as it was."""
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
