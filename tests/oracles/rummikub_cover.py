"""Turns of Rummikub by brute force, from the rules page alone: every table that given tiles can make.

A tile is a colour and a number, ``("r", 5)``. A set is ``("run", colour, numbers, jokers)`` with the
numbers for which jokers stand, or ``("group", number, colours, jokers)`` with how many there are. It is
for small positions only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

Tile = tuple[str, int]
JOKER: Tile = ("j", 0)


def tiles_of(text: str) -> list[Tile]:
    """Read a rack."""
    return [JOKER if word == "j" else (word[0], int(word[1:])) for word in text.split()]


def sets_of(text: str) -> list[Any]:
    """Read a table of sets."""
    found: list[Any] = []
    for part in text.split("/") if text != "-" else ():
        pieces = re.findall(r"(\[?)([krbo]?)(\d+)\]?", part)
        colours = {colour for _, colour, _ in pieces if colour}
        numbers = [int(number) for *_, number in pieces]
        if len(set(numbers)) == 1:
            own = frozenset(colour for bracket, colour, _ in pieces if not bracket)
            found.append(("group", numbers[0], own, len(pieces) - len(own)))
        else:
            stood = frozenset(int(number) for bracket, _, number in pieces if bracket)
            found.append(("run", colours.pop(), tuple(sorted(numbers)), stood))
    return found


def in_set(one: Any) -> list[Tile]:
    """Return the tiles of a set."""
    if one[0] == "run":
        own = [(one[1], n) for n in one[2] if n not in one[3]]
        return own + [JOKER] * len(one[3])
    return [(colour, one[1]) for colour in one[2]] + [JOKER] * one[3]


def tables(tiles: Counter[Tile]) -> Iterator[list[Any]]:
    """Yield the tables that have exactly these tiles; some more than once."""
    own = [tile for tile in tiles if tile != JOKER and tiles[tile]]
    if not own:
        if not tiles[JOKER]:
            yield []
        return
    colour, number = min(own, key=lambda tile: (tile[1], tile[0]))
    for one in (
        *runs_with(colour, number, tiles[JOKER]),
        *groups_with(colour, number, tiles[JOKER]),
    ):
        left = tiles.copy()
        left.subtract(in_set(one))
        if min(left.values()) >= 0:
            for others in tables(left):
                yield [one, *others]


def runs_with(colour: str, number: int, jokers: int) -> Iterator[Any]:
    """Yield the runs in which a tile is the lowest that is no joker."""
    for low in range(max(1, number - jokers), number + 1):
        for high in range(low + 2, 14):
            for count in range(jokers - (number - low) + 1):
                for stood in combinations(range(number + 1, high + 1), count):
                    below = range(low, number)
                    yield "run", colour, tuple(range(low, high + 1)), frozenset((*below, *stood))


def groups_with(colour: str, number: int, jokers: int) -> Iterator[Any]:
    """Yield the groups with a tile."""
    others = [one for one in "krbo" if one != colour]
    for size in range(4):
        for chosen in combinations(others, size):
            for count in range(jokers + 1):
                if 3 <= 1 + size + count <= 4:
                    yield "group", number, frozenset((colour, *chosen)), count


def meanings(one: Any) -> list[frozenset[Tile]]:
    """Return what each joker of a set stands for."""
    if one[0] == "run":
        return [frozenset({(one[1], n)}) for n in one[3]]
    absent = frozenset((colour, one[1]) for colour in "krbo" if colour not in one[2])
    return [absent] * one[3]


def keeps_jokers(old: list[Any], new: list[Any], both: bool) -> bool:
    """Return whether each joker of the old table keeps a tile it stood for or is free."""
    lying = {tile for one in new for tile in in_set(one)}
    bound = []
    for one in old:
        for stands in meanings(one):
            is_all = both and one[0] == "group" and len(one[2]) + one[3] == 3
            if not (stands <= lying if is_all else stands & lying):
                bound.append(stands)
    places = [(at, stands) for at, one in enumerate(new) for stands in meanings(one)]
    for chosen in permutations(places, len(bound)):
        for tiles in product(*(stands for _, stands in chosen)):
            apart = {(at, tile) for (at, _), tile in zip(chosen, tiles, strict=True)}
            fits = all(tile in stands for tile, stands in zip(tiles, bound, strict=True))
            if len(apart) == len(bound) and fits:
                return True
    return False


def turns(
    old: list[Any], rack: list[Tile], joker: str, both: bool = False
) -> set[tuple[Tile, ...]]:
    """Return the choices of tiles that a seat that has opened may play; ``joker`` is swap or free."""
    lying = Counter(tile for one in old for tile in in_set(one))
    held = sorted(Counter(rack).items())
    found = set()
    for counts in product(*(range(count + 1) for _, count in held)):
        played = Counter(
            {tile: count for (tile, _), count in zip(held, counts, strict=True) if count}
        )
        if played and any(
            joker == "free" or keeps_jokers(old, new, both) for new in tables(lying + played)
        ):
            found.add(tuple(sorted(played.elements())))
    return found


def worth(tiles: tuple[Tile, ...]) -> int:
    """Return what tiles count on the rack."""
    return sum(30 if tile == JOKER else tile[1] for tile in tiles)
