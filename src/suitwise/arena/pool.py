"""Pieces of work on several processes, their results in order, whatever happens to a process.

Each process works at one piece at a time. One that dies, by a crash in compiled code or because the
system took its memory, is replaced, and its piece is done again; a piece on which several die is at
fault itself and ends the work. A process ends with the program that started it, however that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar, cast

from suitwise.errors import SuitwiseError

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 3
"""So many pieces for each process are begun before the first of them must be done."""
MOST_DEATHS = 3
"""A piece on which so many processes died is not tried again."""


def in_order(task: Callable[[T], R], pieces: Iterable[T], workers: int) -> Iterator[R]:
    """Yield ``task(piece)`` for every piece, in order; so many processes work ahead, a little.

    A fault comes in its place, too, after the results before it. With one worker nothing runs beside
    the caller. A piece is asked for only when there is a process for it, after all results before it
    that are there have been taken; so a generator of pieces may depend on results. Each process imports
    the main module again, so a script that starts the work does so under ``if __name__ == "__main__"``.

    Args:
        task: a function that pickle can send.
        pieces: the pieces, which pickle can send; their text is for refusals.
        workers: how many processes.

    Raises:
        SuitwiseError: the task failed, or processes died again and again on a piece.

    >>> list(in_order(abs, [-2, -1, 0], workers=1))
    [2, 1, 0]
    """
    if workers <= 1:
        yield from map(task, pieces)
        return
    crew = _Crew(task, workers)
    try:
        yield from crew.results(iter(pieces))
    finally:
        crew.dismiss()


# --- In the program that starts the work ----------------------------------------------------------


@dataclass(slots=True)
class _Job(Generic[T, R]):
    """A piece that has been handed out, and its answer or its fault when that is there."""

    piece: T
    answer: tuple[R | None, str | None] | None = None
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

    def results(self, pieces: Iterator[T]) -> Iterator[R]:
        while True:
            while self._jobs and (answer := self._jobs[0].answer) is not None:
                self._jobs.popleft()
                yield taken(*answer)
            if self._hand_out(pieces):
                continue
            if not self._jobs:
                return
            self._wait()

    def _hand_out(self, pieces: Iterator[T]) -> bool:
        """Hand out one more piece; tell whether there was one and somebody to take it."""
        if len(self._jobs) >= AHEAD * self._size:
            return False
        idle = next((worker for worker in self._workers if worker.job is None), None)
        if idle is None and len(self._workers) >= self._size:
            return False
        for piece in pieces:
            job: _Job[T, R] = _Job(piece)
            self._jobs.append(job)
            (idle or self._engage()).give(job)
            return True
        return False

    def _engage(self) -> _Worker[T, R]:
        self._workers.append(_Worker(self._task))
        return self._workers[-1]

    def _wait(self) -> None:
        """Wait until a process has an answer, or has died."""
        busy: dict[Any, _Worker[T, R]] = {one.pipe: one for one in self._workers if one.job}
        for pipe in wait(list(busy)):
            self._listen(busy[pipe])

    def _listen(self, worker: _Worker[T, R]) -> None:
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
        worker.dismiss()
        self._workers.remove(worker)
        job.deaths += 1
        if job.deaths < MOST_DEATHS:
            self._engage().give(job)
        else:
            code = worker.process.exitcode
            fault = f"{MOST_DEATHS} processes died, the last with exit code {code}, on {job.piece}"
            job.answer = None, fault


def taken(answer: R | None, fault: str | None) -> R:
    """Return an answer.

    Raises:
        SuitwiseError: there is a fault in its place.
    """
    if fault is not None:
        raise SuitwiseError(fault)
    return cast(R, answer)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let a process started meanwhile never hear of Ctrl-C, and this one only afterwards.

    Ctrl-C at a terminal goes to all processes; what is to be done about it is decided here. The tracker
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


def answer_to(task: Callable[[T], R], piece: T) -> tuple[R | None, str | None]:
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
