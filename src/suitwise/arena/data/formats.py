"""The formats of data sets: the names of a shard's files, and how its rows are written and read.

* ``jsonl``: a line of JSON per row.
* ``parquet``: a folder of Parquet files, which is one table to pandas, pyarrow and DuckDB.
* ``hf``: Parquet in the folders that ``datasets.load_dataset`` looks into, under a card that says so.
* ``npz``: NumPy arrays, one per column.

Decisions of games as arrays (``selfplay``) are a second file of a shard: Parquet in an ``hf`` folder,
else ``.npz``. Programs that read a folder of Parquet files as one table skip names that begin with
``_``, so there everything else is named so.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias, get_args

from suitwise.arena.seats import reason_of
from suitwise.arena.store import BATCH, arrow_schema, require_pyarrow
from suitwise.errors import NotationError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np

Row: TypeAlias = dict[str, Any]
Form: TypeAlias = Literal["jsonl", "parquet", "hf", "npz"]
FORMS: tuple[Form, ...] = get_args(Form)
ON_PYARROW: tuple[Form, ...] = ("parquet", "hf")
"""The formats that pyarrow writes."""

# --- Names ----------------------------------------------------------------------------------------

ROWS, DECISIONS = "data", "decisions"
"""The folders of an ``hf`` data set."""


def shard_name(form: Form, shard: int, shards: int) -> str:
    """Return the name of the file of a shard's rows in the folder of the data set.

    Args:
        form: the format.
        shard: the number of the shard.
        shards: the number of all shards.

    >>> shard_name("parquet", 3, 10)
    'shard-00003.parquet'
    >>> shard_name("hf", 3, 10)
    'data/train-00003-of-00010.parquet'
    """
    if form == "hf":
        return f"{ROWS}/train-{shard:05}-of-{shards:05}.parquet"
    return f"shard-{shard:05}.{form}"


def arrays_name(shard: str) -> str:
    """Return the name of the file of a shard's decisions.

    Args:
        shard: the name of the file of its rows.

    >>> for shard in ("shard-00000.jsonl", "shard-00000.parquet", "shard-00000.npz"):
    ...     arrays_name(shard)
    'shard-00000.npz'
    '_shard-00000.npz'
    '_shard-00000.npz'
    >>> arrays_name("data/train-00000-of-00010.parquet")
    'decisions/train-00000-of-00010.parquet'
    """
    folder, _, name = shard.rpartition("/")
    if folder:
        return f"{DECISIONS}/{name}"
    stem, _, form = shard.rpartition(".")
    return f"{stem}.npz" if form == "jsonl" else f"_{stem}.npz"


def card_name(form: Form) -> str:
    """Return the name of the card of a data set.

    >>> [card_name(form) for form in FORMS]
    ['README.md', '_README.md', 'README.md', 'README.md']
    """
    return "_README.md" if form == "parquet" else "README.md"


# --- Rows -----------------------------------------------------------------------------------------


def write_rows(file: BinaryIO, form: Form, columns: Mapping[str, str], rows: Iterable[Row]) -> None:
    """Write the rows of a shard.

    Of JSON lines one row is in memory at a time, of Parquet a row group of ``store.BATCH``, of ``.npz``
    the whole shard.

    Args:
        file: the file.
        form: the format.
        columns: the type of each column, as in ``store.columns_of``.
        rows: the rows, with these columns in this order.
    """
    _WRITERS[form](file, columns, rows)


def read_rows(file: BinaryIO, form: Form, path: Path) -> Iterator[Row]:
    """Yield the rows of a shard.

    Args:
        file: the file.
        form: the format.
        path: the path of the file, for error messages.

    Raises:
        NotationError: the file is not of this format.
        SuitwiseError: pyarrow is needed and not installed.
    """
    return _READERS[form](file, path)


def _write_lines(file: BinaryIO, columns: Mapping[str, str], rows: Iterable[Row]) -> None:
    for row in rows:
        file.write(json.dumps(row, separators=(",", ":")).encode("ascii") + b"\n")


def _lines(file: BinaryIO, path: Path) -> Iterator[Row]:
    for number, line in enumerate(file, 1):
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError("a row is an object")
        except (ValueError, RecursionError):
            raise NotationError(f"{path}:{number}: this is no row of a data set") from None
        yield row


# --- Parquet --------------------------------------------------------------------------------------


def _write_parquet(file: BinaryIO, columns: Mapping[str, str], rows: Iterable[Row]) -> None:
    arrow, schema, left = require_pyarrow(), arrow_schema(columns), iter(rows)
    with arrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while batch := list(islice(left, BATCH)):
            writer.write_batch(arrow.RecordBatch.from_pylist(batch, schema=schema))


def _row_groups(file: BinaryIO, path: Path) -> Iterator[Row]:
    arrow = require_pyarrow()
    try:
        for batch in arrow.parquet.ParquetFile(file).iter_batches():
            yield from batch.to_pylist()
    except arrow.ArrowException as error:
        raise NotationError(f"{path}: this is no Parquet file: {reason_of(error)}") from None


def write_array_groups(file: BinaryIO, groups: Iterable[Mapping[str, NDArray[Any]]]) -> None:
    """Write arrays into a Parquet file, a row group for each group of arrays.

    A row of an array of two dimensions is a list of fixed size, so it comes back as an array. Each group
    has the same names and types, and in each array as many rows; there is at least one group.
    """
    arrow, left = require_pyarrow(), iter(groups)
    first = _batch(arrow, next(left))
    with arrow.parquet.ParquetWriter(file, first.schema, compression="zstd") as writer:
        writer.write_batch(first)
        for group in left:
            writer.write_batch(_batch(arrow, group))


def _batch(arrow: Any, arrays: Mapping[str, NDArray[Any]]) -> Any:
    """Return arrays as a record batch."""
    columns = [
        arrow.FixedSizeListArray.from_arrays(arrow.array(array.ravel()), array.shape[1])
        if array.ndim == 2
        else arrow.array(array)
        for array in arrays.values()
    ]
    return arrow.RecordBatch.from_arrays(columns, names=list(arrays))


# --- NumPy ----------------------------------------------------------------------------------------
#
# A column is an array. Of a column of lists the lists stand one after another in an array of one
# dimension, and ``NAME_offsets`` says where each begins, with the end of the last one at its end: list n
# is ``array[offsets[n]:offsets[n + 1]]``.

_OFFSETS = "_offsets"
_LIST = "list of "


def _write_npz(file: BinaryIO, columns: Mapping[str, str], rows: Iterable[Row]) -> None:
    types = {"int": np.int64, "int32": np.int32, "float": np.float64, "str": np.str_}
    table, arrays = list(rows), {}
    for name, kind in columns.items():
        cells = [row[name] for row in table]
        if kind.startswith(_LIST):
            arrays[name + _OFFSETS] = np.cumsum([0, *map(len, cells)], dtype=np.int64)
            cells = [one for cell in cells for one in cell]
        arrays[name] = np.array(cells, types[kind.removeprefix(_LIST)])
    write: Any = np.savez_compressed
    write(file, **arrays)


def _npz(file: BinaryIO, path: Path) -> Iterator[Row]:
    try:
        with np.load(file, allow_pickle=False) as opened:
            arrays = {name: opened[name] for name in opened.files}
        columns = [name for name in arrays if name.removesuffix(_OFFSETS) == name]
        cells = zip(*(_cells(name, arrays) for name in columns), strict=True)
        yield from (dict(zip(columns, row, strict=True)) for row in cells)
    except (ValueError, TypeError, AttributeError, EOFError, zipfile.BadZipFile) as error:
        raise NotationError(f"{path}: these are no columns of rows: {reason_of(error)}") from None


def _cells(name: str, arrays: Mapping[str, NDArray[Any]]) -> list[Any]:
    values: list[Any] = arrays[name].tolist()
    if name + _OFFSETS not in arrays:
        return values
    offsets = arrays[name + _OFFSETS].tolist()
    return [values[begin:end] for begin, end in pairwise(offsets)]


_WRITERS: dict[Form, Callable[[BinaryIO, Mapping[str, str], Iterable[Row]], None]] = {
    "jsonl": _write_lines,
    "parquet": _write_parquet,
    "hf": _write_parquet,
    "npz": _write_npz,
}
_READERS: dict[Form, Callable[[BinaryIO, Path], Iterator[Row]]] = {
    "jsonl": _lines,
    "parquet": _row_groups,
    "hf": _row_groups,
    "npz": _npz,
}
