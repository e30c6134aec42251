"""The kinds of data sets, and the manifest of a data set, ``_manifest.jsonl`` in its folder.

The first line of a manifest is the job: everything on which the bytes of the shards depend. Then follows
a line for each finished shard, in order, with its number of rows and its SHA-256. Each line is synced to
the disk before the next shard; a torn last line is cut off when the job continues.

Programs that read a folder of Parquet files as one table, such as pandas and pyarrow, skip names that
begin with ``_``. Older folders have a manifest without the ``_``. It is read as well, and renamed when
the job continues.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, Protocol, TypeVar, cast

from suitwise.arena.data.formats import FORMS, Form, Row, arrays_name, card_name, shard_name
from suitwise.arena.fingerprints import flattened, is_fingerprints
from suitwise.arena.store import append, columns_of, lock, refuse_another
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.foundation.text.lines import call_text, read_options, split_call
from suitwise.foundation.text.writing import faults_named, parts
from suitwise.seeds import below

# --- Kinds of data --------------------------------------------------------------------------------
#
# A kind is a dataclass whose fields are its options, written like those of a variant:
# ``rummy-hands(rules=gin,cards=10)``. Its rows are numbered from 0. A row depends only on the seed, its
# number and the options, so a data set is the same for any division into shards and any number of
# workers.

KINDS = {
    "rummy-hands": "suitwise.arena.data.manifest:RummyHands",
    "selfplay": "suitwise.arena.data.selfplay:Selfplay",
    "texas42-solved": "suitwise.arena.data.manifest:Texas42Solved",
}
"""The class of each kind."""


class Kind(Protocol):
    """A kind of data set."""

    name: ClassVar[str]
    about: ClassVar[str]
    """What a row is and how it is made, in some sentences; for the card of a data set."""

    def rows(self, seed: int, numbers: range) -> Iterator[Row]:
        """Yield the rows with these numbers, as plain data with the same keys in every row."""
        ...

    def columns(self) -> dict[str, str]:
        """Return the type of each key: ``int``, ``float``, ``str``, or a list of one of these."""
        ...

    def meanings(self) -> dict[str, str]:
        """Return what each key means, with the unit of a number; for the card of a data set."""
        ...


def kind_of(text: str) -> Kind:
    """Return the kind of data set that a text names.

    Raises:
        NotationError: there is no such kind, or an option is invalid.

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
    """Return the text of a kind with all its options.

    >>> kind_text(kind_of("texas42-solved"))
    'texas42-solved(dominoes=7)'
    """
    return call_text(kind.name, kind)


# --- The manifest ---------------------------------------------------------------------------------

MANIFEST = "_manifest.jsonl"
_FORMER = "manifest.jsonl"
_OPTIONAL = ("arrays", "fingerprints", "numpy")
MOST_ROWS = 10**12
MOST_SHARDS = 100_000
MOST_MANIFEST = 1 << 26
"""The maximum bytes of a manifest, enough for ``MOST_SHARDS`` lines."""


@dataclass(frozen=True, slots=True)
class Job:
    """Everything on which the bytes of a data set depend; the first line of a manifest.

    Args:
        kind: the text of the kind, with all its options.
        count: the number of rows.
        seed: 64-bit seed.
        shard_size: the rows per shard; the last shard has the rest.
        form: the format of the shards (``formats``).
        suitwise: the version of this package.
        pyarrow: the version of pyarrow if it writes the rows, else empty.
        arrays: the versions of the libraries that write the decisions of games, empty for none.
        fingerprints: the fingerprints of players that are not part of this package.
        numpy: the versions of the libraries that write the rows as ``.npz``, else empty.

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
    numpy: str = ""

    def __post_init__(self) -> None:
        """Check the values."""
        if self.form not in FORMS:
            words = ", ".join(FORMS[:-1])
            raise NotationError(f"shards are {words} or {FORMS[-1]}, not {str(self.form)[:24]!r}")
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
        return shard_name(self.form, shard, len(self.shards))

    def names(self, shard: int) -> tuple[str, ...]:
        """Return the names of a shard's files: the rows, then the decisions if these are asked for."""
        name = self.name(shard)
        return (name, arrays_name(name)) if self.arrays else (name,)

    @property
    def conditions(self) -> dict[str, object]:
        """The values as a flat mapping, for ``store.refuse_another``."""
        plain = asdict(self)
        del plain["fingerprints"]
        return plain | flattened(self.fingerprints)


