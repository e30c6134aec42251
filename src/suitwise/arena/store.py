"""The folder of a run: its config in ``plan.json``, and ``results.jsonl`` with one game per line.

The results file only grows, by a complete deal at a time, so the program may be killed at any moment.
The next run cuts off an incomplete deal or line at the end of the file and plays those games again, to
the same bytes. Only the deals in progress are lost, and no game is stored twice.

The file is synced to the disk every few seconds, so a crash of the machine loses no more than that. If
the file system then leaves a torn line or zeros at the end, they are cut off as well. A file that is
damaged before its end is refused, not repaired.

Continuing a run needs the same version of this package, and the same fingerprints of players that are
not part of it (``arena.fingerprints``). Other versions of numpy or numba than those in ``plan.json`` are
allowed: no result is known to depend on them, but nothing guarantees it.

Below are also readers for single games, and the export to Parquet.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

from suitwise import __version__
from suitwise.arena.config import Config, Course
from suitwise.arena.fingerprints import fingerprints, flattened, is_fingerprints
from suitwise.arena.results import RESULTS, Result, deals_of, games_in, read_deals, read_game
from suitwise.arena.seats import Spent
from suitwise.arena.statistics import mean_of
from suitwise.errors import NotationError, SuitwiseError, extra_of
from suitwise.foundation.arrays.rows import machine_line
from suitwise.foundation.text.writing import faults_named, replacing, sync_folder
from suitwise.game import Record, State

# --- The folder of a run --------------------------------------------------------------------------


def refuse_another(
    folder: Path, what: str, there: Mapping[str, object], here: Mapping[str, object]
) -> None:
    """Refuse to continue a folder under other conditions than those it was begun with.

    Args:
        folder: the folder.
        what: a description of its content, for the error.
        there: everything that its content depends on, by name, as stored.
        here: the same as requested now.

    Raises:
        SuitwiseError: they differ; the text names the first difference.

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
    """Return the bytes of a small file; refuse a larger one without reading it.

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
    """Append all bytes to an unbuffered file, whose ``write`` may take fewer at a time."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def lock(file: BinaryIO, folder: Path) -> None:
    """Lock out other runs; the system releases the lock when the program ends in any way."""
    try:
        import fcntl
    except ImportError:
        raise SuitwiseError("the arena keeps its results on POSIX systems only") from None
    try:
        with faults_named(folder):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SuitwiseError(f"another run is at work in {folder}") from None


# --- ``plan.json`` --------------------------------------------------------------------------------

PLAN = "plan.json"
MOST_PLAN = 1 << 26
"""The maximum bytes of a plan."""
_PRINTS = "fingerprints"
_KEYS = {"config", "suitwise", "machine", _PRINTS}


@dataclass(frozen=True, slots=True)
class Plan:
    """The content of ``plan.json``.

    Args:
        config: the config.
        suitwise: the version of this package.
        machine: the machine and the versions with which the run was begun; only for people.
        fingerprints: the fingerprints of players that are not part of this package.

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
    """Read the plan of a folder of results.

    Raises:
        NotationError: the folder has no plan, or an invalid one.
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
        prints = plain.get(_PRINTS, {})  # plans of older versions have none
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
    """Read the config of a folder of results.

    Raises:
        NotationError: the folder has no plan, or an invalid one.
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


# --- Continuing a run -----------------------------------------------------------------------------


def agree(folder: Path, config: Config) -> None:
    """Write the plan of a folder that has none, or check that it fits the config.

    A config that only asks for more deals fits, too; the plan is then extended.

    Raises:
        SuitwiseError: the folder has another config, or one begun with another version or other players.
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
    """Tell whether a config only appends games to those of another.

    That is so after ``Config.extended``. It is also so if a config has one match of two players and asks
    for more deals; with more players, those deals would come between the games of different pairs.
    """
    if any(config == before.extended(match.deals) != before for match in config.matches):
        return True
    (first, *more), there = config.matches, before.matches[0]
    if more or len(first.players) != 2 or first.deals <= there.deals:
        return False
    return replace(config, matches=(replace(first, deals=there.deals),)) == before


def _write_plan(folder: Path, plan: Plan) -> None:
    """Write the plan atomically."""
    plain = {"suitwise": plan.suitwise, "machine": plan.machine, "config": plan.config.as_json()}
    plain |= {_PRINTS: plan.fingerprints} if plan.fingerprints else {}
    with replacing(folder / PLAN) as file:
        file.write((json.dumps(plain, indent=1) + "\n").encode("ascii"))


