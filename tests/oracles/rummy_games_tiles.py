"""Tiles, sets and tables of Rummikub for the oracle of it: R1 and the canonical text of R3.

Written from the page of the rules alone and sharing no code with the package.  A tile is its text,
`k1` to `o13`, or `j` for a joker.  A place in a set is a text, too: a tile, `[r6]` for a joker in a
run, `[5]` for one in a group.  A set is the tuple of its places, a table a tuple of sets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

COLOURS = "krbo"
NUMBERS = range(1, 14)
COPIES = 2
JOKER = "j"
JOKERS = 2
JOKER_POINTS = 30

TileSet = tuple[str, ...]
Table = tuple[TileSet, ...]

PLACE = re.compile(r"\[[krbo]?\d+\]|[krbo]\d+")
TILE = re.compile(r"[krbo]\d+|j")


def all_tiles() -> list[str]:
    """The 106 tiles of a box."""
    plain = [f"{colour}{number}" for colour in COLOURS for number in NUMBERS]
    return [*plain * COPIES, *[JOKER] * JOKERS]


def read_tiles(text: str) -> list[str]:
    """The tiles of a rack, with blanks between them or without."""
    word = "".join(text.split()).replace("-", "")
    tiles = TILE.findall(word)
    if "".join(tiles) != word:
        raise ValueError(f"{text} are no tiles")
    return tiles


def number_of(tile: str) -> int:
    """The number of a tile that is no joker."""
    return int(tile[1:])


def tile_points(tile: str) -> int:
    """What a tile counts on a rack: its number, a joker 30."""
    return JOKER_POINTS if tile == JOKER else number_of(tile)


def tile_order(tile: str) -> tuple[int, int]:
    """Tiles by colour and number, jokers last."""
    return (len(COLOURS), 0) if tile == JOKER else (COLOURS.index(tile[0]), number_of(tile))


# ---------------------------------------------------------------------------------------- places


def is_joker(place: str) -> bool:
    """Whether a joker lies at this place of a set."""
    return place.startswith("[")


def tile_at(place: str) -> str:
    """The tile that lies at a place."""
    return JOKER if is_joker(place) else place


def tiles_of(table: Iterable[Sequence[str]]) -> Counter[str]:
    """All tiles of a table."""
    return Counter(tile_at(place) for places in table for place in places)


# ------------------------------------------------------------------------------------------ sets


def as_run(places: Sequence[str]) -> TileSet | None:
    """The places as a run, ascending, or None."""
    tiles = [place.strip("[]") for place in places]
    if not all(tile[0] in COLOURS for tile in tiles) or all(map(is_joker, places)):
        return None
    ascending = sorted(places, key=lambda place: number_of(place.strip("[]")))
    numbers = [number_of(place.strip("[]")) for place in ascending]
    one_colour = len({tile[0] for tile in tiles}) == 1
    in_sequence = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    in_box = numbers[0] in NUMBERS and numbers[-1] in NUMBERS
    return tuple(ascending) if one_colour and in_sequence and in_box and len(tiles) >= 3 else None


def as_group(places: Sequence[str]) -> TileSet | None:
    """The places as a group, tiles in the order k r b o before jokers, or None."""
    plain = sorted((place for place in places if not is_joker(place)), key=tile_order)
    if not plain or len(places) not in (3, 4):
        return None
    number = number_of(plain[0])
    jokers = [f"[{number}]"] * (len(places) - len(plain))
    same_number = all(number_of(tile) == number for tile in plain) and number in NUMBERS
    colours_differ = len({tile[0] for tile in plain}) == len(plain)
    written = sorted(place for place in places if is_joker(place)) == jokers
    return (*plain, *jokers) if same_number and colours_differ and written else None


def as_set(places: Sequence[str]) -> TileSet | None:
    """The places in canonical order, or None if they are no set."""
    return as_run(places) or as_group(places)


def is_group(places: TileSet) -> bool:
    """Whether a set is a group."""
    return as_group(places) is not None


def meanings(places: TileSet, place: str) -> frozenset[str]:
    """The tiles that a joker at a place of a set may stand for: in a group all missing ones."""
    if not is_group(places):
        return frozenset({place.strip("[]")})
    number = place.strip("[]")
    return frozenset(colour + number for colour in COLOURS if colour + number not in places)


def set_points(places: TileSet) -> int:
    """What a set counts towards an opening: a joker as the tile it stands for."""
    return sum(int(place.strip("[]").lstrip(COLOURS)) for place in places)


# ---------------------------------------------------------------------------------------- tables


def read_places(text: str) -> tuple[str, ...]:
    """The places of one part of a table's text, whether or not they are a set."""
    places = PLACE.findall(text)
    if "".join(places) != text or not places:
        raise ValueError(f"{text} is no part of a table")
    return tuple(places)


def read_parts(text: str) -> list[tuple[str, ...]]:
    """The parts of a table's text; `-` has none."""
    return [] if text == "-" else [read_places(part) for part in text.split("/")]


def read_table(text: str) -> Table:
    """A table whose parts all are sets."""
    return tuple(sorted(map(_set_of, read_parts(text)), key=set_order))


def _set_of(places: tuple[str, ...]) -> TileSet:
    found = as_set(places)
    if found is None:
        raise ValueError(f"{''.join(places)} is no set")
    return found


def set_order(places: TileSet) -> tuple[int, int, int, int, str]:
    """Runs by colour, lowest number, length and text, then groups by number and text."""
    first, text = places[0].strip("[]"), "".join(places)
    if is_group(places):
        return 1, number_of(first), 0, 0, text
    return 0, COLOURS.index(first[0]), number_of(first), len(places), text


def table_text(table: Iterable[TileSet]) -> str:
    """The canonical text of a table."""
    return "/".join("".join(places) for places in sorted(table, key=set_order)) or "-"
