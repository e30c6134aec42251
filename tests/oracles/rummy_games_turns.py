"""What makes a turn of Rummikub legal: R2, R3 and R4, for the oracle of it.

Written from the page of the rules alone and sharing no code with the package.  A turn is judged by
the two tables and the tiles played; the covers that a seat might have found are in
`rummy_games_covers`.

How the open places of the page are read here
---------------------------------------------
 1. Two jokers in one group stand for different colours, both when they are kept and when they are
    freed, so in `k7r7[7][7]` the tile b7 frees one of them and the other keeps o7.
 2. `group_joker=both`: a joker in a group of three is freed by all the missing tiles together, be
    they two or (with two jokers) three.
 3. `joker=locked`: two locked sets may grow together into one.  With `both` all the missing tiles
    of a group of three come from the rack.
 4. `opening=0`: a first turn needs no set of its own.
 5. A table with a part that is no set is not asked for what opens and where jokers lie; nor is a
    table that lacks tiles asked for its jokers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import combinations, permutations, product

from tests.oracles.rummy_games_tiles import (
    COLOURS,
    JOKER,
    NUMBERS,
    Table,
    TileSet,
    as_set,
    is_group,
    is_joker,
    meanings,
    number_of,
    set_points,
    tile_at,
    tile_order,
    tiles_of,
)

# --------------------------------------------------------------------------------------- options

Options = Mapping[str, object]


@dataclass(frozen=True)
class Rules:
    """The options of Rummikub, each with its default."""

    opening: int = 30
    same: str = "yes"
    joker: str = "swap"
    group_joker: str = "either"
    penalty: int = 3
    pool: str = "pass"
    match: str = "points"
    deals: int = 1


CHOICES = {
    "same": ("yes", "no"),
    "joker": ("swap", "free", "locked"),
    "group_joker": ("either", "both"),
    "pool": ("pass", "stop"),
    "match": ("points", "wins"),
    "opening": range(101),
    "penalty": range(1, 11),
    "deals": range(1, 21),
}


def rules_of(options: Options | None = None) -> Rules:
    """The rules with these options; a name or value that the page does not know is refused."""
    given = dict(options or {})
    known = {field.name for field in fields(Rules)}
    for name, value in given.items():
        if name not in known or value not in CHOICES[name]:
            raise ValueError(f"the page knows no {name}={value}")
    return Rules(**given)  # type: ignore[arg-type]


# ------------------------------------------------------------------------- sets out of some tiles

Tiles = tuple[str, ...]  # sorted, jokers last


def in_order(tiles: Counter[str]) -> Tiles:
    """Tiles as a sorted tuple, by colour and number, jokers last."""
    return tuple(sorted(tiles.elements(), key=tile_order))


def sets_with(first: str, tiles: Counter[str], longest: int = 13) -> Iterator[TileSet]:
    """All sets of these tiles that hold this tile, where no other of its colour is lower."""
    yield from _groups_with(first, tiles)
    colour, number = first[0], number_of(first)
    for low in range(max(1, number - tiles[JOKER]), number + 1):
        start = (*(f"[{colour}{step}]" for step in range(low, number)), first)
        left = tiles - Counter(map(tile_at, start))
        yield from _longer_runs(start, number + 1, left, longest)


def _longer_runs(
    places: TileSet, number: int, left: Counter[str], longest: int
) -> Iterator[TileSet]:
    """A run and all that go on from it with tiles and jokers that are left."""
    if len(places) >= 3:
        yield places
    if number not in NUMBERS or len(places) == longest:
        return
    tile = f"{places[0].strip('[')[0]}{number}"
    for place in (tile, f"[{tile}]"):
        if left[tile_at(place)]:
            rest = left - Counter([tile_at(place)])
            yield from _longer_runs((*places, place), number + 1, rest, longest)


def _groups_with(tile: str, tiles: Counter[str]) -> Iterator[TileSet]:
    """All groups of these tiles that hold this one."""
    number = number_of(tile)
    mates = [c + tile[1:] for c in COLOURS if c != tile[0] and tiles[c + tile[1:]]]
    for others in range(4):
        for chosen in combinations(mates, others):
            plain = sorted([tile, *chosen], key=tile_order)
            for jokers in range(tiles[JOKER] + 1):
                if 3 <= len(plain) + jokers <= 4:
                    yield (*plain, *[f"[{number}]"] * jokers)


# --------------------------------------------------------------------------------------- opening


def most_points(played: Counter[str]) -> int:
    """The most that sets contained in these tiles count, a joker as the tile it stands for."""
    return _most_points(in_order(played))


@lru_cache(maxsize=200_000)
def _most_points(tiles: Tiles) -> int:
    if len(tiles) < 3 or tiles[0] == JOKER:
        return 0
    counts = Counter(tiles)
    best = _most_points(tiles[1:])
    for places in sets_with(tiles[0], counts):
        left = counts - Counter(map(tile_at, places))
        best = max(best, set_points(places) + _most_points(in_order(left)))
    return best


def opens(played: Counter[str], rules: Rules) -> bool:
    """Whether the tiles of a first turn contain sets worth the minimum (`same=yes`)."""
    return most_points(played) >= rules.opening


# ---------------------------------------------------------------------------------------- jokers


def jokers_allowed(
    old: Table,
    new: Sequence[TileSet],
    plain: Counter[str],
    played: Counter[str],
    rules: Rules,
) -> bool:
    """R4: whether the jokers of the old table may lie as they do in the sets of the new one.

    Of the new sets only those with jokers count; `plain` are all other tiles of the new table,
    `played` what comes from the rack.
    """
    with_jokers = [places for places in old if any(map(is_joker, places))]
    if rules.joker == "free" or not with_jokers:
        return True
    if rules.joker == "locked":
        return _locked_sets_grow(with_jokers, new, played, rules)
    return _jokers_keep_their_tiles(with_jokers, new, plain, rules)


def readings(table: Sequence[TileSet]) -> list[tuple[str, ...]]:
    """All ways to say which tile each joker of a table stands for, in one order of the jokers."""
    return [
        tuple(tile for tiles in each_set for tile in tiles)
        for each_set in product(*(_readings_of_set(places) for places in table))
    ]


def _readings_of_set(places: TileSet) -> list[tuple[str, ...]]:
    """The tiles that the jokers of a set may stand for: those in one group are different."""
    jokers = [place for place in places if is_joker(place)]
    if not is_group(places):
        return [tuple(place.strip("[]") for place in jokers)]
    missing = sorted(meanings(places, jokers[0])) if jokers else []
    return list(permutations(missing, len(jokers)))


def _jokers_keep_their_tiles(
    old: Sequence[TileSet], new: Sequence[TileSet], plain: Counter[str], rules: Rules
) -> bool:
    """`joker=swap`: each joker keeps a tile it stood for, or is free as that tile is there."""
    groups = [places for places in old for place in places if is_joker(place)]
    for stood_for in readings(old):
        kept = Counter(
            tile
            for tile, places in zip(stood_for, groups, strict=True)
            if not _is_freed(tile, places, plain, rules)
        )
        if any(kept <= Counter(stands_for) for stands_for in readings(new)):
            return True
    return False


def _is_freed(tile: str, places: TileSet, plain: Counter[str], rules: Rules) -> bool:
    """Whether a joker that stood for a tile in an old set is free."""
    if rules.group_joker == "both" and is_group(places) and len(places) == 3:
        joker = next(place for place in places if is_joker(place))
        return all(plain[missing] for missing in meanings(places, joker))
    return bool(plain[tile])


def _locked_sets_grow(
    old: Sequence[TileSet], new: Sequence[TileSet], played: Counter[str], rules: Rules
) -> bool:
    """`joker=locked`: each old set with a joker is in a new one, but for jokers replaced."""
    ways = [list(_replacements(places, rules)) for places in old]
    for chosen in product(*ways):
        used = sum((Counter(tiles) for tiles, _ in chosen), Counter[str]())
        still_locked = [places for _, places in chosen if any(map(is_joker, places))]
        if used <= played and _fit_into(still_locked, new):
            return True
    return False


def _replacements(places: TileSet, rules: Rules) -> Iterator[tuple[Sequence[str], TileSet]]:
    """Tiles from the rack that take places of jokers, and the set as it is then."""
    jokers = [at for at, place in enumerate(places) if is_joker(place)]
    both = rules.group_joker == "both" and is_group(places) and len(places) == 3
    if both:
        missing = sorted(meanings(places, places[-1]))
        yield (), places
        yield missing, tuple(place for place in places if not is_joker(place))
        return
    for number in range(len(jokers) + 1):
        for replaced in combinations(jokers, number):
            for stands_for in _readings_of_set(places):
                now, taken = list(places), []
                for at, tile in zip(jokers, stands_for, strict=True):
                    if at in replaced:
                        now[at] = tile
                        taken.append(tile)
                yield taken, tuple(now)


def _fit_into(locked: Sequence[TileSet], new: Sequence[TileSet]) -> bool:
    """Whether the locked sets lie in the new ones, each in one, without sharing a tile."""
    if not locked:
        return True
    for at, places in enumerate(new):
        left = Counter(places)
        if Counter(locked[0]) <= left and (is_group(places) == is_group(locked[0])):
            rest = tuple((left - Counter(locked[0])).elements())
            if _fit_into_rest(locked[1:], [*new[:at], *new[at + 1 :]], rest):
                return True
    return False


def _fit_into_rest(locked: Sequence[TileSet], new: Sequence[TileSet], rest: TileSet) -> bool:
    """The same, where the rest of a set that has one of them may hold the other, too."""
    if not locked:
        return True
    joins = len(locked) == 1 and Counter(locked[0]) <= Counter(rest)
    return joins or _fit_into(locked, new)


# -------------------------------------------------------------------------------------- the turn


def faults(
    old: Table,
    rack: Counter[str],
    opened: bool,
    parts: Sequence[Sequence[str]],
    rules: Rules,
) -> list[str]:
    """The codes of all that is wrong with a new table; none if the turn is legal."""
    found = []
    sets = [as_set(part) for part in parts]
    new = [places for places in sets if places is not None]
    before, after = tiles_of(old), tiles_of(parts)
    played, gone = after - before, before - after
    if len(new) < len(sets):
        found.append("not-a-set")
    if gone:
        found.append("table-tile-gone")
    if not played <= rack:
        found.append("not-yours")
    if not played:
        found.append("nothing-played")
    if len(new) == len(sets):
        found += [] if opened else _opening_faults(old, new, played, rules)
        plain = Counter({tile: n for tile, n in after.items() if tile != JOKER})
        if not gone and not jokers_allowed(old, new, plain, played, rules):
            found.append("joker-locked" if rules.joker == "locked" else "joker-moved")
    return found


def _opening_faults(
    old: Table, new: Sequence[TileSet], played: Counter[str], rules: Rules
) -> list[str]:
    """What is wrong with a first turn beyond R3."""
    if rules.same == "yes" or Counter(old) - Counter(new):
        found = [] if rules.same == "yes" else ["table-touched"]
        return found if opens(played, rules) else [*found, "opening-short"]
    laid = Counter(new) - Counter(old)
    points = sum(set_points(places) * number for places, number in laid.items())
    return [] if points >= rules.opening else ["opening-short"]
