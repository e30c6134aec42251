"""Random positions of Rummikub."""

from __future__ import annotations

from random import Random

from suitwise.rummy.rummikub.rules.tiles import (
    JOKER,
    KINDS,
    Group,
    Run,
    Set,
    Table,
    Tiles,
    counts_of,
)


def some_set(rng: Random, jokers: int, lowest: int = 1, highest: int = 13) -> Set:
    """Return a set with so many jokers."""
    if rng.random() < 0.5:
        size = rng.choice((3, 3, 4))
        colours = sorted(rng.sample(range(4), size - jokers))
        return Group(rng.randint(lowest, highest), tuple(colours), jokers)
    length = min(rng.choice((3, 3, 4, 5)), highest - lowest + 1)
    low = rng.randint(lowest, highest - length + 1)
    stood = sorted(rng.sample(range(low, low + length), jokers))
    return Run(rng.randrange(4), low, low + length - 1, tuple(stood))


def position(
    rng: Random, tiles: int, rack: int, jokers: float = 0.2, lowest: int = 1, highest: int = 13
) -> tuple[Table, Tiles]:
    """Return a table of about so many tiles and a rack from the rest of the box."""
    sets: list[Set] = []
    counts = [0] * (KINDS + 1)
    for _ in range(500):
        one = some_set(rng, int(rng.random() < jokers), lowest, highest)
        after = counts_of(kind for each in (*sets, one) for kind in each.kinds)
        if max(after) <= 2 and sum(after) <= tiles:
            sets.append(one)
            counts = [*after]
    near = range(lowest, highest + 1)
    left = [k for k in range(KINDS) for _ in range(2 - counts[k]) if k % 13 + 1 in near]
    left += [JOKER] * (2 - counts[JOKER])
    return Table(tuple(sets)), Tiles(counts_of(rng.sample(left, min(rack, len(left)))))
