"""Pieces of work on Ray (extra ``cluster``): many machines, or the processes of this one.

The results are those of ``pool``, in the same order. Ray itself replaces a process or a machine that
dies and has the piece done again.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from suitwise import __version__
from suitwise.arena.pool import AHEAD, MOST_DEATHS, answer_to, taken
from suitwise.errors import SuitwiseError

T = TypeVar("T")
R = TypeVar("R")


def in_order(task: Callable[[T], R], pieces: Iterable[T], workers: int) -> Iterator[R]:
    """Yield ``task(piece)`` for every piece, in order; Ray's processes work ahead, a little.

    Where Ray runs already, or the variable ``RAY_ADDRESS`` says where, all its processors take part,
    and it is left running; else it is started on this machine and ended with the work.

    Args:
        task: a function that pickle can send; every machine needs this version of the package.
        pieces: the pieces, which pickle can send.
        workers: with how many processes Ray is started where it does not run.

    Raises:
        SuitwiseError: Ray is not installed or not to be reached, the task failed, a machine has another
            version of the package, or processes died again and again on a piece.
    """
    ray = _ray()
    with _running(ray, workers):
        remote = ray.remote(max_retries=MOST_DEATHS - 1)(_answer)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[tuple[T, Any]] = deque()
        for piece in pieces:
            waiting.append((piece, remote.remote(task, piece, __version__)))
            while waiting and (len(waiting) >= most or _is_done(ray, waiting[0][1])):
                yield _result(ray, *waiting.popleft())
        while waiting:
            yield _result(ray, *waiting.popleft())


def _answer(task: Callable[[T], R], piece: T, version: str) -> tuple[R | None, str | None]:
    """Answer a piece, in a process of Ray's."""
    if version != __version__:
        return None, f"a machine of the cluster has suitwise {__version__}, not {version}"
    return answer_to(task, piece)


def _result(ray: Any, piece: T, reference: Any) -> Any:
    try:
        answer, fault = ray.get(reference)
    except ray.exceptions.RayError as error:
        raise SuitwiseError(f"{type(error).__name__} on {piece}: {_first_line(error)}") from None
    return taken(answer, fault)


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
        raise SuitwiseError("a cluster needs Ray: install suitwise[cluster]") from None
    return ray


@contextmanager
def _running(ray: Any, workers: int) -> Iterator[None]:
    """Have Ray run meanwhile; leave it as it was."""
    if ray.is_initialized():
        yield
        return
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        try:
            ray.init(address="auto", **quiet)
        except ConnectionError:
            if "RAY_ADDRESS" in os.environ:
                raise
            ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise SuitwiseError(f"Ray can't be reached: {_first_line(error)}") from None
    try:
        yield
    finally:
        ray.shutdown()
