"""Results as a Parquet file (extra ``data``): a row a game, its columns typed, for DuckDB and others.

The columns, in order:

* ``number``: the number of the game, from 0.
* ``match``, ``game``: the number of the match from 0, and the variant.
* ``first``, ``second``: the two players who meet.
* ``deal``, ``seating``: the numbers of the deal and of the seating, from 0. Games of the same match
  and deal have the same cards, whoever plays them; of a match of several hands that is the first hand.
* ``players``: for each seat who sits there.
* ``returns``: for each seat what it got.
* ``first_return``, ``second_return``: what each of the two got a seat; null where it had none, as at a
  game for one seat.
* ``start``, ``moves``: the record of the game, with chance's moves.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

from suitwise.arena.result import Result
from suitwise.arena.results import RESULTS, read_deals
from suitwise.arena.statistics.samples import mean_of
from suitwise.arena.store import PLAN, read_config
from suitwise.errors import SuitwiseError, extra_of
from suitwise.foundation.text.writing import replacing

BATCH = 4096
"""So many games are in memory at once, and make a row group of the file."""


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


def result_schema() -> Any:
    """Return the names and the types of the columns.

    >>> result_schema().field("moves").type
    ListType(list<item: string>)
    """
    arrow = require_pyarrow()
    text, numbers = arrow.string(), arrow.float64()
    return arrow.schema(
        [
            ("number", arrow.int64()),
            ("match", arrow.int32()),
            ("game", text),
            ("first", text),
            ("second", text),
            ("deal", arrow.int64()),
            ("seating", arrow.int32()),
            ("players", arrow.list_(text)),
            ("returns", arrow.list_(numbers)),
            ("first_return", numbers),
            ("second_return", numbers),
            ("start", text),
            ("moves", arrow.list_(text)),
        ]
    )


def export(folder: Path, out: Path) -> int:
    """Write the whole deals of a folder into a Parquet file, a few thousand games at a time.

    The file appears when it is whole, in the place of one that was there (``foundation.text.writing``).

    Returns:
        How many games there are.

    Raises:
        SuitwiseError: pyarrow is not installed, or the file is one of the run itself.
        NotationError: the folder holds no results, or a line of them is none.
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
        yield {"number": number, **_row(result, config.matches[result.match].players)}


def _row(result: Result, players: tuple[str, ...]) -> dict[str, object]:
    first, second = result.pairing
    seated = [(result.seats, result.returns)]
    return {
        "match": result.match,
        "game": result.record.game,
        "first": players[first],
        "second": players[second],
        "deal": result.deal,
        "seating": result.seating,
        "players": [players[one] for one in result.seats],
        "returns": list(result.returns),
        "first_return": mean_of(first, seated),
        "second_return": mean_of(second, seated),
        "start": result.record.start,
        "moves": list(result.record.moves),
    }
