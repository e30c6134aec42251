"""Tiles, sets and tables of Rummikub, and their text (the rules page, R1 and R3).

A box has two copies of the numbers 1 to 13 in four colours, and two jokers. A tile is written as its
colour and number, ``k1 r13 b5 o7`` for black, red, blue and orange, and a joker as ``j``. A *set* is a
run of three or more consecutive numbers of one colour, or a group of three or four tiles of one number
and different colours. A joker in a run is written in brackets as the tile it stands for, ``r4[r5]r6``,
in a group as the number alone, ``k9r9[9]``. A *table* is its sets with ``/`` between them, ``-`` for
none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from suitwise.arguments import of_kind
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text.phrases import phrase, quoted

COLOURS = "krbo"
NUMBERS = 13
KINDS = 52
"""The number of different tiles. The kind of a tile is 13 times its colour plus its number minus 1."""
JOKER = KINDS
"""The kind of a joker."""
SIZE = KINDS + 1
COPIES = 2
"""The number of copies of each tile in a box, and of jokers."""
JOKER_POINTS = 30
"""The points of a joker on the rack."""
LEAST, MOST_IN_GROUP = 3, 4
"""The fewest tiles of a set and the most of a group."""


def kind_of(colour: int, number: int) -> int:
    """Return the kind of a tile.

    >>> kind_of(1, 13)
    25
    """
    return NUMBERS * colour + number - 1


def number_of(kind: int) -> int:
    """Return the number of a tile other than a joker.

    >>> number_of(25)
    13
    """
    return kind % NUMBERS + 1


def points_of(kind: int) -> int:
    """Return the points of a tile on the rack.

    >>> points_of(25), points_of(JOKER)
    (13, 30)
    """
    return JOKER_POINTS if kind == JOKER else number_of(kind)


def tile_text(kind: int) -> str:
    """Return a tile as text.

    >>> tile_text(25), tile_text(JOKER)
    ('r13', 'j')
    """
    return "j" if kind == JOKER else f"{COLOURS[kind // NUMBERS]}{number_of(kind)}"


# --- Tiles ----------------------------------------------------------------------------------------

_TILE = re.compile(r"([krbo])([1-9]|1[0-3])|j")


@dataclass(frozen=True, slots=True)
class Tiles:
    """A multiset of tiles of one box, such as a rack.

    Args:
        counts: the number of tiles of each kind, the jokers last: 53 numbers.

    Raises:
        IllegalPosition: a box has fewer copies.

    >>> rack = Tiles.parse("r5 k1 j r5")
    >>> print(rack), len(rack), rack.points
    k1 r5 r5 j
    (None, 4, 41)
    >>> Tiles.parse("r5 r5 r5")
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: r5 appears 3 times, but a box has 2
    """

    counts: tuple[int, ...] = (0,) * SIZE

    def __post_init__(self) -> None:
        if len(self.counts) != SIZE or min(self.counts) < 0:
            raise IllegalPosition(f"the counts of tiles are {SIZE} numbers, none below 0")
        check_copies(self.counts)

    @classmethod
    def parse(cls, text: str) -> Tiles:
        """Read tiles with spaces between them.

        Raises:
            NotationError: something is not a tile.
            IllegalPosition: a box has fewer copies.
        """
        counts = [0] * SIZE
        for word in of_kind(text, str, "tiles").split():
            counts[_kind(word)] += 1
        return cls(tuple(counts))

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kind of every tile, ascending, jokers last."""
        return tuple(kind for kind, count in enumerate(self.counts) for _ in range(count))

    @property
    def points(self) -> int:
        """Their total points on the rack."""
        return sum(map(points_of, self.kinds))

    def __len__(self) -> int:
        return sum(self.counts)

    def __str__(self) -> str:
        return " ".join(map(tile_text, self.kinds))


def _kind(word: str) -> int:
    match = _TILE.fullmatch(word)
    if match is None:
        raise NotationError(
            phrase(
                "rummikub.no-tile",
                "{text} is no tile: write k1 to k13, r, b, o likewise, or j",
                text=quoted(word[:16]),
            )
        )
    return JOKER if match[1] is None else kind_of(COLOURS.index(match[1]), int(match[2]))


def check_copies(counts: Sequence[int]) -> None:
    """Raise IllegalPosition if there are more tiles of a kind than in a box."""
    if max(counts) > COPIES:
        for kind in (kind for kind, count in enumerate(counts) if count > COPIES):
            name = phrase("rummikub.a-joker", "a joker") if kind == JOKER else tile_text(kind)
            raise IllegalPosition(
                phrase(
                    "rummikub.copies",
                    "{tile} appears {n} times, but a box has {most}",
                    tile=name,
                    n=counts[kind],
                    most=COPIES,
                )
            )


