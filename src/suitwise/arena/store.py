"""A folder of results: ``plan.json``, what is played, and ``results.jsonl``, a line a game, in order.

The results file only grows, a whole deal at a time, so that it can be cut short by anything at any
moment: what is torn at its end is cut off when one goes on, and played again to the same bytes. Nothing
is lost but the deals that were being played, and no game stands in it twice.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import BinaryIO, TypeAlias

from suitwise import __version__
from suitwise.arena.config import Config
from suitwise.arena.plan import Course
from suitwise.arena.playing import Result
from suitwise.arena.statistics import sample_of
from suitwise.benchmarks import machine_line
from suitwise.errors import NotationError, SuitwiseError

PLAN = "plan.json"
RESULTS = "results.jsonl"
_SHOWN = 60


# --- Reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """What stands in ``plan.json``.

    Args:
        config: what is played.
        suitwise: the version of the package that plays it.
        machine: the machine and the versions with which it was begun, for people.
    """

    config: Config
    suitwise: str
    machine: str


def read_plan(folder: Path) -> Plan:
    """Return the plan of a folder of results.

    Raises:
        NotationError: the folder has no plan, or what stands there is none.
        OSError: it can't be read.
    """
    path = folder / PLAN
    try:
        plain = json.loads(path.read_bytes())
        if not (isinstance(plain, dict) and set(plain) == {one.name for one in fields(Plan)}):
            raise ValueError
    except FileNotFoundError:
        raise NotationError(f"{folder} holds no results: there is no {PLAN} in it") from None
    except (ValueError, RecursionError):
        raise NotationError(f"{path}: this is no plan as the arena writes it") from None
    try:
        config = Config.from_json(plain["config"])
    except NotationError as error:
        raise NotationError(f"{path}: {error.reason}") from None
    return Plan(config, str(plain["suitwise"]), str(plain["machine"]))


def read_config(folder: Path) -> Config:
    """Return what is played in a folder.

    Raises:
        NotationError: the folder has no plan, or what stands there is none.
        OSError: it can't be read.
    """
    return read_plan(folder).config


def read_results(folder: Path) -> Iterator[Result]:
    """Yield the results of a folder, in order; a last line that is torn is left out.

    Raises:
        NotationError: a line is no result; with its number.
        OSError: the file can't be read.
    """
    with open(folder / RESULTS, "rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                yield _result_of(line, number)


def _result_of(line: bytes, number: int) -> Result:
    try:
        return Result.from_json(json.loads(line))
    except NotationError as error:
        raise NotationError(error.reason, line=number) from None
    except (ValueError, RecursionError):
        raise NotationError(f"{ascii(line[:_SHOWN])[2:-1]} is no result", line=number) from None


# --- Writing --------------------------------------------------------------------------------------


class Store:
    """The folder of a run, alone with it; to be used in a ``with`` statement.

    Args:
        folder: where the results are kept; it need not exist.
        config: what is played.

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
        folder.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = open(self._path, "a+b", buffering=0)  # noqa: SIM115 (see __exit__)
        try:
            lock(self._file, folder)
            self._agree(folder, config)
            kept = self._kept(config)
            if kept < os.fstat(self._file.fileno()).st_size:
                self._file.truncate(kept)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        with self._file, _named_faults(self._path):
            os.fsync(self._file.fileno())

    def add(self, lines: bytes, margin: float | None) -> None:
        """Keep the next deal.

        Args:
            lines: its games' lines.
            margin: its margin, where there is a stop.
        """
        left = memoryview(lines)
        with _named_faults(self._path):
            while left:
                left = left[self._file.write(left) :]
        self.course.advance(margin)

    # --- What is there already --------------------------------------------------------------------

    def _agree(self, folder: Path, config: Config) -> None:
        """Write the plan, or refuse another one."""
        if (folder / PLAN).exists():
            _refuse_another(folder, config)
        elif os.fstat(self._file.fileno()).st_size:
            raise SuitwiseError(f"{self._path} holds results, but there is no {PLAN} beside it")
        else:
            _write_plan(folder, config)

    def _kept(self, config: Config) -> int:
        """Go past the deals that are kept; return where the last of them ends in the file."""
        kept = end = 0
        deal: list[Result] = []
        with open(self._path, "rb") as file, _named_lines(self._path):
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                end += len(line)
                deal.append(_result_of(line, number))
                if self._ends_deal(deal, config, number):
                    kept, deal = end, []
        return kept

    def _ends_deal(self, deal: list[Result], config: Config, number: int) -> bool:
        """Go past a deal if its last game is there; refuse a game that is not the next of the plan."""
        pairing, found = self.course.pairing, deal[-1]
        if pairing is None:
            raise NotationError("there are more games than are planned", line=number)
        place = pairing.match, pairing.players, self.course.deal, len(deal) - 1
        wanted = *place, pairing.seatings[len(deal) - 1], config.matches[pairing.match].game
        if wanted != (*_place(found), found.seats, found.record.game):
            raise NotationError(
                f"this is not the game planned here, {_told(place)}, but {_told(_place(found))} "
                f"at {found.record.game}",
                line=number,
            )
        if len(deal) < len(pairing.seatings):
            return False
        self.course.advance(sample_of(deal).margin if pairing.stop else None)
        return True


_Place: TypeAlias = tuple[int, tuple[int, int], int, int]


def _place(result: Result) -> _Place:
    return result.match, result.pairing, result.deal, result.seating


def _told(place: _Place) -> str:
    match, (first, second), deal, seating = place
    return f"match {match}, players {first} and {second}, deal {deal}, seating {seating}"


@contextmanager
def _named_lines(path: Path) -> Iterator[None]:
    """Let a fault in a line name the file."""
    try:
        yield
    except NotationError as error:
        raise NotationError(f"{path}:{error.line}: {error.reason}") from None


@contextmanager
def _named_faults(path: Path) -> Iterator[None]:
    """Let every fault of the system name the file: that of a full disk names none."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def lock(file: BinaryIO, folder: Path) -> None:
    """Keep others from writing; the system takes the lock back when the program ends, somehow."""
    try:
        import fcntl
    except ImportError:
        raise SuitwiseError("the arena keeps its results on POSIX systems only") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SuitwiseError(f"another run is at work in {folder}") from None


def _write_plan(folder: Path, config: Config) -> None:
    """Write the plan at once: whatever happens, there is a whole one or none."""
    plan = Plan(config, __version__, machine_line())
    plain = {"suitwise": plan.suitwise, "machine": plan.machine, "config": config.as_json()}
    part = folder / f"{PLAN}.part"
    with open(part, "w", encoding="ascii", newline="\n") as file:
        file.write(json.dumps(plain, indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, folder / PLAN)


def _refuse_another(folder: Path, config: Config) -> None:
    """Refuse to go on with results that would not be those of this config and this package."""
    plan = read_plan(folder)
    here = {"suitwise": __version__, **_leaves(config.as_json())}
    there = {"suitwise": plan.suitwise, **_leaves(plan.config.as_json())}
    for name in dict.fromkeys((*there, *here)):
        old, new = there.get(name, "missing"), here.get(name, "missing")
        if old != new:
            raise SuitwiseError(
                f"{folder} holds results of another plan: {name} is {old} there and {new} here; "
                "go on with the same, or write to another folder"
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
