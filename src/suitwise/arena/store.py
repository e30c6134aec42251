"""A folder of results: its config in ``plan.json``, and ``results.jsonl``, a line a game, in order.

The results file only grows, a whole deal at a time, so that the program may end at any moment, be it
killed: a torn line at the end of the file is cut off by the next run, and played again to the same
bytes. Nothing is lost but the deals that were being played, and no game stands in it twice.

Every few seconds the file is forced to the disk, so when the machine itself stops, as without power,
that much is lost at most. What a file system may then leave at its end, a torn line or zeros, is cut
off as well; a file that it left spoilt before its end is refused, not mended.

Going on needs the same version of this package, and the same fingerprints of the players that are not of
it (``entrants.fingerprints``). Other versions of numpy or numba than those of
``plan.json`` are let through: no result of ours is known to hang on them, but it is not made sure of.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from suitwise.arena.config import Config
from suitwise.arena.folders import append, force, lock
from suitwise.arena.plan import Course
from suitwise.arena.planned import PLAN, agree, read_config
from suitwise.arena.result import Result
from suitwise.arena.results import RESULTS, deals_of, games_in, read_deals
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.writing import faults_named

SYNC_S = 5.0
"""The results are forced to the disk after this many seconds."""


# --- Reading --------------------------------------------------------------------------------------


def read_results(folder: Path) -> Iterator[Result]:
    """Yield the games of the whole deals of a folder, in order, as ``read_deals`` does.

    Raises:
        NotationError: the folder has no plan, or a line is not the plan's next game.
        OSError: a file can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     results = list(read_results(Path(name)))
    >>> [(one.deal, one.seating) for one in results]
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    for deal in read_deals(folder, read_config(folder)):
        yield from deal


def check(folder: Path, progress: Callable[[int, int], object] = lambda done, total: None) -> int:
    """Play every game of a folder again from its record, as ``replays`` does with a sample.

    Args:
        folder: the folder of results.
        progress: told how many games of how many have been played again, after every deal.

    Returns:
        How many games there are; those of a deal that lacks some don't count.

    Raises:
        NotationError: the folder has no plan, a line is not the plan's next game, or its record does not
            bear it out.
        OSError: a file can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 5}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name))
    ...     check(Path(name))
    10
    """
    config = read_config(folder)
    done, total = 0, games_in(folder / RESULTS)
    for deal in read_deals(folder, config, replayed=True):
        done += len(deal)
        progress(done, total)
    return done


# --- Writing --------------------------------------------------------------------------------------


class Store:
    """The folder of a run, alone with it; to be used in a ``with`` statement.

    Args:
        folder: where the results are kept; it need not exist.
        config: the matches to be played.

    Raises:
        SuitwiseError: the folder holds results of another config or version, a line that is not the
            plan's, or another run is at work in it.
        OSError: it can't be written to.

    >>> from tempfile import TemporaryDirectory
    >>> match = {"game": "gin", "players": ["greedy", "rules"], "deals": 5}
    >>> with TemporaryDirectory() as name:
    ...     with Store(Path(name), Config.from_json({"match": [match]})) as store:
    ...         print(store.course.done, "of", store.course.total)
    0 of 10
    """

    def __init__(self, folder: Path, config: Config) -> None:
        self._path = folder / RESULTS
        self.course = Course(config)
        """How far the run has come."""
        self._forced = time.monotonic()
        folder.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = open(self._path, "a+b", buffering=0)  # noqa: SIM115 (see __exit__)
        try:
            lock(self._file, folder)
            self._agree(folder, config)
            with faults_named(folder):
                force(folder)
            kept = self._kept(config)
            if kept < os.fstat(self._file.fileno()).st_size:
                self._file.truncate(kept)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        with self._file, faults_named(self._path):
            os.fsync(self._file.fileno())

    def add(self, lines: bytes, margin: float | None) -> None:
        """Keep the next deal.

        Args:
            lines: its games' lines.
            margin: its margin, where there is a stop.
        """
        with faults_named(self._path):
            append(self._file, lines)
            if time.monotonic() - self._forced >= SYNC_S:
                os.fsync(self._file.fileno())
                self._forced = time.monotonic()
        self.course.advance(margin)

    # --- What is there already --------------------------------------------------------------------

    def _agree(self, folder: Path, config: Config) -> None:
        """Write the plan, or refuse another one."""
        if os.fstat(self._file.fileno()).st_size and not (folder / PLAN).exists():
            raise SuitwiseError(f"{self._path} holds results, but there is no {PLAN} beside it")
        agree(folder, config)

    def _kept(self, config: Config) -> int:
        """Go past the deals that are kept; return where the last of them ends in the file."""
        kept = 0
        for _, end in deals_of(self._path, config, self.course):
            kept = end
        return kept
