"""The paper's structural template: the sizes, in cards, of the blocks that a play is cut into.

It is what the paper's search compares, and all it knows of a play. No ruling comes from it: the
judge packs the cards themselves (``suitwise.tractor.rules.blocks``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from suitwise.cards import CardsLike
from suitwise.errors import IllegalPosition
from suitwise.tractor import decompose
from suitwise.tractor.rules.deck import TrumpLike

MOST_CARDS = 25
"""The most cards of a play: a whole hand."""


@dataclass(frozen=True, slots=True)
class Template:
    """The sizes of a play's blocks: the paper's structural template.

    Args:
        tractors: their sizes in cards, longest first.
        pairs: how many pairs stand alone.
        singles: how many cards stand alone.

    Raises:
        IllegalPosition: a tractor is not of 4, 6, 8, … cards, or they don't stand longest first.

    >>> lead = Template((6, 4), pairs=1, singles=2)
    >>> lead.sizes, lead.blocks, lead.cards
    ((6, 4, 2, 1, 1), 5, 14)
    >>> print(lead)
    {6,4,2,1,1}
    """

    tractors: tuple[int, ...]
    pairs: int
    singles: int

    def __post_init__(self) -> None:
        tractors = self.tractors
        if any(size < 4 or size % 2 for size in tractors):
            raise IllegalPosition(f"tractors have 4, 6, 8, … cards, not {tractors}")
        if any(later > size for size, later in pairwise(tractors)):
            raise IllegalPosition(f"tractors are listed longest first, not {tractors}")

    @classmethod
    def of(cls, sizes: Iterable[int]) -> Template:
        """Return the template of blocks of these sizes.

        >>> Template.of([1, 4, 2, 6])
        Template(tractors=(6, 4), pairs=1, singles=1)
        """
        count = Counter(sizes)
        pairs, singles = count.pop(2, 0), count.pop(1, 0)
        return cls(tuple(sorted(count.elements(), reverse=True)), pairs, singles)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of every block, longest first."""
        return self.tractors + (2,) * self.pairs + (1,) * self.singles

    @property
    def blocks(self) -> int:
        """How many blocks there are: the paper's n."""
        return len(self.tractors) + self.pairs + self.singles

    @property
    def cards(self) -> int:
        """How many cards there are: the paper's M."""
        return sum(self.tractors) + 2 * self.pairs + self.singles

    def __str__(self) -> str:
        return "{" + ",".join(map(str, self.sizes)) + "}"


def template(cards: CardsLike, trump: TrumpLike) -> Template:
    """Return the template of cards of one partition, cut by the set definition of paper §2.3.

    Raises:
        NotationError: something is no card or no trump configuration.
        IllegalPosition: the cards are of several partitions, or a card appears three times.

    >>> print(template("HQHQHKHKHA", "S2"))
    {4,1}
    """
    return Template.of(block.size for block in decompose(cards, trump))
