"""What a data set is and how far it is made: ``_manifest.jsonl`` beside the shards.

Its first line is the job, all that the bytes of the shards depend on; then comes a line a finished
shard, in order, with its rows and its SHA-256. A line is forced to the disk before the next shard is
awaited; one that is torn is cut off when one goes on.

What reads a folder of Parquet as one table, as pandas and pyarrow do, passes over names that begin with
``_``. A folder that was made when the manifest had none is read all the same, and renamed by going on.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from importlib import import_module
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, Literal, Protocol, TypeAlias, cast, get_args

from suitwise.arena.fingerprints import is_fingerprints, told_of
from suitwise.arena.store import append, lock, refuse_another
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.options import call_text, read_options, split_call
from suitwise.foundation.text.writing import faults_named, parts

# --- What a data set can hold: solved deals of Texas 42, arranged hands of rummy, games played ----
#
# A kind is a dataclass whose fields are its options, written as a variant's are:
# ``rummy-hands(rules=gin,cards=10)``. Its rows are numbered from 0, and a row depends on the seed,
# the number and the options alone; so a data set is the same however it is cut into shards and
# whoever makes them.

Row: TypeAlias = dict[str, Any]

KINDS = {
    "rummy-hands": "suitwise.arena.data.hands:RummyHands",
    "selfplay": "suitwise.arena.data.selfplay:Selfplay",
    "texas42-solved": "suitwise.arena.data.hands:Texas42Solved",
}
"""Where each kind is found."""


class Kind(Protocol):
    """What a data set holds."""

    name: ClassVar[str]

    def rows(self, seed: int, numbers: range) -> Iterator[Row]:
        """Yield the rows of these numbers: plain data, the same keys in every row."""
        ...

    def columns(self) -> dict[str, str]:
        """Return for each key of a row its type: ``int``, ``float``, ``str``, or a list of one."""
        ...


def kind_of(text: str) -> Kind:
    """Return the kind of data set that a text names.

    Raises:
        NotationError: there is no such kind, or an option is not what it should be.

    >>> kind_of("rummy-hands(rules=gin)")
    RummyHands(rules='gin', cards=13)
    >>> kind_of("hands")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'hands' is no data set: write one of rummy-hands, selfplay, ...
    """
    word, parenthesis, rest = text.strip().partition("(")
    name, options = split_call(word.replace("-", "_") + parenthesis + rest)
    name = name.replace("_", "-")
    if name not in KINDS:
        raise NotationError(f"{text[:40]!r} is no data set: write one of {', '.join(KINDS)}")
    module, attribute = KINDS[name].split(":")
    kind: type[Kind] = getattr(import_module(module), attribute)
    return read_options(kind, name, options)


def kind_text(kind: Kind) -> str:
    """Return the text of a kind, with all its options.

    >>> kind_text(kind_of("texas42-solved"))
    'texas42-solved(dominoes=7)'
    """
    return call_text(kind.name, kind)


# --- What a data set is and how far it is made: ``_manifest.jsonl`` beside the shards -------------

Form: TypeAlias = Literal["jsonl", "parquet"]

MANIFEST = "_manifest.jsonl"
_FORMER = "manifest.jsonl"
_OPTIONAL = ("arrays", "fingerprints")
MOST_ROWS = 10**12
MOST_SHARDS = 100_000
MOST_MANIFEST = 1 << 26
"""Room for the lines of ``MOST_SHARDS`` shards."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is made, all that its bytes depend on: the first line of a manifest.

    Args:
        kind: what a row is, with all its options (``kinds``).
        count: how many rows.
        seed: 64-bit seed.
        shard_size: how many rows a shard has; the last one has the rest.
        form: ``jsonl`` or ``parquet``.
        suitwise: the version of the package.
        pyarrow: the version of what writes Parquet, else nothing.
        arrays: what writes the decisions as arrays beside the shards, else nothing.
        fingerprints: what tells players that are not of this package from others of their texts.

    Raises:
        NotationError: there is no such form, or a number is out of range.
    """

    kind: str
    count: int
    seed: int
    shard_size: int
    form: Form
    suitwise: str
    pyarrow: str
    arrays: str = ""
    fingerprints: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what can't be made."""
        if self.form not in get_args(Form):
            raise NotationError(f"shards are jsonl or parquet, not {str(self.form)[:24]!r}")
        for name, value in (("rows", self.count), ("rows of a shard", self.shard_size)):
            if type(value) is not int or not 1 <= value <= MOST_ROWS:
                raise NotationError(f"the number of {name} is from 1 to {MOST_ROWS:,}")
        if len(self.shards) > MOST_SHARDS:
            raise NotationError(f"a data set has at most {MOST_SHARDS:,} shards: make them larger")

    @property
    def shards(self) -> range:
        """The numbers of the shards."""
        return range(-(-self.count // self.shard_size))

    def numbers(self, shard: int) -> range:
        """Return the numbers of a shard's rows."""
        first = shard * self.shard_size
        return range(first, min(first + self.shard_size, self.count))

    def name(self, shard: int) -> str:
        """Return the name of a shard's file."""
        return f"shard-{shard:05}.{self.form}"

    def names(self, shard: int) -> tuple[str, ...]:
        """Return the names of all files of a shard, that of its arrays last."""
        name = self.name(shard)
        return (name, arrays_name(name)) if self.arrays else (name,)

    @property
    def told(self) -> dict[str, object]:
        """All that the bytes depend on, by name."""
        plain = asdict(self)
        del plain["fingerprints"]
        return plain | told_of(self.fingerprints)


@dataclass(frozen=True, slots=True)
class Shard:
    """A finished shard: a line of a manifest.

    Args:
        shard: the name of its file.
        rows: how many rows it has.
        sha256: the digest of its bytes, hexadecimal.
        arrays: that of its arrays, where there are any.
    """

    shard: str
    rows: int
    sha256: str
    arrays: str = ""


def arrays_name(shard: str) -> str:
    """Return the name of the file of a shard's arrays.

    >>> arrays_name("shard-00000.jsonl"), arrays_name("shard-00000.parquet")
    ('shard-00000.npz', '_shard-00000.npz')
    """
    stem, _, form = shard.rpartition(".")
    return f"{'_' if form == 'parquet' else ''}{stem}.npz"


def manifest_of(folder: Path) -> Path:
    """Return the manifest of a folder, by the name that it had before where it has that."""
    path, former = folder / MANIFEST, folder / _FORMER
    return former if former.exists() and not path.exists() else path


class Manifest:
    """The manifest of a folder, alone with it; to be used in a ``with`` statement.

    Args:
        folder: where the shards are kept; it need not exist.
        job: the data set to be made.

    Raises:
        NotationError: there is a file of this name which is no manifest.
        SuitwiseError: the folder holds another data set, or another run is at work in it.
        OSError: it can't be written to.

    >>> from tempfile import TemporaryDirectory
    >>> job = Job("texas42-solved(dominoes=7)", 25, 0, 10, "jsonl", "1.0", "")
    >>> with TemporaryDirectory() as name, Manifest(Path(name), job) as manifest:
    ...     manifest.lacking()
    [0, 1, 2]
    """

    def __init__(self, folder: Path, job: Job) -> None:
        self._folder, self._job = folder, job
        self._path = folder / MANIFEST
        folder.mkdir(parents=True, exist_ok=True)
        with faults_named(self._path):
            if (there := manifest_of(folder)) != self._path:
                there.rename(self._path)
        self._file = open(self._path, "a+b", buffering=0)  # noqa: SIM115 (see __exit__)
        try:
            with faults_named(self._path):
                lock(self._file, folder)
                self._shards = {shard.shard: shard for shard in self._agree()}
        except BaseException:
            self._file.close()
            raise
        for part in (*parts(folder, "shard-"), *parts(folder, "_shard-")):
            part.unlink(missing_ok=True)

    def __enter__(self) -> Manifest:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def shards(self) -> tuple[Shard, ...]:
        """The finished shards, in order."""
        return tuple(self._shards.values())

    def _agree(self) -> list[Shard]:
        """Write the first line, or refuse that of another data set; return the finished shards."""
        self._file.seek(0)
        if os.fstat(self._file.fileno()).st_size > MOST_MANIFEST:
            raise NotationError(f"{self._path}: this has more than {MOST_MANIFEST:,} bytes")
        data = self._file.read()
        if b"\n" not in data and _line(self._job).startswith(data):
            self._begin()
            return []
        job, shards, end = read_manifest(data, self._folder)
        refuse_another(self._folder, "another data set", job.told, self._job.told)
        self._file.truncate(end)
        return shards

    def _begin(self) -> None:
        strange = next(self._folder.glob(f"shard-*.{self._job.form}"), None)
        if strange is not None:
            raise SuitwiseError(f"{strange} is there, but no {MANIFEST} that says what it is")
        self._file.truncate(0)
        self._append(self._job)

    def lacking(self) -> list[int]:
        """Return the shards that are to be made: not finished, or not the bytes they were."""
        spoilt = [n for n, shard in enumerate(self.shards) if not self._is_whole(n, shard)]
        return [*spoilt, *self._job.shards[len(self._shards) :]]

    def _is_whole(self, number: int, shard: Shard) -> bool:
        files = zip(self._job.names(number), (shard.sha256, shard.arrays), strict=False)
        return all(self._has(self._folder / name, digest) for name, digest in files)

    def _has(self, path: Path, digest: str) -> bool:
        try:
            with faults_named(path), open(path, "rb") as file:
                return digest_of(file) == digest
        except FileNotFoundError:
            return False

    def add(self, made: Shard) -> None:
        """Write the line of a shard that was made, unless it stands there."""
        if made.shard not in self._shards:
            self._append(made)
            self._shards[made.shard] = made
        elif self._shards[made.shard] != made:
            raise SuitwiseError(
                f"{self._folder / made.shard} was made again and came out otherwise than "
                f"{MANIFEST} says"
            )

    def _append(self, told: Job | Shard) -> None:
        with faults_named(self._path):
            append(self._file, _line(told))
            os.fsync(self._file.fileno())


def digest_of(file: BinaryIO) -> str:
    """Return the SHA-256 of the rest of a file, hexadecimal."""
    return hashlib.file_digest(cast(BufferedReader, file), "sha256").hexdigest()


def _line(told: Job | Shard) -> bytes:
    plain = {name: value for name, value in asdict(told).items() if value or name not in _OPTIONAL}
    return json.dumps(plain).encode("ascii") + b"\n"


def read_manifest(data: bytes, folder: Path) -> tuple[Job, list[Shard], int]:
    """Return what a manifest says, and where its last whole line ends.

    Args:
        data: its bytes.
        folder: its folder, for refusals.

    Raises:
        NotationError: it is no manifest.
    """
    end = data.rfind(b"\n") + 1
    try:
        first, *lines = [json.loads(line) for line in data[:end].splitlines()]
        job, shards = Job(**first), [Shard(**line) for line in lines]
        if not is_fingerprints(job.fingerprints):
            raise ValueError("these are no fingerprints")
        wanted = [(job.name(n), len(job.numbers(n))) for n in job.shards[: len(shards)]]
        if [(one.shard, one.rows) for one in shards] != wanted:
            raise ValueError("these are not the first shards of the job")
    except (ArithmeticError, ValueError, TypeError, RecursionError):
        raise NotationError(
            f"{folder / MANIFEST}: this is no manifest of a data set as the arena writes it"
        ) from None
    return job, shards, end
