"""Results as a Parquet file (extra ``data``): a row a game, its columns typed, for DuckDB and others.

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
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

from suitwise.arena.planned import PLAN, read_config
from suitwise.arena.result import Result
from suitwise.arena.results import RESULTS, read_deals
from suitwise.arena.statistics.samples import mean_of
from suitwise.errors import SuitwiseError, extra_of
from suitwise.foundation.text.writing import replacing

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
