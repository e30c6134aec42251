"""The one thread that writes to a file: what waits together is committed together.

A commit costs the time of the disk whether it holds one step or fifty; so all steps that have come
since the last commit go into the next one, and whoever sent a step is told when it is on the disk.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from suitwise.errors import SuitwiseError

R = TypeVar("R")
Work: TypeAlias = Callable[[sqlite3.Connection], R]

_log = logging.getLogger(__name__)
MOST_AT_ONCE = 500
"""The most steps of one commit: the first of them shall not wait for ever."""


class NotKept(SuitwiseError):
    """A step that the file did not take: the disk is full, say, or another program holds the file.

    Args:
        why: the sentence.
        fault: ``conflict``: the file holds something else than what the step was made from; ``lost``:
            it belongs to another process; ``file``: anything else, which may pass.

    >>> writer = Writer(lambda: sqlite3.connect(":memory:", isolation_level=None))
    >>> type(writer.write(lambda file: file.execute("INSERT INTO nothing VALUES (1)")).exception())
    <class 'suitwise.table.serve.store.writer.NotKept'>
    >>> writer.close()
    """

    def __init__(self, why: str, fault: Literal["conflict", "lost", "file"] = "file") -> None:
        super().__init__(why)
        self.fault = fault


class _Job(NamedTuple):
    work: Work[Any]
    writes: bool
    done: Future[Any]


class Writer:
    """A connection and the thread that alone uses it.

    Args:
        connect: opens the connection, in the thread.
        is_ours: tells in each transaction that writes whether it may.

    >>> writer = Writer(lambda: sqlite3.connect(":memory:", isolation_level=None))
    >>> writer.write(lambda file: file.execute("CREATE TABLE t (x)")).result().rowcount
    -1
    >>> writer.read(lambda file: file.execute("SELECT count(*) FROM t").fetchone()).result()
    (0,)
    >>> writer.close()
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        is_ours: Callable[[sqlite3.Connection], bool] = lambda file: True,
    ) -> None:
        self._is_ours = is_ours
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self.commits = 0
        opened: Future[None] = Future()
        self._thread = Thread(target=self._run, args=(connect, opened), name="store", daemon=True)
        self._thread.start()
        opened.result()

    def write(self, work: Work[R]) -> Future[R]:
        """Do work in the next transaction; the answer comes when that is committed.

        The answer is ``NotKept`` where the file did not take it; nothing of it is kept then.
        """
        return self._put(work, writes=True)

    def read(self, work: Work[R]) -> Future[R]:
        """Do work outside of a transaction, after all that was asked before it.

        The answer is ``NotKept`` where the file can't be read.
        """
        return self._put(work, writes=False)

    def close(self) -> None:
        """End the thread when all that waits is done."""
        self._jobs.put(None)
        self._thread.join()

    def _put(self, work: Work[R], *, writes: bool) -> Future[R]:
        done: Future[R] = Future()
        self._jobs.put(_Job(work, writes, done))
        return done

    # --- In the thread ----------------------------------------------------------------------------

    def _run(self, connect: Callable[[], sqlite3.Connection], opened: Future[None]) -> None:
        try:
            file = connect()
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        try:
            while (waiting := self._waiting()) is not None:
                jobs = [job for job in waiting if job.done.set_running_or_notify_cancel()]
                self._commit(file, [job for job in jobs if job.writes])
                for job in jobs:
                    if not job.writes:
                        _answer(job, file)
        finally:
            file.close()

    def _waiting(self) -> list[_Job] | None:
        """Return all jobs that wait, at least one; None at the end."""
        job = self._jobs.get()
        jobs: list[_Job] = []
        while job is not None:
            jobs.append(job)
            if self._jobs.empty() or len(jobs) == MOST_AT_ONCE:
                return jobs
            job = self._jobs.get()
        self._jobs.put(None)  # the end is found again when these are done
        return jobs or None

    def _commit(self, file: sqlite3.Connection, jobs: list[_Job]) -> None:
        if not jobs:
            return
        try:
            file.execute("BEGIN IMMEDIATE")
            if not self._is_ours(file):
                raise NotKept("another process has taken the file", "lost")
            # One that is alone needs no savepoint: where it fails, all of the transaction does.
            one, *others = jobs
            answers = [_tried(job, file) for job in jobs] if others else [one.work(file)]
            file.execute("COMMIT")
        except Exception as error:
            _roll_back(file)
            answers = [_not_kept(error) for _ in jobs]
        self.commits += 1
        for job, answer in zip(jobs, answers, strict=True):
            if isinstance(answer, BaseException):
                job.done.set_exception(answer)
            else:
                job.done.set_result(answer)


def _tried(job: _Job, file: sqlite3.Connection) -> Any:
    """Return the answer of a job or its error; of a job with an error nothing is left."""
    file.execute("SAVEPOINT step")
    try:
        answer = job.work(file)
    except Exception as error:
        if not file.in_transaction:  # a full disk has rolled back all of it
            raise
        file.execute("ROLLBACK TO step")
        answer = _not_kept(error)
    file.execute("RELEASE step")
    return answer


def _not_kept(error: Exception) -> NotKept:
    """Return what is told of an error, which is logged where it is not the end of all anyway."""
    if isinstance(error, NotKept):
        return error
    _log.error("not kept: %s", error)
    conflicts = isinstance(error, sqlite3.IntegrityError)
    return NotKept(f"the file did not take it: {error}", "conflict" if conflicts else "file")


def _answer(job: _Job, file: sqlite3.Connection) -> None:
    try:
        job.done.set_result(job.work(file))
    except sqlite3.Error as error:
        job.done.set_exception(NotKept(f"the file can't be read: {error}"))
    except Exception as error:
        job.done.set_exception(error)


def _roll_back(file: sqlite3.Connection) -> None:
    if file.in_transaction:
        file.execute("ROLLBACK")