# --- Sets -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive tiles of one colour.

    Args:
        colour: 0 to 3, for k r b o.
        low: the lowest number.
        high: the highest.
        jokers: the numbers that jokers stand for, ascending.

    >>> run = Run(1, 4, 6, (5,))
    >>> print(run), run.worth
    r4[r5]r6
    (None, 15)
    """

    colour: int
    low: int
    high: int
    jokers: tuple[int, ...] = ()

    @classmethod
    def of(cls, colour: int, numbers: Sequence[int]) -> Run:
        """Return a run of numbers, -n for a joker at n.

        >>> print(Run.of(1, (4, -5, 6)))
        r4[r5]r6
        """
        jokers = tuple(-n for n in numbers if n < 0)
        return cls(colour, abs(numbers[0]), abs(numbers[-1]), jokers)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles, jokers last."""
        first = kind_of(self.colour, self.low)
        every = range(first, first + len(self))
        if not self.jokers:
            return tuple(every)
        own = (kind for kind in every if kind % NUMBERS + 1 not in self.jokers)
        return (*own, *(JOKER for _ in self.jokers))

    @property
    def worth(self) -> int:
        """Its points, a joker as the tile that it stands for."""
        return (self.low + self.high) * len(self) // 2

    @property
    def meanings(self) -> tuple[frozenset[int], ...]:
        """For each joker the kinds of tiles that it stands for."""
        return tuple(frozenset({kind_of(self.colour, n)}) for n in self.jokers)

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key among the sets of a table: a joker comes before a tile in its place."""
        return 0, self.colour, self.low, len(self), (*self.jokers, NUMBERS + 1)

    def __len__(self) -> int:
        return self.high - self.low + 1

    def __str__(self) -> str:
        tiles = ((n, tile_text(kind_of(self.colour, n))) for n in range(self.low, self.high + 1))
        return "".join(f"[{text}]" if n in self.jokers else text for n, text in tiles)


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles of one number and different colours.

    Args:
        number: the number.
        colours: the colours of its tiles, ascending.
        jokers: the number of jokers in it.

    >>> group = Group(9, (0, 1), 1)
    >>> print(group), group.worth
    k9r9[9]
    (None, 27)
    """

    number: int
    colours: tuple[int, ...]
    jokers: int = 0

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles, jokers last."""
        return (*(kind_of(c, self.number) for c in self.colours), *(JOKER,) * self.jokers)

    @property
    def worth(self) -> int:
        """Its points, a joker as the tile that it stands for."""
        return self.number * len(self)

    @property
    def missing(self) -> frozenset[int]:
        """The kinds of its number in the colours that it does not have."""
        absent = (c for c in range(len(COLOURS)) if c not in self.colours)
        return frozenset(kind_of(c, self.number) for c in absent)

    @property
    def meanings(self) -> tuple[frozenset[int], ...]:
        """For each joker the kinds of tiles that it stands for."""
        return (self.missing,) * self.jokers

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key among the sets of a table."""
        letters = "".join(COLOURS[colour] for colour in self.colours)
        return 1, self.number, letters + "[" * self.jokers

    def __len__(self) -> int:
        return len(self.colours) + self.jokers

    def __str__(self) -> str:
        own = "".join(tile_text(kind_of(c, self.number)) for c in self.colours)
        return own + f"[{self.number}]" * self.jokers


Set: TypeAlias = Run | Group

_PIECE = re.compile(r"(\[?)([krbo]?)([0-9]{1,2})(\]?)")


