"""How plays can be cut into the blocks of a throw: the tops that each cutting has, without listing all.

Source: rules page §3 and §6, Throws; docs/tractor.md, Who wins.

The ways to lay the lead's tractors into a play's pairs are walked through, the table of packings
(``matching.FITS``) cutting off what leads nowhere; 12 pairs leave a few hundred ways at most. The pairs
and singles need no search: those of a lead that must be high take the lowest that are high enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from suitwise.foundation.arrays.compiled import highest_bit
from suitwise.tractor.rules.blocks import WEIGHT, Block, pack_code, pair_levels, windows
from suitwise.tractor.rules.matching import FITS, parted_view
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

    @property
    def top(self) -> int:
        """The highest Φ."""
        return max(highest_bit(self.chained), *self.loose, *self.singles, 0)


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


def _fit(tractors: Sequence[int], pairs: int, spare: int, shared: int) -> bool:
    """Tell whether tractors can be laid into pairs."""
    wanted = 128 * (sum(WEIGHT[length] for length in tractors) & 127)
    if FITS[wanted + pack_code(pairs)]:
        return True
    return spare > 0 and FITS[wanted + pack_code(parted_view(pairs, shared))] != 0


def _laid(
    pairs: int, spare: int, shared: int, tractors: tuple[int, ...], floor: Tops, below: int = 99
) -> Iterator[tuple[Tops, int, int]]:
    """Yield the ways to lay tractors into pairs with tops above a floor, and the pairs left.

    Args:
        pairs: pair mask.
        spare: pairs beyond the first on the shared Φ.
        shared: the shared Φ.
        tractors: lengths, longest first.
        floor: each tractor's top is higher than this.
        below: the first tractor's top is lower than this, as tractors of one length come in order.
    """
    if not tractors:
        yield (), pairs, spare
        return
    if not _fit(tractors, pairs, spare, shared):
        return
    length, *others = tractors
    for low in bits(windows(pairs, length)):
        top = low + length - 1
        if not floor[0] < top < below:
            continue
        window = ((1 << length) - 1) << low
        doubled = spare > 0 and window >> shared & 1
        left = pairs & ~window | (1 << shared if doubled else 0)
        bound = top if others and others[0] == length else 99
        rest = _laid(left, spare - 1 if doubled else spare, shared, tuple(others), floor[1:], bound)
        for tops, still, more in rest:
            yield (top, *tops), still, more


def _cuttings(levels: Levels, shape: Shape, floor: Tops) -> Iterator[tuple[Tops, list[int]]]:
    """Yield the tops of the tractors, all above a floor, and the Φ of the pairs left, lowest first."""
    if levels.pairs < sum(shape.tractors) + shape.pairs:
        return
    for tops, left, spare in _laid(
        levels.chained, levels.spare, levels.shared, shape.tractors, floor
    ):
        yield tops, sorted((*bits(left), *(levels.shared,) * spare, *levels.loose))


def ceiling_of(levels: Levels, shape: Shape) -> Tops | None:
    """Return, place by place, the highest top of all cuttings of a play; None where it has no cutting.

    Args:
        levels: the play's cards.
        shape: the lead's parts.
    """
    highest: Tops | None = None
    nothing = (0,) * len(shape.tractors)
    for tops, pairs in _cuttings(levels, shape, nothing):
        served = pairs[len(pairs) - shape.pairs :][::-1]
        singles = _singles(levels, pairs[shape.pairs :])  # as high as can be if the lowest serve
        cut = (*tops, *served, *singles)
        highest = cut if highest is None else tuple(map(max, highest, cut))
    return highest


def cut_above(levels: Levels, shape: Shape, floor: Tops) -> Tops | None:
    """Return the tops of a cutting of which each is above a floor; None where no cutting is.

    Args:
        levels: the play's cards.
        shape: the lead's parts.
        floor: a bound for each part, 0 where any will do; of one size the highest first, as the tops of
            a cutting are.
    """
    first = len(shape.tractors)
    for tops, pairs in _cuttings(levels, shape, floor[:first]):
        served = _lowest_above(pairs, floor[first : first + shape.pairs])
        if served is None:
            continue
        for level in served:
            pairs.remove(level)
        singles = _singles(levels, pairs)
        bounds = floor[first + shape.pairs :]
        if all(top > bound for top, bound in zip(singles, bounds, strict=True)):
            return (*tops, *sorted(served, reverse=True), *singles)
    return None


def _lowest_above(pairs: list[int], floor: Tops) -> list[int] | None:
    """Choose a pair above each bound, highest bound first, as low ones as can be."""
    left, chosen = list(pairs), []
    for bound in floor:
        level = next((level for level in left if level > bound), 0)
        if not level:
            return None
        left.remove(level)
        chosen.append(level)
    return chosen


def _singles(levels: Levels, pairs: Sequence[int]) -> list[int]:
    """Return the Φ of the single cards where these pairs are taken apart, highest first."""
    return sorted((*levels.singles, *pairs, *pairs), reverse=True)
