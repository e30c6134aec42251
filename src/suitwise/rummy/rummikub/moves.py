"""The moves of Rummikub and their text, one word each.

``draw`` takes a tile from the pool, ``pass`` is legal only with an empty pool, and ``table:`` is
followed by the whole new table. ``late`` is a move of the host, when the time of a turn is over. A
tile, ``k7`` or ``j``, is a move of chance, which deals or draws it; ``next`` begins the next deal. A
staged turn has a move for each tile, in ascending order, then ``done``; and if there is a choice,
``as:k7`` names the tile that a joker of the new table stands for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, cast, get_args

from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import phrase, quoted
from suitwise.rummy.rummikub.rules.tiles import JOKER, KINDS, SIZE, Part, Table, parts_of, tile_text

Kind: TypeAlias = Literal["draw", "pass", "done", "late", "next", "tile", "as", "table"]
WORDS = ("draw", "pass", "done", "late", "next")
"""The kinds of moves that consist of one word."""

# The numbers of the moves of a staged turn: three words, the tiles, and what a joker stands for.
DRAW_NUMBER, PASS_NUMBER, DONE_NUMBER, TILES, MEANINGS = 0, 1, 2, 3, 3 + SIZE
NUMBERED = MEANINGS + KINDS
"""The number of moves that have numbers."""
LONGEST = 800
"""The most characters of a new table."""


@dataclass(frozen=True, slots=True)
class RummikubMove:
    """A move of Rummikub.

    Args:
        kind: the kind of move.
        tile: the kind of the tile, or the kind that a joker stands for; -1 for other moves.
        table: the text of the new table, in canonical form if all of its parts are sets.

    Raises:
        NotationError: there is no such kind of move, or it lacks or has a tile or a table.

    >>> print(RummikubMove.parse("table:r4r3r5/k9b9r9"), RummikubMove("as", 7))
    table:r3r4r5/k9r9b9 as:k8
    """

    kind: Kind
    tile: int = -1
    table: str = ""

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise NotationError(f"{str(self.kind)[:24]!r} is no kind of move")
        most = {"tile": JOKER, "as": KINDS - 1}.get(self.kind)
        if self.tile != -1 if most is None else not 0 <= self.tile <= most:
            raise NotationError(f"{self.kind}: {'no tile' if most is None else 'a tile'} is named")
        if bool(self.table) != (self.kind == "table"):
            raise NotationError("a table is named by the move table: alone")

    def __str__(self) -> str:
        if self.kind == "table":
            return f"table:{self.table}"
        if self.kind == "tile":
            return tile_text(self.tile)
        return f"as:{tile_text(self.tile)}" if self.kind == "as" else self.kind

    @classmethod
    def parse(cls, text: str) -> RummikubMove:
        """Read a move; the sets of a table, and the tiles of a set, may be in any order.

        Raises:
            NotationError: the text is not a move.

        >>> RummikubMove.parse("j").tile, RummikubMove.parse("late").kind
        (52, 'late')
        """
        if text in WORDS:
            return _words()[text]
        if text.startswith("table:") and len(text) <= LONGEST:
            return cls("table", table=_canonical(text.removeprefix("table:")))
        known = _tiles().get(text) or _meanings().get(text)
        if known is None:
            raise NotationError(
                phrase(
                    "rummikub.no-move",
                    "{text} is no move: write draw, pass, or table: and the whole new table, as "
                    "table:k4k5k6/r9b9o9",
                    text=quoted(text),
                )
            )
        return known

    @property
    def parts(self) -> tuple[Part, ...]:
        """What lies together on the new table, whether it is a set or not."""
        return parts_of(self.table)

    @property
    def number(self) -> int:
        """The number of a move of a staged turn.

        Raises:
            NotationError: it has none.
        """
        if self.kind in ("tile", "as"):
            return (TILES if self.kind == "tile" else MEANINGS) + self.tile
        if self.kind not in WORDS[:3]:
            raise NotationError(f"{str(self)[:24]!r} has no number")
        return WORDS.index(self.kind)


def _canonical(text: str) -> str:
    """Return the canonical text of a table if all of its parts are sets, else the text."""
    parts = parts_of(text)
    sets = [part.as_set() for part in parts]
    if not sets:
        return "-"
    found = [one for one in sets if one is not None]
    if len(found) < len(sets):
        return "/".join(map(str, parts))
    return "/".join(map(str, sorted(found, key=lambda one: one.order)))


@cache
def _words() -> dict[str, RummikubMove]:
    return {word: RummikubMove(cast(Kind, word)) for word in WORDS}


@cache
def _tiles() -> dict[str, RummikubMove]:
    return {tile_text(kind): RummikubMove("tile", kind) for kind in range(SIZE)}


@cache
def _meanings() -> dict[str, RummikubMove]:
    return {f"as:{tile_text(kind)}": RummikubMove("as", kind) for kind in range(KINDS)}


DRAW, PASS, DONE, LATE, NEXT = _words().values()
TILE_MOVES = tuple(_tiles().values())
"""The move of each kind of tile."""
MEANING_MOVES = tuple(_meanings().values())
"""For each kind of tile the move that says a joker stands for it."""


def laying(table: Table) -> RummikubMove:
    """Return the move that lays a new table.

    >>> print(laying(Table.parse("r3r4r5")))
    table:r3r4r5
    """
    return RummikubMove("table", table=str(table))


def numbered_move(number: int) -> RummikubMove:
    """Return the move of a staged turn with a number.

    Raises:
        NotationError: no move has this number.

    >>> print(*map(numbered_move, (0, 2, 3, 55, 56, 107)))
    draw done k1 j as:k1 as:o13
    """
    if not 0 <= number < NUMBERED:
        raise NotationError(f"the moves have the numbers 0 to {NUMBERED - 1}, not {number}")
    if number < TILES:
        return (DRAW, PASS, DONE)[number]
    return TILE_MOVES[number - TILES] if number < MEANINGS else MEANING_MOVES[number - MEANINGS]
