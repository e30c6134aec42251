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

import errno
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from suitwise import __version__
from suitwise.arena.config import Config, Course
from suitwise.arena.fingerprints import fingerprints, is_fingerprints, told_of
from suitwise.arena.results import RESULTS, Result, deals_of, games_in, read_deals
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.rows import machine_line
from suitwise.foundation.text.writing import faults_named, replacing

# --------------------------------------------------------------------------------------------------
# The folder of a run: one run works in it at a time, its files only grow, its plan stays the same


def refuse_another(
    folder: Path, what: str, there: Mapping[str, object], here: Mapping[str, object]
) -> None:
    """Refuse to continue a folder with another plan than the one it was begun with.

    Args:
        folder: the folder.
        what: what it holds.
        there: all that its content depends on, by name, as the folder has it.
        here: the same as it is asked for.

    Raises:
        SuitwiseError: they differ; the first difference is named.

    >>> refuse_another(Path("deals"), "another data set", {"seed": 1}, {"seed": 2})
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: deals holds another data set: seed is 1 there and 2 here; \
go on with the same, or write to another folder
    """
    for name in dict.fromkeys((*there, *here)):
        old, new = there.get(name, "missing"), here.get(name, "missing")
        if old != new:
            raise SuitwiseError(
                f"{folder} holds {what}: {name} is {old} there and {new} here; "
                "go on with the same, or write to another folder"
            )


def read_whole(path: Path, most: int) -> bytes:
    """Return the bytes of a small file; a larger one is not read.

    Raises:
        NotationError: it has more than ``most`` bytes.
        OSError: it can't be read.
    """
    with open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise NotationError(f"{path}: this has more than {most:,} bytes")
    return data


def append(file: BinaryIO, data: bytes) -> None:
    """Write all bytes at the end of an unbuffered file, which may take fewer at a time."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def force(folder: Path) -> None:
    """Force the list of a folder's files to the disk, where the file system can do that."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(opened)


def lock(file: BinaryIO, folder: Path) -> None:
    """Keep other runs from writing; the system releases the lock when the program ends, however."""
    try:
        import fcntl
    except ImportError:
        raise SuitwiseError("the arena keeps its results on POSIX systems only") from None
    try:
        with faults_named(folder):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SuitwiseError(f"another run is at work in {folder}") from None


# --- ``plan.json``: what a folder of results was begun with, and whether one may go on with it ----

PLAN = "plan.json"
MOST_PLAN = 1 << 26
"""A plan has no more bytes."""
_PRINTS = "fingerprints"
_KEYS = {"config", "suitwise", "machine", _PRINTS}


@dataclass(frozen=True, slots=True)
class Plan:
    """What stands in ``plan.json``.

    Args:
        config: the matches to be played.
        suitwise: the version of the package that plays it.
        machine: the machine and the versions with which it was begun, for people: nothing is held
            against it.
        fingerprints: what tells each player that is not of this package from others of its text.

    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> plan = Plan(Config.from_json({"match": [match]}), suitwise="0.1.0", machine="a laptop")
    >>> plan.config.matches[0].deals
    2
    """

    config: Config
    suitwise: str
    machine: str
    fingerprints: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def read_plan(folder: Path) -> Plan:
    """Return the plan of a folder of results.

    Raises:
        NotationError: the folder has no plan, or its content is no plan.
        OSError: it can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     plan = read_plan(Path(name))
    >>> plan.suitwise == __version__, plan.config.seed
    (True, 0)
    """
    path = folder / PLAN
    try:
        data = read_whole(path, MOST_PLAN)
    except FileNotFoundError:
        raise NotationError(f"{folder} holds no results: there is no {PLAN} in it") from None
    try:
        plain = json.loads(data)
        if not (isinstance(plain, dict) and set(plain) | {_PRINTS} == _KEYS):
            raise ValueError
        prints = plain.get(_PRINTS, {})  # a plan that was begun before there were any has none
        lines = plain["suitwise"], plain["machine"]
        if not all(isinstance(line, str) and line.isprintable() for line in lines):
            raise ValueError
        if not is_fingerprints(prints):
            raise ValueError
    except (ValueError, RecursionError):
        raise NotationError(f"{path}: this is no plan as the arena writes it") from None
    try:
        config = Config.from_json(plain["config"], strangers=True)
    except NotationError as error:
        raise NotationError(f"{path}: {error.reason}") from None
    return Plan(config, plain["suitwise"], plain["machine"], prints)


