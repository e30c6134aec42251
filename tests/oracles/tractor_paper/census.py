"""All templates, and the number of plays of each, from which Table 3 of the paper is recomputed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import comb

from suitwise.tractor.rules.blocks import MOST_PAIRS
from tests.oracles.tractor_paper.template import MOST_CARDS, Template


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes of equal cards of a partition, two of each: how they lie on Φ.

    Args:
        levels: how many Φ there are.
        shared: which of them, counted from 0, several classes share.
        sharing: how many classes lie there; 1 if none is shared.

    >>> [classes.total for classes in (PLAIN, TRUMP, TRUMP_WITHOUT_SUIT)]
    [12, 18, 6]
    """

    levels: int
    shared: int
    sharing: int

    @property
    def total(self) -> int:
        """How many classes there are, which is the most blocks a play can have."""
        return self.levels + self.sharing - 1


PLAIN = Classes(levels=12, shared=0, sharing=1)
"""A plain suit: twelve ranks beside CR."""
TRUMP = Classes(levels=16, shared=12, sharing=3)
"""Trump with a main suit: twelve ranks, three rank cards on Φ 25, the fourth, two jokers."""
TRUMP_WITHOUT_SUIT = Classes(levels=3, shared=0, sharing=4)
"""Trump without a main suit: four rank cards on Φ 14, two jokers."""


def all_templates(classes: Classes, most_shared_pairs: int = 4) -> dict[Template, int]:
    """Return every template of 1 to 25 cards of a partition, and how many plays have it.

    Args:
        classes: the partition.
        most_shared_pairs: count only plays with at most this many pairs on the shared Φ.

    >>> plain = all_templates(PLAIN)
    >>> len(plain), sum(plain.values()) == 3**12 - 1, plain[Template.of([24])]
    (555, True, 1)
    """
    found: Counter[Template] = Counter()
    for (runs, has_shared), masks in _pair_structures(classes).items():
        most_extra = min(classes.sharing, most_shared_pairs) - 1 if has_shared else 0
        for extra in range(most_extra + 1):
            pairs = sum(runs) + extra
            if pairs > MOST_PAIRS:
                break
            choices = masks * (comb(classes.sharing, 1 + extra) if has_shared else 1)
            free = classes.total - pairs
            for singles in range(min(free, MOST_CARDS - 2 * pairs) + 1):
                if pairs or singles:
                    sizes = [2 * run for run in runs] + [2] * extra + [1] * singles
                    found[Template.of(sizes)] += choices * comb(free, singles)
    return dict(found)


def _pair_structures(classes: Classes) -> Counter[tuple[tuple[int, ...], bool]]:
    """Count the pair masks by their runs and by whether they hold the shared Φ."""
    found: Counter[tuple[tuple[int, ...], bool]] = Counter()
    for mask in range(1 << classes.levels):
        runs = sorted(map(len, f"{mask:b}".replace("0", " ").split()))
        found[tuple(runs), bool(mask >> classes.shared & 1)] += 1
    return found