@dataclass(frozen=True, slots=True)
class Shard:
    """A finished shard; a line of a manifest.

    Args:
        shard: the name of its file.
        rows: the number of rows.
        sha256: the SHA-256 of the file, hexadecimal.
        arrays: the SHA-256 of its arrays; empty for no arrays.
    """

    shard: str
    rows: int
    sha256: str
    arrays: str = ""


def manifest_of(folder: Path) -> Path:
    """Return the path of a folder's manifest, which may have its old name."""
    path, former = folder / MANIFEST, folder / _FORMER
    return former if former.exists() and not path.exists() else path


class Manifest:
    """The manifest of a folder, locked for this run; a context manager.

    Args:
        folder: the folder of the shards; it need not exist.
        job: the data set to be made.

    Raises:
        NotationError: the folder has a file of this name that is no manifest.
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
        for name in map(Path, (*job.names(0), card_name(job.form))):
            (folder / name).parent.mkdir(exist_ok=True)
            for part in parts((folder / name).parent, name.name.partition("0")[0]):
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
        """Write the first line, or check that it fits the job; return the finished shards."""
        self._file.seek(0)
        if os.fstat(self._file.fileno()).st_size > MOST_MANIFEST:
            raise NotationError(f"{self._path}: this has more than {MOST_MANIFEST:,} bytes")
        data = self._file.read()
        if b"\n" not in data and _line(self._job).startswith(data):
            self._begin()
            return []
        job, shards, end = read_manifest(data, self._folder)
        refuse_another(self._folder, "another data set", job.conditions, self._job.conditions)
        self._file.truncate(end)
        return shards

    def _begin(self) -> None:
        first = Path(self._job.name(0))
        pattern = f"{first.name.partition('0')[0]}*{first.suffix}"
        strange = next((self._folder / first.parent).glob(pattern), None)
        if strange is not None:
            raise SuitwiseError(f"{strange} is there, but no {MANIFEST} that says what it is")
        self._file.truncate(0)
        self._append(self._job)

    def lacking(self) -> list[int]:
        """Return the shards that are to be made: those missing, and those with changed bytes."""
        damaged = [n for n, shard in enumerate(self.shards) if not self._is_whole(n, shard)]
        return [*damaged, *self._job.shards[len(self._shards) :]]

    def _is_whole(self, number: int, shard: Shard) -> bool:
        files = zip(self._job.names(number), (shard.sha256, shard.arrays), strict=False)
        return all(has_digest(self._folder / name, digest) for name, digest in files)

    def add(self, made: Shard) -> None:
        """Append the line of a shard, or check the line that it has already."""
        if made.shard not in self._shards:
            self._append(made)
            self._shards[made.shard] = made
        elif self._shards[made.shard] != made:
            raise SuitwiseError(
                f"{self._folder / made.shard} was made again and came out otherwise than "
                f"{MANIFEST} says"
            )

    def _append(self, entry: Job | Shard) -> None:
        with faults_named(self._path):
            append(self._file, _line(entry))
            os.fsync(self._file.fileno())


def digest_of(file: BinaryIO) -> str:
    """Return the SHA-256 of the rest of a file, hexadecimal."""
    return hashlib.file_digest(cast(BufferedReader, file), "sha256").hexdigest()


def has_digest(path: Path, digest: str) -> bool:
    """Return whether there is a file with this SHA-256."""
    try:
        with faults_named(path), open(path, "rb") as file:
            return digest_of(file) == digest
    except FileNotFoundError:
        return False


def _line(entry: Job | Shard) -> bytes:
    plain = {name: value for name, value in asdict(entry).items() if value or name not in _OPTIONAL}
    return json.dumps(plain).encode("ascii") + b"\n"


def read_manifest(data: bytes, folder: Path) -> tuple[Job, list[Shard], int]:
    """Parse a manifest; return the job, the shards, and the offset after the last complete line.

    Args:
        data: its bytes.
        folder: its folder, for error messages.

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