def read_config(folder: Path) -> Config:
    """Return the config of a folder.

    Raises:
        NotationError: the folder has no plan, or its content is no plan.
        OSError: it can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     config = read_config(Path(name))
    >>> config == Config.from_json({"match": [match]})
    True
    """
    return read_plan(folder).config


# --- Going on -------------------------------------------------------------------------------------


def agree(folder: Path, config: Config) -> None:
    """Write the plan of a folder that has none; refuse to go on with another than it has.

    Raises:
        SuitwiseError: the folder has another, or one begun with another version or other players.
        OSError: it can't be written.
    """
    players = (
        player
        for match in config.matches
        for player in (*match.named, match.stand_in, match.substitute)
    )
    plan = Plan(config, __version__, machine_line(), fingerprints(filter(None, players)))
    if (folder / PLAN).exists():
        _refuse_another(folder, plan)
    else:
        _write_plan(folder, plan)


def _is_longer(config: Config, before: Config) -> bool:
    """Tell whether a config only asks for more deals than before, and its results begin with the same.

    So it is where it was extended, and where the two players of one match are asked for more deals; of
    more players only the last two's results would.
    """
    if any(config == before.extended(match.deals) != before for match in config.matches):
        return True
    (first, *more), there = config.matches, before.matches[0]
    if more or len(first.players) != 2 or first.deals <= there.deals:
        return False
    return replace(config, matches=(replace(first, deals=there.deals),)) == before


def _write_plan(folder: Path, plan: Plan) -> None:
    """Write the plan at once: whatever happens, there is a whole one or none."""
    plain = {"suitwise": plan.suitwise, "machine": plan.machine, "config": plan.config.as_json()}
    plain |= {_PRINTS: plan.fingerprints} if plan.fingerprints else {}
    with replacing(folder / PLAN) as file:
        file.write((json.dumps(plain, indent=1) + "\n").encode("ascii"))


def _refuse_another(folder: Path, asked: Plan) -> None:
    """Refuse to go on with results that would not be those of this config, package and players."""
    plan = read_plan(folder)
    is_longer = _is_longer(asked.config, plan.config)
    config = asked.config if is_longer else plan.config
    there, here = _told(replace(plan, config=config)), _told(asked)
    refuse_another(folder, "results of another plan", there, here)
    if is_longer:
        _write_plan(folder, replace(plan, config=config))


def _told(plan: Plan) -> dict[str, object]:
    """Return all that results depend on, by name."""
    return {"suitwise": plan.suitwise, **_leaves(plan.config.as_json())} | told_of(
        plan.fingerprints
    )


def _leaves(plain: object, name: str = "") -> dict[str, object]:
    """Return the single values of plain data by their places.

    >>> _leaves({"match": [{"game": "gin", "deals": 5}]})
    {'match 1, game': 'gin', 'match 1, deals': 5}
    """
    if isinstance(plain, dict):
        parts = [(f"{name}, {key}" if name else key, value) for key, value in plain.items()]
    elif isinstance(plain, list):
        parts = [(f"{name} {number}", value) for number, value in enumerate(plain, 1)]
    else:
        return {name: plain}
    return {place: leaf for at, part in parts for place, leaf in _leaves(part, at).items()}


# --------------------------------------------------------------------------------------------------
# A folder of results: its config in ``plan.json``, and ``results.jsonl``, a line a game, in order

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
