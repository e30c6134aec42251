"""The share of random deals that can be won, by the number of stacks and their height.

Deals are those of ``deals.deal``; as many suits as stacks unless told otherwise, and the uneven deck,
because no deal of the even one can be won from height 2 on. Each size has deals of its own: its k-th
is number ``stacks * 2**48 + height * 2**32 + k`` of the seed, so its count depends neither on the
other sizes nor on how many threads counted, and a count of the first deals stays true when
more are asked for.

The intervals are Wilson's (E. B. Wilson, "Probable inference, the law of succession, and statistical
inference", 1927): 19 of 20 hold the true share, also where it is nearly nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from math import sqrt
from typing import Any, get_args

from suitwise.arguments import whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.rows import cores
from suitwise.seeds import as_seed
from suitwise.stacks.deals.deals import Dealer
from suitwise.stacks.rules.deck import MOST_CARDS, Deck, Size

MOST_STACKS = 2**15 - 1
MOST_HEIGHT = 2**16 - 1
MOST_DEALS = 2**32
COMPILED_FROM = 20_000
"""With fewer cards to deal than this in all, plain Python is quicker than loading machine code."""
_PIECE_CARDS = 1_000_000
"""They are dealt and decided in less than a second."""
_Z = 1.959963984540054
"""The normal distribution is within this many deviations with probability 0.95."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    >>> [[f"{end:.4g}" for end in wilson(*counts)] for counts in ((0, 100), (50, 100), (1, 2**32))]
    [['0', '0.03699'], ['0.4038', '0.5962'], ['4.11e-11', '1.319e-09']]
    """
    share = successes / trials
    middle = share + _Z * _Z / (2 * trials)
    reach = _Z * sqrt(share * (1 - share) / trials + _Z * _Z / (4 * trials * trials))
    # (middle - reach) / whole cancels where the share is small; this is the same number.
    low = share * share / (middle + reach)
    whole = 1 + _Z * _Z / trials
    return low, (middle + reach) / whole if successes < trials else 1.0


@dataclass(frozen=True, slots=True)
class Cell:
    """What was counted for one size: of its first deals, how many can be won.

    Args:
        stacks: how many stacks.
        height: how many cards each is dealt.
        suits: how many suits.
        deals: how many deals were decided, the first ones.
        winnable: how many of them can be won.

    >>> cell = Cell(3, 2, 3, 100, 29)
    >>> cell.share, [round(end, 4) for end in cell.interval]
    (0.29, [0.2101, 0.3854])
    """

    stacks: int
    height: int
    suits: int
    deals: int
    winnable: int

    @property
    def share(self) -> float:
        """The share of winnable deals."""
        return self.winnable / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return wilson(self.winnable, self.deals)

    def as_json(self) -> dict[str, Any]:
        """Return the cell as plain data."""
        low, high = self.interval
        return {**asdict(self), "share": self.share, "low": low, "high": high}


@dataclass(frozen=True, slots=True)
class Survey:
    """What is surveyed: all but the sizes.

    Args:
        deals: how many deals of each size.
        seed: 64-bit seed.
        suits: how many suits; None for as many as stacks.
        deck: which deck.

    Raises:
        IllegalPosition: no deals, or more than 2**32; no suits; no such deck.
        SuitwiseError: a seed of more than 64 bits.

    >>> survey = Survey(deals=100, seed=1)
    >>> cell = survey.count(stacks=3, height=2)
    >>> f"{cell.winnable} of {cell.deals} deals can be won"
    '38 of 100 deals can be won'
    """

    deals: int = 10_000
    seed: int = 0
    suits: int | None = None
    deck: Deck = "uneven"

    def __post_init__(self) -> None:
        if not 1 <= whole(self.deals, "deals") <= MOST_DEALS:
            raise IllegalPosition(f"a survey has 1 to {MOST_DEALS:,} deals of a size")
        if self.suits is not None and not 1 <= whole(self.suits, "suits") <= MOST_CARDS:
            raise IllegalPosition(f"a survey has 1 to {MOST_CARDS:,} suits")
        if self.deck not in get_args(Deck):
            raise IllegalPosition(f"a deck is one of {', '.join(get_args(Deck))}")
        as_seed(self.seed)

    def size(self, stacks: int, height: int) -> Size:
        """Return the size of the deals of a number of stacks and a height.

        Raises:
            IllegalPosition: there are no such deals.
        """
        if whole(stacks, "stacks") > MOST_STACKS or whole(height, "height") > MOST_HEIGHT:
            most = f"{MOST_STACKS:,} stacks of {MOST_HEIGHT:,} cards"
            raise IllegalPosition(f"a survey has at most {most}")
        return Size(stacks, height, self.suits, self.deck)

    def begun(self, stacks: int, height: int) -> Cell:
        """Return the cell of a size of which no deal has been decided.

        Raises:
            IllegalPosition: there are no such deals.
        """
        return Cell(stacks, height, self.size(stacks, height).kinds, 0, 0)

    def count(
        self,
        stacks: int,
        height: int,
        *,
        threads: int = 0,
        reached: Callable[[int], None] = lambda deals: None,
    ) -> Cell:
        """Count the winnable deals of a size.

        Args:
            stacks: how many stacks.
            height: how many cards each is dealt.
            threads: how many threads; 0 for all cores.
            reached: told how many deals have been decided.

        >>> Survey(deals=100, seed=1).count(3, 2).winnable
        38
        """
        whole = begun = self.begun(stacks, height)
        compiled = self.deals * stacks * height >= COMPILED_FROM
        for whole in self.growing([begun], threads=threads, compiled=compiled):
            reached(whole.deals)
        return whole

    def growing(
        self, cells: Iterable[Cell], *, threads: int = 0, compiled: bool = True
    ) -> Iterator[Cell]:
        """Go on with the counts of some sizes, one size after the other.

        Args:
            cells: the counts so far; taken one by one, a little ahead of the cells yielded.
            threads: how many threads; 0 for all cores.
            compiled: whether compiled rules deal and decide; plain Python gains nothing by threads.

        Yields:
            Every cell again and again, each time of more deals, until it has them all.

        >>> survey = Survey(deals=100, seed=1)
        >>> known = [survey.begun(3, 2), Cell(2, 1, 2, 60, 60)]
        >>> [cell.winnable for cell in survey.growing(known, compiled=False)]
        [38, 100]
        """

        def counted(piece: tuple[Cell, range]) -> tuple[Cell, range, int]:
            cell, deals = piece
            dealer = Dealer(self.size(cell.stacks, cell.height), self.seed, compiled=compiled)
            first = (cell.stacks << 48) + (cell.height << 32)
            return cell, deals, dealer.count_winnable(first + deals.start, len(deals))

        threads = cores(threads) if compiled else 1
        winnable = 0
        for cell, deals, found in in_order(counted, self._pieces(cells), threads):
            winnable = found + (winnable if deals.start > cell.deals else cell.winnable)
            yield replace(cell, deals=deals.stop, winnable=winnable)

    def _pieces(self, cells: Iterable[Cell]) -> Iterator[tuple[Cell, range]]:
        """Cut the deals that are not yet decided into pieces of less than a second."""
        for cell in cells:
            step = max(1, _PIECE_CARDS // (cell.stacks * cell.height))
            for begin in range(cell.deals, self.deals, step):
                yield cell, range(begin, min(begin + step, self.deals))

    def as_json(self) -> dict[str, Any]:
        """Return the survey as plain data."""
        return asdict(self)
