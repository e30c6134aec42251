"""What a seat of Rummikub can play, by brute-force cover: R5, for the oracle of it.

Written from the page of the rules alone and sharing no code with the package.  Every choice of
rack tiles is tried, and for each every cover of all tiles by sets, as far as the jokers tell covers
apart; so this is for small positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from tests.oracles.rummy_games_tiles import (
    JOKER,
    Table,
    TileSet,
    is_group,
    is_joker,
    meanings,
    set_points,
    tile_at,
    tile_points,
    tiles_of,
)
from tests.oracles.rummy_games_turns import (
    Rules,
    Tiles,
    in_order,
    jokers_allowed,
    most_points,
    opens,
    sets_with,
)

# ---------------------------------------------------------------------------------------- covers

Layout = tuple[TileSet, ...]  # the sets of a table that hold jokers, sorted

LONG_ENOUGH = 5
"""A longer run is two runs, so covers without jokers need none."""


@lru_cache(maxsize=400_000)
def layouts(tiles: Tiles) -> frozenset[Layout]:
    """The sets with jokers of all covers of these tiles; nothing if there is no cover."""
    if not tiles:
        return frozenset({()})
    if tiles[0] == JOKER:
        return frozenset()
    counts = Counter(tiles)
    found = set()
    for places in sets_with(tiles[0], counts, 13 if counts[JOKER] else LONG_ENOUGH):
        rest = layouts(in_order(counts - Counter(map(tile_at, places))))
        mine = (places,) if any(map(is_joker, places)) else ()
        found |= {tuple(sorted((*mine, *others))) for others in rest}
        if found and not counts[JOKER]:
            break
    return frozenset(found)


@lru_cache(maxsize=100_000)
def cover_points(tiles: Tiles) -> int | None:
    """The most that sets made of all these tiles count, or None if they make up no sets."""
    if not tiles:
        return 0
    if tiles[0] == JOKER:
        return None
    counts = Counter(tiles)
    found = []
    for places in sets_with(tiles[0], counts):
        rest = cover_points(in_order(counts - Counter(map(tile_at, places))))
        if rest is not None:
            found.append(set_points(places) + rest)
    return max(found, default=None)


# --------------------------------------------------------------------------------- what is played


def choices_of(rack: Counter[str]) -> Iterator[Counter[str]]:
    """All multisets of tiles of a rack, without the empty one."""
    tiles = sorted(rack)
    for numbers in product(*(range(rack[tile] + 1) for tile in tiles)):
        if any(numbers):
            yield Counter({tile: n for tile, n in zip(tiles, numbers, strict=True) if n})


def endings(table: Table, played: Counter[str], opened: bool, rules: Rules) -> set[Layout]:
    """The sets with jokers of all tables in which a legal turn that plays these tiles may end."""
    if not opened and rules.same == "no":
        points = cover_points(in_order(played))
        if points is None or points < rules.opening:
            return set()
        old = tuple(places for places in table if any(map(is_joker, places)))
        laid = layouts_worth(in_order(played), rules.opening)
        return {tuple(sorted((*old, *layout))) for layout in laid}
    if not opened and not opens(played, rules):
        return set()
    tiles = tiles_of(table) + played
    plain = Counter({tile: number for tile, number in tiles.items() if tile != JOKER})
    return {
        layout
        for layout in layouts(in_order(tiles))
        if jokers_allowed(table, layout, plain, played, rules)
    }


@lru_cache(maxsize=100_000)
def layouts_worth(tiles: Tiles, least: int) -> frozenset[Layout]:
    """The sets with jokers of all covers of these tiles that count so much or more."""
    if not tiles:
        return frozenset({()} if least <= 0 else ())
    if tiles[0] == JOKER:
        return frozenset()
    counts = Counter(tiles)
    found = set()
    for places in sets_with(tiles[0], counts):
        left = in_order(counts - Counter(map(tile_at, places)))
        mine = (places,) if any(map(is_joker, places)) else ()
        rest = layouts_worth(left, least - set_points(places))
        found |= {tuple(sorted((*mine, *others))) for others in rest}
    return frozenset(found)


def can(table: Table, played: Counter[str], opened: bool, rules: Rules) -> bool:
    """Whether a legal turn may play exactly these tiles."""
    return bool(played) and bool(endings(table, played, opened, rules))


def plays(table: Table, rack: Counter[str], opened: bool, rules: Rules) -> list[Counter[str]]:
    """All different multisets of rack tiles, none of them empty, that a legal turn may play."""
    return [played for played in choices_of(rack) if can(table, played, opened, rules)]


def best(table: Table, rack: Counter[str], opened: bool, rules: Rules) -> dict[str, list[int]]:
    """`tiles`: most tiles, then points; `points`: most points, then tiles; a joker is 30."""
    found = [(0, 0)]
    for played in plays(table, rack, opened, rules):
        found.append((played.total(), sum(map(tile_points, played.elements()))))
    by_points = max((points, tiles) for tiles, points in found)
    return {"tiles": list(max(found)), "points": list(by_points)}


def best_opening(rack: Counter[str]) -> int:
    """The most points that sets from the rack alone count."""
    return most_points(rack)


# --------------------------------------------------------------------------------------- classes

Class = tuple[Tiles, tuple[object, ...]]


def class_of(played: Counter[str], layout: Iterable[TileSet], rules: Rules) -> Class:
    """Equivalent turns have one class: the tiles played, and what of the jokers matters later."""
    with_jokers = [places for places in layout if any(map(is_joker, places))]
    if rules.joker == "free":
        return in_order(played), ()
    if rules.joker == "locked":
        return in_order(played), tuple(sorted(with_jokers))
    return in_order(played), tuple(sorted(m for s in with_jokers for m in joker_meanings(s)))


def joker_meanings(places: TileSet) -> list[tuple[int, tuple[str, ...]]]:
    """What each joker of a set may stand for; jokers of one group belong together."""
    jokers = [place for place in places if is_joker(place)]
    if is_group(places):
        return [(len(jokers), tuple(sorted(meanings(places, jokers[0]))))]
    return [(1, tuple(meanings(places, joker))) for joker in jokers]


def classes(table: Table, rack: Counter[str], opened: bool, rules: Rules) -> set[Class]:
    """The classes of all legal turns that play tiles."""
    return {
        class_of(played, layout, rules)
        for played in choices_of(rack)
        for layout in endings(table, played, opened, rules)
    }
