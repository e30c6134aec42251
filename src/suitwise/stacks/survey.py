"""The share of random deals that can be won, by the number of stacks and their height.

Deals are those of ``deals.deal``; as many suits as stacks unless told otherwise, and the uneven deck,
because no deal of the even one can be won from height 2 on. Each size has deals of its own: its k-th
is number ``stacks * 2**48 + height * 2**32 + k`` of the seed, so its count depends neither on the
other sizes nor on how many threads counted.

The intervals are Wilson's (E. B. Wilson, "Probable inference, the law of succession, and statistical
inference", 1927): 19 of 20 hold the true share, also where it is nearly nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from suitwise.cores import available_cores
from suitwise.errors import IllegalPosition
from suitwise.parallel import in_order
from suitwise.stacks.deals import Dealer
from suitwise.stacks.deck import Deck, Size

MOST_STACKS = 2**15 - 1
MOST_HEIGHT = 2**16 - 1
MOST_DEALS = 2**32
_COMPILED_FROM = 20_000
_PIECE_CARDS = 2_000_000
_Z = 1.959963984540054
"""The normal distribution is within so many deviations with probability 0.95."""


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
    """What was counted for one size.

    Args:
        stacks: how many stacks.
        height: how many cards each is dealt.
        suits: how many suits.
        deals: how many deals were decided.
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
        return {
            "stacks": self.stacks,
            "height": self.height,
            "suits": self.suits,
            "deals": self.deals,
            "winnable": self.winnable,
            "share": self.share,
            "low": low,
            "high": high,
        }


@dataclass(frozen=True, slots=True)
class Survey:
    """What is surveyed: all but the sizes.

    Args:
        deals: how many deals of each size.
        seed: 64-bit seed.
        suits: how many suits; None for as many as stacks.
        deck: which deck.

    Raises:
        IllegalPosition: no deals, or more than 2**32.
    """

    deals: int = 10_000
    seed: int = 0
    suits: int | None = None
    deck: Deck = "uneven"

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MOST_DEALS:
            raise IllegalPosition(f"a survey has 1 to {MOST_DEALS:,} deals of a size")

    def size(self, stacks: int, height: int) -> Size:
        """Return what is dealt for a number of stacks and a height.

        Raises:
            IllegalPosition: there are no such deals.
        """
        if stacks > MOST_STACKS or height > MOST_HEIGHT:
            raise IllegalPosition(
                f"a survey has at most {MOST_STACKS:,} stacks of {MOST_HEIGHT:,} cards"
            )
        return Size(stacks, height, self.suits, self.deck)

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
        size = self.size(stacks, height)
        compiled = self.deals * size.cards >= _COMPILED_FROM
        first = (stacks << 48) + (height << 32)
        step = max(1, _PIECE_CARDS // size.cards)
        pieces = (range(k, min(k + step, self.deals)) for k in range(0, self.deals, step))
        threads = min(threads or available_cores(), -(-self.deals // step))

        def count_piece(piece: range) -> tuple[int, int]:
            dealer = Dealer(size, self.seed, compiled=compiled)
            return dealer.count_winnable(first + piece.start, len(piece)), piece.stop

        winnable = 0
        for found, done in in_order(count_piece, pieces, threads):
            winnable += found
            reached(done)
        return Cell(stacks, height, size.kinds, self.deals, winnable)

    def as_json(self) -> dict[str, Any]:
        """Return the survey as plain data."""
        return {"deals": self.deals, "seed": self.seed, "suits": self.suits, "deck": self.deck}