@dataclass(frozen=True, slots=True)
class Part:
    """Tiles that lie together on a table, whether they are a set or not.

    Args:
        pieces: for each tile its colour, -1 for none; its number; and whether it is a joker.

    >>> print(Part.parse("k5r5[5]").as_set(), Part.parse("r5r6").as_set())
    k5r5[5] None
    """

    pieces: tuple[tuple[int, int, bool], ...]

    @classmethod
    def parse(cls, text: str) -> Part:
        """Read tiles that lie together, in any order.

        Raises:
            NotationError: something is neither a tile nor a joker in brackets.
        """
        pieces, at = [], 0
        while at < len(text):
            match = _PIECE.match(text, at)
            if match is None or bool(match[1]) != bool(match[4]) or not (match[1] or match[2]):
                raise NotationError(
                    phrase(
                        "rummikub.no-tile-of-set",
                        "{text} is no tile of a set: write r5, and for a joker [r5] in a run or [5] "
                        "in a group",
                        text=quoted(text[at : at + 16]),
                    )
                )
            pieces.append(
                (COLOURS.index(match[2]) if match[2] else -1, int(match[3]), bool(match[1]))
            )
            at = match.end()
        return cls(tuple(pieces))

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles, without those that no box has, such as k14."""
        own = (kind_of(c, n) for c, n, joker in self.pieces if not joker and 1 <= n <= NUMBERS)
        return (*own, *(JOKER for *_, joker in self.pieces if joker))

    def __str__(self) -> str:
        texts = (f"{COLOURS[c] if c >= 0 else ''}{n}" for c, n, _ in self.pieces)
        jokers = (joker for *_, joker in self.pieces)
        return "".join(
            f"[{text}]" if joker else text for text, joker in zip(texts, jokers, strict=True)
        )

    def as_set(self) -> Set | None:
        """Return the set that the tiles form; None if they form none."""
        if len(self.pieces) < LEAST or any(not 1 <= n <= NUMBERS for _, n, _ in self.pieces):
            return None
        return self._as_run() or self._as_group()

    def _as_run(self) -> Run | None:
        colours = {colour for colour, *_ in self.pieces}
        numbers = sorted(number for _, number, _ in self.pieces)
        low, high = numbers[0], numbers[-1]
        if len(colours) > 1 or -1 in colours or numbers != list(range(low, high + 1)):
            return None
        jokers = sorted(number for _, number, joker in self.pieces if joker)
        return Run(colours.pop(), low, high, tuple(jokers)) if len(jokers) < len(numbers) else None

    def _as_group(self) -> Group | None:
        colours = sorted(colour for colour, _, joker in self.pieces if not joker)
        jokers = [colour for colour, _, joker in self.pieces if joker]
        is_group = (
            len({number for _, number, _ in self.pieces}) == 1
            and 0 < len(colours) == len(set(colours))
            and len(self.pieces) <= MOST_IN_GROUP
            and set(jokers) <= {-1}
        )
        return Group(self.pieces[0][1], tuple(colours), len(jokers)) if is_group else None


def parts_of(text: str) -> tuple[Part, ...]:
    """Read the parts of a table, whether they are sets or not.

    Raises:
        NotationError: something is no tile of a set.

    >>> [part.as_set() is not None for part in parts_of("k5r5o5/r1r2")]
    [True, False]
    """
    parts = of_kind(text, str, "table").strip()
    return () if parts in ("", "-") else tuple(map(Part.parse, parts.split("/")))


# --- Tables ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """The sets on a table.

    Args:
        sets: the sets; they are put in the order of the canonical text.

    Raises:
        IllegalPosition: a box has fewer tiles of a kind.

    >>> print(Table.parse("r5o5b5/r1r2r3r4/k5k4k7k6"))
    k4k5k6k7/r1r2r3r4/r5b5o5
    >>> Table.parse("r5r6")
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'r5r6' is no set: a run has 3 to 13 tiles, a group 3 or 4
    """

    sets: tuple[Set, ...] = ()
    counts: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """How many tiles of each kind lie there, the jokers last."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sets", tuple(sorted(self.sets, key=lambda one: one.order)))
        counts = counts_of(kind for one in self.sets for kind in one.kinds)
        object.__setattr__(self, "counts", counts)
        check_copies(counts)

    @classmethod
    def parse(cls, text: str) -> Table:
        """Read a table.

        Raises:
            NotationError: something is no set.
            IllegalPosition: a box has fewer tiles of a kind.
        """
        sets = []
        words = text.strip().split("/")
        for word, part in zip(words, parts_of(text), strict=False):
            one = part.as_set()
            if one is None:
                raise NotationError(
                    phrase(
                        "rummikub.no-set",
                        "{text} is no set: a run has 3 to 13 tiles, a group 3 or 4",
                        text=quoted(word[:40]),
                    )
                )
            sets.append(one)
        return cls(tuple(sets))

    def __str__(self) -> str:
        return "/".join(map(str, self.sets)) or "-"


def counts_of(kinds: Iterable[int]) -> tuple[int, ...]:
    """Return the number of tiles of each kind.

    >>> counts_of([0, 0, JOKER])[:2], counts_of([JOKER])[-1]
    ((2, 0), 1)
    """
    counts = [0] * SIZE
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)


def check_box(*parts: Sequence[int]) -> None:
    """Raise IllegalPosition if several places together have more tiles than a box.

    >>> check_box(counts_of([0, 0]), counts_of([0]))
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: k1 appears 3 times, but a box has 2
    """
    check_copies([*map(sum, zip(*parts, strict=True))])
