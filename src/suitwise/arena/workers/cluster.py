"""Pieces of work on Ray (extra ``cluster``): many machines, or the processes of this one.

The results are those of ``pool``, in the same order. Ray itself replaces a process or a machine that
dies and has the piece done again.

Only a Ray that is asked for is joined: another program's would end under the work when that program
does.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from suitwise import __version__
from suitwise.arena.workers import pool
from suitwise.errors import SuitwiseError, extra_of

T = TypeVar("T")
R = TypeVar("R")


def in_order(
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
    pool.require_workers(workers)
    ray = _ray()
    with _running(ray, workers):
        remote = ray.remote(max_retries=pool.MOST_DEATHS - 1)(_answer)
        most = pool.AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
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


def _answer(task: Callable[[T], R], piece: T, version: str) -> pool.Answer[R]:
    """Answer a piece, in a process of Ray's."""
    if version != __version__:
        return None, f"a machine of the cluster has suitwise {__version__}, not {version}"
    return pool.answer_to(task, piece)


def _taken(ray: Any, waiting: tuple[T, Any], failed: Callable[[T, str], R] | None) -> R:
    piece, reference = waiting
    try:
        answer: pool.Answer[R] = ray.get(reference)
    except ray.exceptions.RayError as error:
        answer = None, f"{type(error).__name__} on {piece}: {_first_line(error)}"
    return pool.taken(piece, answer, failed)


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
