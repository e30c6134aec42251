"""How plays can be cut into the blocks of a throw: the tops that each cutting has, without listing all.

Source: rules page §3 and §6, Throws; docs/tractor.md, Who wins. ``cutting`` has the rules; here are the
lead's shape and a play's levels as people see them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from suitwise.tractor.rules.blocks import Block, pair_levels
from suitwise.tractor.rules.cutting import bench as on
from suitwise.tractor.rules.cutting.finding import HIGH, find_cuttings
from suitwise.tractor.rules.order import Trump, phi_of, rank_card_phi
from suitwise.tractor.rules.piles import Pile, bits

Tops = tuple[int, ...]
"""The top Φ of the blocks of a cutting in the order of the lead's parts: larger blocks first, and of one
size the highest first."""


class Shape(NamedTuple):
    """The parts of a lead: the lengths of its tractors, longest first, its pairs and its singles."""

    tractors: tuple[int, ...]
    pairs: int
    singles: int

    @property
    def largest(self) -> int:
        """How many parts are of the largest size."""
        if self.tractors:
            return self.tractors.count(self.tractors[0])
        return self.pairs or self.singles


def shape_of(parts: Sequence[Block]) -> Shape:
    """Return the shape of a lead that is cut into parts (``blocks.parts_of``)."""
    return Shape(
        tuple(part.size // 2 for part in parts if part.size > 2),
        sum(part.size == 2 for part in parts),
        sum(part.size == 1 for part in parts),
    )


class Levels(NamedTuple):
    """The Φ of a play's cards.

    Args:
        chained: the pairs that join tractors, one on each Φ.
        spare: the pairs beyond the first on the shared Φ, where these join tractors.
        shared: the shared Φ.
        loose: the Φ of the pairs that join no tractors.
        singles: the Φ of the cards that are in no pair.
    """

    chained: int
    spare: int
    shared: int
    loose: tuple[int, ...]
    singles: tuple[int, ...]

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return self.chained.bit_count() + self.spare + len(self.loose)


def levels_of(play: Pile, partition: int, trump: Trump, chain: int) -> Levels:
    """Return the Φ of a play of one partition, where these join tractors: a level mask."""
    main, cr = trump.main_index, trump.rank_index
    pairs, spare = pair_levels(play.twice, partition, main, cr)
    shared = rank_card_phi(main)
    joins = pairs & chain & 1 << shared != 0
    apart = () if joins else (shared,) * spare
    single = play.once & ~play.twice | play.thrice
    return Levels(
        pairs & chain,
        spare if joins else 0,
        shared,
        (*bits(pairs & ~chain), *apart),
        tuple(phi_of(card, main, cr) for card in bits(single)),
    )


def bench_of(levels: Levels, shape: Shape, floor: Tops = ()) -> list[int]:
    """Return the bench with a lead's shape, a play's levels and a floor for the tops."""
    bench = [0] * on.ROOM
    bench[on.TRACTORS], bench[on.PAIRS], bench[on.SINGLES] = len(shape.tractors), *shape[1:]
    bench[on.LENGTHS : on.LENGTHS + len(shape.tractors)] = shape.tractors
    bench[on.CHAINED], bench[on.SPARE], bench[on.SHARED] = levels[:3]
    for level in levels.loose:
        bench[on.LOOSE + level] += 1
    for level in levels.singles:
        bench[on.ALONE + level] += 1
    bench[on.FLOOR : on.FLOOR + len(floor)] = floor
    return bench


def ceiling_of(levels: Levels, shape: Shape) -> Tops | None:
    """Return, place by place, the highest top of all cuttings of a play; None where it has no cutting.

    Args:
        levels: the play's cards.
        shape: the lead's parts.
    """
    bench = bench_of(levels, shape)
    parts = len(shape.tractors) + shape.pairs + shape.singles
    return tuple(bench[on.CEILING : on.CEILING + parts]) if find_cuttings(bench, HIGH) else None