def _refuse_another(folder: Path, asked: Plan) -> None:
    """Refuse to continue with another config, package or players; extend the plan by more deals."""
    plan = read_plan(folder)
    is_longer = _is_longer(asked.config, plan.config)
    config = asked.config if is_longer else plan.config
    there, here = _told(replace(plan, config=config)), _told(asked)
    refuse_another(folder, "results of another plan", there, here)
    if is_longer:
        _write_plan(folder, replace(plan, config=config))


def _told(plan: Plan) -> dict[str, object]:
    """Return everything that results depend on, by name."""
    return {"suitwise": plan.suitwise, **_leaves(plan.config.as_json())} | flattened(
        plan.fingerprints
    )


def _leaves(plain: object, name: str = "") -> dict[str, object]:
    """Return the scalar values of plain data by their paths.

    >>> _leaves({"match": [{"game": "gin", "deals": 5}]})
    {'match 1, game': 'gin', 'match 1, deals': 5}
    """
    if isinstance(plain, dict):
        parts = [(f"{name}, {key}" if name else key, value) for key, value in plain.items()]
    elif isinstance(plain, list):
        parts = [(f"{name} {number}", value) for number, value in enumerate(plain, 1)]
    else:
        return {name: plain}
    return {path: leaf for start, part in parts for path, leaf in _leaves(part, start).items()}


# --- Reading --------------------------------------------------------------------------------------


def read_results(folder: Path) -> Iterator[Result]:
    """Yield the games of the complete deals of a folder, in order, checked as in ``read_deals``.

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
    """Replay every game of a folder from its record; reading replays only a sample.

    Args:
        folder: the folder of results.
        progress: called with the numbers of replayed games and of all games, after every deal.

    Returns:
        The number of games in complete deals.

    Raises:
        NotationError: the folder has no plan, a line is not the plan's next game, or a replay does not
            confirm it.
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

SYNC_S = 5.0
"""The seconds between syncs of the results to the disk."""


