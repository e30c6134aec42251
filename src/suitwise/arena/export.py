"""The games of a run as text and as a Parquet file (extra ``data``): a row a game, columns typed.

The columns, in order:

* ``number``: the number of the game, from 0.
* ``match``, ``game``: the number of the match from 0, and the variant.
* ``first``, ``second``: the two players who meet.
* ``deal``, ``seating``: the numbers of the deal and of the seating, from 0. Games of the same match
  and deal have the same cards, whoever plays them; of a match of several hands that is the first hand.
* ``players``: the player of each seat.
* ``returns``: for each seat what it got.
* ``first_return``, ``second_return``: what each of the two got a seat; null where it had none, as at a
  game for one seat.
* ``start``, ``moves``: the record of the game, with chance's moves.
* ``faults``: for each seat at how many of its moves it failed.
* ``forfeited``: the seat that forfeited the game so; null where it was played out.
* ``retried``: for each seat how many of its moves it made only when it was asked again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

from suitwise.arena.results import RESULTS, Result, read_deals, read_game
from suitwise.arena.statistics import mean_of
from suitwise.arena.store import PLAN, read_config
from suitwise.errors import SuitwiseError, extra_of
from suitwise.foundation.text.writing import replacing
from suitwise.game import Record, State

# --- The games of a run, found by their numbers: shown as text, and played again move by move -----
#
# Game number n stands in line n + 1 of the results. It is held against the plan, the games before it
# are only counted.


@dataclass(frozen=True, slots=True)
class Seated:
    """A game of a run and its players by seat.

    Args:
        number: the number of the game, from 0.
        result: the game.
        players: for each seat its player's text.

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
        """The record as text below the players by seat; ``Record.parse`` reads it."""
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
    """Return the record of a game of a run as text below its players by seat.

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
    """Yield what a record teaches: every state in which a seat was on turn, and the move it made.

    ``state.observe(state.turn)`` is what the seat saw, as numbers; ``state.view(state.turn)`` as text.

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


# --------------------------------------------------------------------------------------------------
# Results as a Parquet file (extra ``data``): a row a game, its columns typed, for DuckDB and
# others

BATCH = 4096
"""How many games are in memory at once, and make a row group of the file."""


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
    """Return the types of columns by their names.

    Args:
        text: each name and type, with commas between columns.

    >>> columns_of("deal int, moves list of str")
    {'deal': 'int', 'moves': 'list of str'}
    """
    words = (column.partition(" ") for column in text.split(", "))
    return {name: kind for name, _, kind in words}


_COLUMNS = columns_of(
    "number int, match int32, game str, first str, second str, deal int, seating int32, "
    "players list of str, returns list of float, first_return float, second_return float, "
    "start str, moves list of str, faults list of int32, forfeited int32, "
    "retried list of int32"
)


def arrow_schema(columns: Mapping[str, str]) -> Any:
    """Return the names and the types of columns as pyarrow takes them.

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
    """Return the names and the types of the columns.

    >>> result_schema().field("moves").type
    ListType(list<item: string>)
    """
    return arrow_schema(_COLUMNS)


def export(folder: Path, out: Path) -> int:
    """Write the whole deals of a folder into a Parquet file, a few thousand games at a time.

    The file appears when it is whole, in the place of one that was there (``foundation.text.writing``).

    Returns:
        How many games there are.

    Raises:
        SuitwiseError: pyarrow is not installed, or the file is one of the run itself.
        NotationError: the folder holds no results, or a line of them is no result.
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
        told = number, *_cells(result, config.matches[result.match].players)
        yield dict(zip(_COLUMNS, told, strict=True))


def _cells(result: Result, players: tuple[str, ...]) -> Iterator[object]:
    """Yield what stands in each column but the first."""
    record, seated = result.record, [(result.seats, result.returns)]
    yield from (result.match, record.game, *(players[one] for one in result.pairing))
    yield from (result.deal, result.seating, [players[one] for one in result.seats])
    yield list(result.returns)
    yield from (mean_of(player, seated) for player in result.pairing)
    yield from (record.start, list(record.moves))
    yield [len(numbers) for numbers in result.faults] or [0 for _ in result.seats]
    yield result.forfeited
    yield [len(numbers) for numbers in result.retried] or [0 for _ in result.seats]
