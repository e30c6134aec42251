"""Processes that work for the server, so that no table waits for what takes its time."""

from __future__ import annotations

import logging
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar

from suitwise.arena.entrants.imported import import_players
from suitwise.errors import NotationError
from suitwise.players.ahead import end_with_parent

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
