"""Makes and reads data sets in shards, with the same bytes for any number of workers.

A folder holds the shards, ``shard-00000.jsonl`` and so on, named as their format asks (``formats``), a
manifest with the job and the finished shards (``manifest``), and once all are there a card for people
(``card``). A file is written under a temporary name and renamed when complete. After an interruption the
same call continues: shards that match the manifest are kept, the others are made.
"""

from __future__ import annotations

import shutil
import stat
import zipfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from suitwise import __version__
from suitwise.arena.data.card import write_card
from suitwise.arena.data.formats import ON_PYARROW, Form, Row, card_name, read_rows, write_rows
from suitwise.arena.data.manifest import (
    MANIFEST,
    MOST_MANIFEST,
    Job,
    Kind,
    Manifest,
    Shard,
    digest_of,
    has_digest,
    kind_of,
    kind_text,
    manifest_of,
    read_manifest,
)
from suitwise.arena.data.selfplay import Selfplay, arrays_writer, numpy_writer, write_arrays
from suitwise.arena.fingerprints import fingerprints
from suitwise.arena.seats import warn_once
from suitwise.arena.store import read_whole, require_pyarrow
from suitwise.arena.workers import in_order
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.writing import faults_named, replacing
from suitwise.seeds import as_seed


def make_data(
    kind: str,
    folder: Path,
    count: int,
    *,
    seed: int = 0,
    shard_size: int = 1000,
    workers: int = 1,
    form: Form = "jsonl",
    arrays: bool = False,
    cluster: bool = False,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[Shard, ...]:
    """Make a data set, or the shards that a folder lacks.

    The files are the same to the byte for any number of workers and after any interruption. Row n is
    also the same for any ``shard_size``.

    Args:
        kind: the kind of rows: ``texas42-solved``, ``rummy-hands(rules=gin)``, ``selfplay(game=gin)``.
        folder: the folder of the shards; it need not exist.
        count: the number of rows.
        seed: 64-bit seed.
        shard_size: the rows per shard; for ``npz``, a process has that many in memory.
        workers: the number of processes.
        form: ``jsonl``, a line per row; ``parquet``, a table for pandas, pyarrow and DuckDB; ``hf``,
            Parquet as ``datasets.load_dataset`` reads it (both need the extra ``data``); or ``npz``, an
            array per column.
        arrays: whether to write the decisions of games as arrays, too, into a second file for each
            shard (``selfplay``); a process then has a shard in memory.
        cluster: whether to use Ray, as in ``run``. Its processes send shards back to this program, which
            writes them, so only this program needs the folder.
        progress: called with the numbers of rows done and of all rows, whenever a shard is done.

    Returns:
        The shards.

    Raises:
        NotationError: there is no such kind, or a number is out of range.
        SuitwiseError: the folder holds another data set, another run is at work in it, a player failed,
            or pyarrow is not installed.
        OSError: a file can't be written; the error names it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     shards = make_data("texas42-solved(dominoes=2)", Path(name), 25, shard_size=10)
    ...     sorted(path.name for path in Path(name).iterdir())
    ['README.md', '_manifest.jsonl', 'shard-00000.jsonl', 'shard-00001.jsonl', 'shard-00002.jsonl']
    >>> [shard.rows for shard in shards]
    [10, 10, 5]
    """
    job = job_of(kind, count, seed, shard_size, form, arrays=arrays)
    with Manifest(folder, job) as manifest:
        lacking = manifest.lacking()
        done = count - sum(len(job.numbers(shard)) for shard in lacking)
        progress(done, count)
        making = kind_of(job.kind)
        pieces = [_Piece(job, making, folder, shard) for shard in lacking]
        warned: set[str] = set()
        for made, failed in _made(pieces, workers, cluster):
            warn_once(failed, warned)
            if isinstance(made, OSError):
                raise made
            manifest.add(made)
            done += made.rows
            progress(done, count)
        write_card(folder, job, making)
        return manifest.shards


def _made(
    pieces: list[_Piece], workers: int, cluster: bool
) -> Generator[tuple[Shard | OSError, Mapping[str, str]], None, None]:
    """Yield each written shard in order, or the error of writing it, with the faults of players."""
    if not cluster:
        yield from in_order(_make_shard, pieces, workers)
        return
    from suitwise.arena.workers import in_order_on_cluster

    with closing(in_order_on_cluster(_shard_bytes, pieces, workers)) as sent:
        for piece, (data, failed) in zip(pieces, sent, strict=True):
            yield _written(piece, partial(_copy, data)), failed


def read_data(folder: Path) -> Iterator[Row]:
    """Yield the rows of a data set, as far as it is made.

    Raises:
        NotationError: the folder holds no data set, or a shard was changed.
        SuitwiseError: the shards are Parquet and pyarrow is not installed.
        OSError: it can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     _ = make_data("texas42-solved(dominoes=1)", Path(name), 3, shard_size=2)
    ...     [(row["number"], row["leads"]) for row in read_data(Path(name))]
    [(0, ['5-3']), (1, ['0-0']), (2, ['1-1'])]
    """
    job, shards, _ = read_manifest(read_whole(manifest_of(folder), MOST_MANIFEST), folder)
    for shard in shards:
        path = folder / shard.shard
        with faults_named(path), open(path, "rb") as file:
            if digest_of(file) != shard.sha256:
                raise NotationError(
                    f"{path}: these are not the bytes that {MANIFEST} tells of; "
                    "make_data makes the shard again"
                )
            file.seek(0)
            yield from _counted(read_rows(file, job.form, path), path, shard.rows)


def _counted(rows: Iterator[Row], path: Path, count: int) -> Iterator[Row]:
    """Yield rows, and refuse a wrong number of them."""
    number = 0
    for number, row in enumerate(rows, 1):  # noqa: B007 (the last number is the count)
        yield row
    if number != count:
        raise NotationError(f"{path}: {MANIFEST} tells of {count} rows, and here are {number}")


def job_of(
    kind: str, count: int, seed: int, shard_size: int, form: Form, *, arrays: bool = False
) -> Job:
    """Return a job, checked and with all options spelled out.

    Raises:
        NotationError: there is no such kind or form, or a number is out of range.
        SuitwiseError: Parquet is asked for and pyarrow is not installed, or the seed has more than 64
            bits.

    >>> job_of("texas42-solved", 25, seed=0, shard_size=10, form="jsonl").kind
    'texas42-solved(dominoes=7)'
    """
    writer = require_pyarrow().__version__ if form in ON_PYARROW else ""
    as_seed(seed)
    made = kind_of(kind)
    by = arrays_writer(made, form) if arrays else ""
    prints = fingerprints(made.seated) if isinstance(made, Selfplay) else {}
    return Job(
        kind_text(made),
        count,
        seed,
        shard_size,
        form,
        __version__,
        writer,
        by,
        prints,
        numpy_writer() if form == "npz" else "",
    )


# --- A shard --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Piece:
    """A shard to be made, the unit of work of a process."""

    job: Job
    kind: Kind
    folder: Path
    shard: int

    def __str__(self) -> str:
        return f"{self.folder / self.job.name(self.shard)}"


def _make_shard(piece: _Piece) -> tuple[Shard | OSError, Mapping[str, str]]:
    """Make and write a shard; return it, or the error of writing it, with the faults of players.

    Raises:
        SuitwiseError: a player failed and that stops the work.
    """
    failed: dict[str, str] = {}
    return _written(piece, partial(_write, piece, failed)), failed


def _shard_bytes(piece: _Piece) -> tuple[tuple[bytes, ...], Mapping[str, str]]:
    """Make a shard; return the bytes of its files, for another machine to write, and players' faults.

    Raises:
        SuitwiseError: a player failed and that stops the work.
    """
    files = tuple(BytesIO() for _ in piece.job.names(piece.shard))
    failed: dict[str, str] = {}
    _write(piece, failed, files)
    return tuple(file.getvalue() for file in files), failed


def _copy(data: tuple[bytes, ...], files: tuple[BinaryIO, ...]) -> None:
    for one, file in zip(data, files, strict=True):
        file.write(one)


def _written(piece: _Piece, write: Callable[[tuple[BinaryIO, ...]], object]) -> Shard | OSError:
    """Write the files of a shard; return the shard, or the error."""
    job, names = piece.job, piece.job.names(piece.shard)
    try:
        with ExitStack() as open_files:
            files = tuple(open_files.enter_context(replacing(piece.folder / one)) for one in names)
            write(files)
            for file in files:
                file.seek(0)
            digests = list(map(digest_of, files))
    except OSError as error:
        return error
    return Shard(names[0], len(job.numbers(piece.shard)), *digests)


def _write(piece: _Piece, failed: dict[str, str], files: tuple[BinaryIO, ...]) -> None:
    """Make a shard's rows and write them, with their arrays if the job asks for these.

    Args:
        piece: the shard.
        failed: receives the first fault of each player that failed.
        files: the file for the rows, and the one for the arrays, if any.
    """
    job, kind = piece.job, piece.kind
    more = (failed,) if isinstance(kind, Selfplay) else ()
    rows: Iterable[Row] = kind.rows(job.seed, job.numbers(piece.shard), *more)
    if job.arrays:
        rows = list(rows)
        write_arrays(files[1], job.form, kind, rows)
    write_rows(files[0], job.form, kind.columns(), rows)


# --- A finished data set in one file, the same to the byte whenever and wherever it is packed -----

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, the first that ZIP can say."""
_UNIX = 3


def pack(folder: Path, out: Path) -> str:
    """Check a finished data set and write it into a ZIP file, below a folder named as the file.

    The files are stored as they are, since shards are compressed already, and one at a time, with the
    card and the manifest first. The archive is replaced atomically.

    Returns:
        The SHA-256 of the archive, hexadecimal.

    Raises:
        NotationError: the folder holds no data set.
        SuitwiseError: shards are missing or were changed, there is no card, or the archive would lie
            in the place of a file of the data set.
        OSError: a file can't be read or written; the error names it.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.data import make_data
    >>> with TemporaryDirectory() as name:
    ...     _ = make_data("texas42-solved(dominoes=1)", Path(name, "deals"), 3)
    ...     _ = pack(Path(name, "deals"), Path(name, "solved.zip"))
    ...     zipfile.ZipFile(Path(name, "solved.zip")).namelist()
    ['solved/README.md', 'solved/_manifest.jsonl', 'solved/shard-00000.jsonl']
    """
    names = _files_of(folder)
    if out.resolve() in [(folder / name).resolve() for name in names]:
        raise SuitwiseError(f"{out} is a file of the data set itself")
    with replacing(out) as file:
        with zipfile.ZipFile(file, "w") as archive:
            for name in names:
                _add(archive, folder / name, f"{out.stem}/{name}")
        file.seek(0)
        return digest_of(file)


def _files_of(folder: Path) -> list[str]:
    """Return the names of all files of a data set, after a look at each."""
    job, shards, _ = read_manifest(read_whole(folder / MANIFEST, MOST_MANIFEST), folder)
    if lacking := len(job.shards) - len(shards):
        raise SuitwiseError(
            f"{folder} lacks {lacking} of {len(job.shards)} shards: make them first"
        )
    names = [card_name(job.form), MANIFEST]
    for number, shard in enumerate(shards):
        digests = (shard.sha256, shard.arrays)
        for name, digest in zip(job.names(number), digests, strict=False):
            if not has_digest(folder / name, digest):
                raise SuitwiseError(
                    f"{folder / name}: these are not the bytes that {MANIFEST} tells of; "
                    "make_data makes the shard again"
                )
            names.append(name)
    return names


def _add(archive: zipfile.ZipFile, path: Path, name: str) -> None:
    """Store a file with nothing that depends on where and when it was made."""
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.create_system = _UNIX
    entry.external_attr = (stat.S_IFREG | 0o644) << 16
    entry.file_size = path.stat().st_size
    with open(path, "rb") as source, archive.open(entry, "w") as target:
        shutil.copyfileobj(source, target)