# --- Solved deals and arranged hands --------------------------------------------------------------

T = TypeVar("T")

_BATCH = 500
"""The number of deals or hands computed at once."""


def _drawn(items: Sequence[T], count: int, seed: int, stream: int) -> list[T]:
    """Draw some items without replacement, by the first steps of a Fisher–Yates shuffle."""
    left, index = list(items), 0
    for place in range(count):
        ahead, index = below(len(left) - place, seed, stream, index)
        left[place], left[place + ahead] = left[place + ahead], left[place]
    return left[:count]


def _batches(numbers: range) -> Iterator[range]:
    for place in range(0, len(numbers), _BATCH):
        yield numbers[place : place + _BATCH]


# --- Texas 42 -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Texas42Solved:
    """Random deals of Texas 42, solved with open hands after every lead.

    The declaration is uniform over ten (the seven suits, doubles, no-trump, and nello with four seats),
    and the leader over the four seats. ``values`` are the points that seats 0 and 2 take after each of
    ``leads``, and ``value`` is the value of the deal.

    Args:
        dominoes: the size of a hand, 1 to 7.

    Raises:
        NotationError: the size is out of range.

    >>> row, = Texas42Solved(dominoes=1).rows(seed=1, numbers=range(5, 6))
    >>> for key, value in row.items():
    ...     print(key, value)
    number 5
    declaration 5
    leader 1
    hands ['6-5', '6-0', '5-1', '3-1']
    value 1
    leads ['6-0']
    values [1]
    """

    dominoes: int = 7

    name: ClassVar[str] = "texas42-solved"
    about: ClassVar[str] = (
        "Random deals of Texas 42 with the declaration and the leader drawn at random, too: one of ten "
        "declarations (a suit 0 to 6 as trump, doubles, no trump, nello with four seats that play) and "
        "one of four seats, each as likely. Every deal is solved exactly with all hands open: what "
        "seats 0 and 2 take after each lead if all play their best from there on."
    )

    def __post_init__(self) -> None:
        """Check the size."""
        if not 1 <= self.dominoes <= 7:
            raise NotationError("a hand has 1 to 7 dominoes")

    def columns(self) -> dict[str, str]:
        """Return the type of each key."""
        return columns_of(
            "number int, declaration str, leader int, hands list of str, value int, "
            "leads list of str, values list of int"
        )

    def meanings(self) -> dict[str, str]:
        """Return what each key means."""
        return {
            "number": "the row, from 0",
            "declaration": "what is trump: a suit 0 to 6, `doubles`, `notrump`, or `nello`, in which "
            "nothing is",
            "leader": "the seat that leads, 0 to 3; seats 0 and 2 are partners",
            "hands": "the dominoes of seats 0 to 3, the higher end first, joined by commas",
            "value": "points that seats 0 and 2 take of the dominoes dealt, one for a trick and the "
            "count on its dominoes (42 in a whole hand), after the best lead",
            "leads": "the dominoes that the leader may lead",
            "values": "points that seats 0 and 2 take after each of `leads`",
        }

    def rows(self, seed: int, numbers: range) -> Iterator[Row]:
        """Yield solved deals."""
        from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, dominoes_of, format_dominoes
        from suitwise.texas42.solve.deal_file import lead_values, worth_of_leads

        for batch in _batches(numbers):
            deals = [self._deal(seed, number) for number in batch]
            values = lead_values(deals, threads=1)
            for number, deal, leads in zip(batch, deals, values, strict=True):
                hands = [format_dominoes(dominoes_of(hand)) for hand in deal.hands]
                position = number, DECLARATION_TEXT[deal.declaration], deal.leader, hands
                worth = worth_of_leads(deal, leads), [*map(str, leads)], [*leads.values()]
                yield dict(zip(self.columns(), (*position, *worth), strict=True))

    def _deal(self, seed: int, number: int) -> Any:
        from suitwise.texas42.rules.dominoes import N_DOMINOES, NELLO, mask_of
        from suitwise.texas42.rules.position import Position

        size = self.dominoes
        drawn = _drawn(range(N_DOMINOES), 4 * size, seed, 2 * number)
        declaration, index = below(NELLO + 1, seed, 2 * number + 1, 0)
        leader, _ = below(4, seed, 2 * number + 1, index)
        one, two, three, four = (mask_of(drawn[at : at + size]) for at in range(0, 4 * size, size))
        return Position(declaration, (one, two, three, four), leader)