class Store:
    """The folder of a run, locked for it; a context manager.

    Args:
        folder: the folder of the results; it need not exist.
        config: the config.

    Raises:
        SuitwiseError: the folder holds results of another config or version, or a line that is not in
            the plan, or another run is at work in it.
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
        """The progress of the run."""
        self._forced = time.monotonic()
        folder.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = open(self._path, "a+b", buffering=0)  # noqa: SIM115 (see __exit__)
        try:
            lock(self._file, folder)
            self._agree(folder, config)
            with faults_named(folder):
                sync_folder(folder)
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
        """Append the next deal.

        Args:
            lines: the lines of its games.
            margin: its margin, if there is a stop.
        """
        with faults_named(self._path):
            append(self._file, lines)
            if time.monotonic() - self._forced >= SYNC_S:
                os.fsync(self._file.fileno())
                self._forced = time.monotonic()
        self.course.advance(margin)

    # --- Results of earlier runs ------------------------------------------------------------------

    def _agree(self, folder: Path, config: Config) -> None:
        """Write the plan, or check that it fits the config."""
        if os.fstat(self._file.fileno()).st_size and not (folder / PLAN).exists():
            raise SuitwiseError(f"{self._path} holds results, but there is no {PLAN} beside it")
        agree(folder, config)

    def _kept(self, config: Config) -> int:
        """Advance past the complete deals in the file; return the offset of their end."""
        kept = 0
        for _, end in deals_of(self._path, config, self.course):
            kept = end
        return kept


# --- Games by their numbers -----------------------------------------------------------------------
#
# Game number n is in line n + 1 of the results. It is compared with the plan; the games before it are
# only counted.


@dataclass(frozen=True, slots=True)
class Seated:
    """A game of a run and its players by seat.

    Args:
        number: the number of the game, from 0.
        result: the game.
        players: the text of each seat's player.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     seated = read_seated(Path(name), 0)
    >>> seated.players, seated.result.deal, str(seated).splitlines()[0]
    (('random',), 0, '# game 0: match 0, deal 0, seating 0')
    """

    number: int
    result: Result
    players: tuple[str, ...]

    def __str__(self) -> str:
        """The record as text, after comments with the players; ``Record.parse`` reads it."""
        one = self.result
        place = f"# game {self.number}: match {one.match}, deal {one.deal}, seating {one.seating}"
        seats = [f"# seat {seat}: {player}" for seat, player in enumerate(self.players)]
        seats += (
            [] if one.forfeited is None else [f"# seat {one.forfeited} forfeited the game here"]
        )
        return "\n".join([place, *seats, str(one.record)])


def read_seated(folder: Path, number: int) -> Seated:
    """Return a game of a run and its players by seat.

    Args:
        folder: the folder of results.
        number: the number of the game, from 0.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: the folder holds no results, or the game's line is no game of the plan.
        OSError: the results can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     seated = read_seated(Path(name), 3)
    >>> seated.number, seated.players
    (3, ('solver',))
    """
    config = read_config(folder)
    result = read_game(folder, config, number)
    players = config.matches[result.match].players
    return Seated(number, result, tuple(players[one] for one in result.seats))


def read_result(folder: Path, number: int) -> Result:
    """Return a game of a run.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: the folder holds no results, or the game's line is no game of the plan.
        OSError: the results can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     result = read_result(Path(name), 0)
    >>> result.returns == result.record.returns
    True
    """
    return read_seated(folder, number).result


def replay(folder: Path, number: int) -> Iterator[State[Any]]:
    """Yield the states of a game of a run, from the first to the last.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: it can't be read.
        IllegalMove: a move is not legal, or the returns are not those of the last state.
        OSError: the results can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks(stacks=2,height=2)", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name))
    ...     for state in replay(Path(name), 3):
    ...         print(state)
    dealing - | -
    dealing 1c | -
    dealing 1d 1c | -
    dealing 1d 1c | 1a
    1d 1c | 1b 1a
    """
    return read_result(folder, number).record.states()


def record_text(folder: Path, number: int) -> str:
    """Return the record of a game of a run as text, after comments with the players.

    ``Record.parse`` reads it.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: the folder holds no results, or the game's line is no game of the plan.
        OSError: the results can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     print(*record_text(Path(name), 0).splitlines()[:3], sep="\\n")
    # game 0: match 0, deal 0, seating 0
    # seat 0: random
    game  stacks(stacks=4,height=4,suits=4,singles=1)
    """
    return str(read_seated(folder, number))


def decisions(record: Record) -> Iterator[tuple[State[Any], Any]]:
    """Yield the decisions of a record: every state in which a seat was on turn, and its move.

    ``state.observe(state.turn)`` is the seat's observation; ``state.view(state.turn)`` is its view as
    text.

    Raises:
        NotationError: the record can't be read.
        IllegalMove: a move is not legal, or the returns are not those of the last state.

    >>> record = Record("kuhn", "-", ("K", "Q", "p", "b", "b"), (2.0, -2.0))
    >>> import suitwise.testing
    >>> [(state.view(state.turn), move) for state, move in decisions(record)]
    [('K/2:', 'p'), ('Q/2:p', 'b'), ('K/2:pb', 'b')]
    """
    moves = iter(record.moves)
    for state in record.states():
        for text in islice(moves, 1):
            if state.turn >= 0:
                yield state, state.parse_move(text)


# --- Parquet --------------------------------------------------------------------------------------
#
# The columns, in order:
#
# * ``number``: the number of the game, from 0.
# * ``match``, ``game``: the index of the match, and the variant.
# * ``first``, ``second``: the two players who meet.
# * ``deal``, ``seating``: the numbers of the deal and of the seating, from 0. Games of the same match
#   and deal have the same cards for all players; in a match of several hands, only in the first hand.
# * ``players``: the player of each seat.
# * ``returns``: the return of each seat.
# * ``first_return``, ``second_return``: the mean return of each player's seats; null if it had none, as
#   at a game for one seat.
# * ``start``, ``moves``: the record of the game, with the moves of chance.
# * ``faults``: for each seat the number of its moves at which it failed.
# * ``forfeited``: the seat that forfeited the game; null if it was played out.
# * ``retried``: for each seat the number of its moves that it made only when asked again.
# * ``kinds``: the kind of each fault (``seats.KINDS``), those of seat 0 first.
# * ``calls``, ``refused``, ``seconds``: what each seat's player has spent (``seats.Spent``); 0 if it
#   does not say.

BATCH = 4096
"""The number of games in memory at once, which make a row group of the file."""


def require_pyarrow() -> Any:
    """Return pyarrow.

    Raises:
        SuitwiseError: it is not installed.
    """
    try:
        pyarrow = import_module("pyarrow")
        import_module("pyarrow.parquet")
    except ImportError:
        raise SuitwiseError(f"Parquet needs pyarrow: {extra_of('data')}") from None
    return pyarrow


def columns_of(text: str) -> dict[str, str]:
    """Return the type of each column.

    Args:
        text: names and types, as "name type, name type, …".

    >>> columns_of("deal int, moves list of str")
    {'deal': 'int', 'moves': 'list of str'}
    """
    words = (column.partition(" ") for column in text.split(", "))
    return {name: kind for name, _, kind in words}


_COLUMNS = columns_of(
    "number int, match int32, game str, first str, second str, deal int, seating int32, "
    "players list of str, returns list of float, first_return float, second_return float, "
    "start str, moves list of str, faults list of int32, forfeited int32, "
    "retried list of int32, kinds list of str, calls list of int, refused list of int, "
    "seconds list of float"
)


def arrow_schema(columns: Mapping[str, str]) -> Any:
    """Return the schema of columns for pyarrow.

    Args:
        columns: the type of each: ``int``, ``int32``, ``float``, ``str``, or a list of one.

    >>> arrow_schema({"moves": "list of str"}).field("moves").type
    ListType(list<item: string>)
    """
    arrow = require_pyarrow()
    types = {"int": arrow.int64(), "int32": arrow.int32()}
    types |= {"float": arrow.float64(), "str": arrow.string()}
    types |= {f"list of {name}": arrow.list_(kind) for name, kind in types.items()}
    return arrow.schema([(name, types[kind]) for name, kind in columns.items()])


def result_schema() -> Any:
    """Return the schema of exported results.

    >>> result_schema().field("moves").type
    ListType(list<item: string>)
    """
    return arrow_schema(_COLUMNS)


def export(folder: Path, out: Path) -> int:
    """Write the complete deals of a folder into a Parquet file, a few thousand games at a time.

    The file is replaced atomically (``foundation.text.writing``).

    Returns:
        The number of games.

    Raises:
        SuitwiseError: pyarrow is not installed, or the file is one of the run itself.
        NotationError: the folder holds no results, or an invalid line.
        OSError: the results can't be read, or the file can't be written.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 5}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name))
    ...     export(Path(name), Path(name) / "games.parquet")
    10
    """
    arrow = require_pyarrow()
    if any(os.path.realpath(out) == os.path.realpath(folder / own) for own in (PLAN, RESULTS)):
        raise SuitwiseError(f"{out} is a file of the run itself")
    schema, rows = result_schema(), _rows(folder)
    count = 0
    with (
        replacing(out) as file,
        arrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer,
    ):
        while batch := list(islice(rows, BATCH)):
            writer.write_batch(arrow.RecordBatch.from_pylist(batch, schema=schema))
            count += len(batch)
    return count


def _rows(folder: Path) -> Iterator[dict[str, object]]:
    config = read_config(folder)
    results = chain.from_iterable(read_deals(folder, config))
    for number, result in enumerate(results):
        cells = number, *_cells(result, config.matches[result.match].players)
        yield dict(zip(_COLUMNS, cells, strict=True))


def spent_cells(spent: Sequence[Spent | None]) -> dict[str, list[Any]]:
    """Return what players have spent as columns with a number for each seat, 0 where one does not say.

    >>> spent_cells([Spent(calls=3, refused=1), None])
    {'calls': [3, 0], 'refused': [1, 0], 'seconds': [0.0, 0.0]}
    """
    told = [one or Spent() for one in spent]
    return {
        "calls": [one.calls for one in told],
        "refused": [one.refused for one in told],
        "seconds": [one.seconds or 0.0 for one in told],
    }


def _cells(result: Result, players: tuple[str, ...]) -> Iterator[object]:
    """Yield the value of each column but the first."""
    record, seated = result.record, [(result.seats, result.returns)]
    yield from (result.match, record.game, *(players[one] for one in result.pairing))
    yield from (result.deal, result.seating, [players[one] for one in result.seats])
    yield list(result.returns)
    yield from (mean_of(player, seated) for player in result.pairing)
    yield from (record.start, list(record.moves))
    yield [len(numbers) for numbers in result.faults] or [0 for _ in result.seats]
    yield result.forfeited
    yield [len(numbers) for numbers in result.retried] or [0 for _ in result.seats]
    yield list(chain.from_iterable(result.kinds))
    yield from spent_cells(result.spent or [None for _ in result.seats]).values()