# --- Rummy ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RummyHands:
    """Random hands of rummy with their optimal arrangements.

    ``points`` is the minimum deadwood, reached by ``melds`` with ``left`` over. ``cards`` is the minimum
    number of deadwood cards, which may need other melds. Under rules by which melds count only together
    with certain runs, a hand without these runs has its melds listed but counts in full.

    Args:
        rules: the rule set, such as ``indian13(wild=7)``.
        cards: the number of cards in a hand.

    Raises:
        NotationError: there is no such rule set, or it has no such hands.

    >>> row, = RummyHands(cards=9).rows(seed=1, numbers=range(56, 57))
    >>> for key, value in row.items():
    ...     print(key, value)
    number 56
    hand H5 HT D3 D6 D7 D8 DT CT CK
    points 18
    cards 3
    melds ['D6 D7 D8', 'HT DT CT']
    left ['H5', 'D3', 'CK']
    """

    rules: str = "seed"
    cards: int = 13

    name: ClassVar[str] = "rummy-hands"
    about: ClassVar[str] = (
        "Random hands of rummy from a full pack, each with its best arrangement into melds, by exact "
        "search. Under rules by which melds count only together with certain runs, a hand without these "
        "runs has its melds listed but counts in full."
    )

    def __post_init__(self) -> None:
        """Spell out the options of the rule set, and check the size of hands."""
        from suitwise.rummy.rules.hand import MOST_CARDS
        from suitwise.rummy.rules.rules import Rules

        rules = Rules.parse(self.rules)
        object.__setattr__(self, "rules", str(rules))
        most = min(MOST_CARDS, 52 * rules.decks + rules.jokers)
        if not 1 <= self.cards <= most:
            raise NotationError(f"a hand has 1 to {most} cards under {rules}")

    def columns(self) -> dict[str, str]:
        """Return the type of each key."""
        return columns_of(
            "number int, hand str, points int, cards int, melds list of str, left list of str"
        )

    def meanings(self) -> dict[str, str]:
        """Return what each key means."""
        return {
            "number": "the row, from 0",
            "hand": "the cards, suit and rank, joined by blanks; `JK` is a joker",
            "points": "the least points of deadwood",
            "cards": "the least number of cards left over, which may need other melds",
            "melds": "melds that leave the least points",
            "left": "the cards that these melds leave over",
        }

    def rows(self, seed: int, numbers: range) -> Iterator[Row]:
        """Yield arranged hands."""
        from suitwise.cards import ANY_JOKER
        from suitwise.rummy.rules.hand import Hand
        from suitwise.rummy.rules.rules import Rules
        from suitwise.rummy.solve.arrangement import arrange
        from suitwise.rummy.solve.batch import batch_deadwood

        rules = Rules.parse(self.rules)
        pack = [*range(52)] * rules.decks + [ANY_JOKER] * rules.jokers
        for batch in _batches(numbers):
            hands = [Hand.of(_drawn(pack, self.cards, seed, n), rules) for n in batch]
            counts = np.array([hand.counts for hand in hands], np.uint8)
            fewest = batch_deadwood(counts, rules, "cards", threads=1).tolist()
            for number, hand, cards in zip(batch, hands, fewest, strict=True):
                best = arrange(hand, compiled=True)
                texts = [*map(str, best.melds)], [*map(str, best.left)]
                values = (number, str(hand), best.points, cards, *texts)
                yield dict(zip(self.columns(), values, strict=True))
