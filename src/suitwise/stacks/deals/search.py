"""Search for layouts with a given verdict and difficulty.

Random deals are tried first. If too many in a row don't fit, layouts are constructed around paths
instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, pairwise
from math import floor, gcd
from typing import Any

from suitwise.arguments import a_function, of_kind
from suitwise.errors import IllegalPosition
from suitwise.stacks.deals.deals import Dealer, build
from suitwise.stacks.rules.decision import is_winnable
from suitwise.stacks.rules.layout import NUMBERS, Layout, Size, Verdict, as_number
from suitwise.stacks.rules.table import COMPILED_FROM
from suitwise.stacks.solve import difficulty as weights

TRIES = 20_000
"""After this many deals in a row without success, layouts are constructed instead."""
MOST_TRIED = 50_000_000
"""The most cards dealt in a row without success; limits the number of large deals."""
WEIGHINGS = 500
"""The most difficulties of deals computed in a row before layouts are constructed instead."""
MAKES = 4_000
"""After this many constructed layouts in a row without success, the search ends."""
WORK = 2_000_000_000
"""The most steps of work in a row without success, for deals and again for constructed layouts. It
limits the number of large layouts, so that a search without success ends after about 20 s."""
_STEPS_DECIDED = 40
"""The steps of work per card to decide a deal."""
_STEPS_DEALT = 1_500
"""The steps per card to deal or construct a layout; its difficulty takes one step per card and stack."""


@dataclass(frozen=True, slots=True)
class Found:
    """A layout found by a search.

    Args:
        layout: the layout.
        number: its number, for ``deal`` or, if it has a path, for ``make``.
        path: the length of the path it was constructed around; None for a random deal.
        winnable: whether it can be won.
        difficulty: its difficulty; None if it can't be won or the difficulty was not computed.

    >>> found = next(find(Size(4, 3), seed=1, verdict="winnable"))
    >>> found.number, str(found.layout)
    (0, '1a 2b 1d | 5a 2a 3a | 2c 1c 1b | 7a 6a 4a')
    """

    layout: Layout
    number: int
    path: int | None
    winnable: bool
    difficulty: weights.Difficulty | None

    def weighed(self) -> Found:
        """Return this with its difficulty if it can be won and has at most 10,000 cards.

        >>> found = next(find(Size(4, 3), seed=1, verdict="winnable"))
        >>> found.difficulty, found.weighed().difficulty.bits
        (None, 1.585)
        """
        large = self.layout.cards > weights.MOST_WEIGHED
        if self.difficulty is not None or not self.winnable or large:
            return self
        return replace(self, difficulty=weights.difficulty_of(self.layout))

    def as_json(self) -> dict[str, Any]:
        """Return the layout and its properties as plain data."""
        told = {"layout": str(self.layout), "number": self.number, "path": self.path}
        unweighed = {"bits": None, "decisions": None}
        weight = unweighed if self.difficulty is None else self.difficulty.as_json()
        return {**told, "winnable": self.winnable, **weight}


def find(
    size: Size,
    *,
    seed: int = 0,
    verdict: Verdict = "any",
    difficulty: tuple[float, float] | None = None,
    first: int = 0,
    tried: Callable[[], object] = lambda: None,
) -> Iterator[Found]:
    """Yield layouts with a verdict and a difficulty, without end.

    Deals are tried in the order of their numbers. After 20,000 in a row without success (fewer for
    deals of more than 2,500 cards, and 500 if difficulties are computed) the search switches to
    constructed layouts, with paths of all lengths in turn. It ends after 4,000 of these in a row
    without success, and earlier for large layouts: about 20 s of work without success end the search,
    always at the same number. Constructed layouts continue the numbering of the deals, so numbers
    always increase. A search that starts after the last number found continues where that search
    stopped.

    Args:
        size: the size of the layouts.
        seed: 64-bit seed.
        verdict: ``winnable``, ``lost`` or ``any``.
        difficulty: the least and the most bits; only winnable layouts have a difficulty.
        first: the number of the first deal, below 2**63.
        tried: called repeatedly during the search.

    Raises:
        IllegalPosition: no layout of this size has that verdict and difficulty, or none was found.

    >>> found = next(find(Size(4, 3), seed=1, difficulty=(3, 9)))
    >>> found.number, found.path, found.difficulty.bits
    (1379, None, 4.17)
    """
    of_kind(size, Size, "size")
    a_function(tried, "tried")
    if difficulty is not None:
        _check_range(difficulty)
        if verdict == "lost":
            raise IllegalPosition("a lost layout has no difficulty: ask for winnable ones")
        verdict = "winnable"
        weights.refuse_unweighable(size.cards)
    if verdict == size.never():
        raise IllegalPosition(_why_never(size, verdict))
    return _Search(size, seed, verdict, difficulty, tried).layouts(as_number(first))


def find_mixed(
    size: Size,
    share: Fraction,
    *,
    seed: int = 0,
    difficulty: tuple[float, float] | None = None,
    first: int = 0,
    tried: Callable[[], object] = lambda: None,
) -> Iterator[Found]:
    """Yield layouts without end, a given share of them winnable.

    The number of winnable layouts among the first k is the share times k, rounded to the nearest integer
    (halves up). The winnable and the lost layouts are those of ``find``, each in the order of their
    numbers.

    Args:
        size: the size of the layouts.
        share: the share of winnable layouts, from 0 to 1.
        seed: 64-bit seed.
        difficulty: the least and the most bits of the winnable layouts.
        first: the number of the first deal, below 2**63.
        tried: called repeatedly during the search.

    Raises:
        IllegalPosition: the share is not from 0 to 1, or no layout has a verdict that it requires.

    >>> from itertools import islice
    >>> [found.winnable for found in islice(find_mixed(Size(4, 3), Fraction(1, 4), seed=1), 8)]
    [False, True, False, False, False, True, False, False]
    """
    of_kind(size, Size, "size")
    a_function(tried, "tried")
    of_kind(share, (int, Fraction), "share")
    if not 0 <= share <= 1:
        raise IllegalPosition("a share of layouts is from 0 to 1")
    given: dict[str, Any] = {"seed": seed, "first": first, "tried": tried}
    sources: list[Iterator[Found]] = [iter(()), iter(())]
    if share > 0:
        sources[1] = find(size, verdict="winnable", difficulty=difficulty, **given)
    if share < 1:
        sources[0] = find(size, verdict="lost", **given)
    due = (floor(k * share + Fraction(1, 2)) for k in count())
    return (next(sources[more - had]) for had, more in pairwise(due))


def _check_range(difficulty: object) -> None:
    """Check that a difficulty is a pair of numbers, the least and the most bits."""
    ends = of_kind(difficulty, tuple, "difficulty")
    if len(ends) != 2:
        raise IllegalPosition("difficulty: the least and the most bits are expected")
    for bits in ends:
        of_kind(bits, (int, float), "bits of difficulty")


def _why_never(size: Size, verdict: Verdict) -> str:
    if verdict == "lost":
        what = "with fewer suits than stacks" if size.height > 1 else "of height 1"
        return f"layouts {what} can all be won"
    if size.kinds > size.stacks:
        return f"{size.kinds} suits in {size.stacks} stacks can't be won: take {size.stacks} suits"
    if size.stacks == 1:
        return "a single stack of two cards or more can't be won"
    what = "with two cards or more of every suit, as many suits as stacks"
    return f"{what} can't be won: take the uneven deck"


@dataclass
class _Search:
    """A search for layouts with a verdict and a difficulty."""

    size: Size
    seed: int
    verdict: Verdict
    difficulty: tuple[float, float] | None
    tried: Callable[[], object]
    tried_cards: int = 0
    weighed_cards: int = 0

    def __post_init__(self) -> None:
        cards = self.size.cards
        self.dealer = Dealer(self.size, self.seed, compiled=cards >= COMPILED_FROM)
        self.tries = min(TRIES, MOST_TRIED // cards)
        self.steps = cards * (_STEPS_DEALT + (0 if self.difficulty is None else self.size.stacks))

    def layouts(self, first: int) -> Iterator[Found]:
        number = first
        while (found := self._dealt(number)) is not None:
            yield found
            number = found.number + 1
        while True:
            yield (found := self._made(number))
            number = found.number + 1

    def _dealt(self, number: int) -> Found | None:
        """Return the next deal that fits; None after too many without success."""
        if self.verdict == "any":
            return self._any(number)
        work = 0
        for _ in range(WEIGHINGS):
            fits = self._next(number)
            self.tried()
            if fits is None or work > WORK:
                return None
            if (found := self._weighed(self.dealer.deal(fits), fits, None)) is not None:
                return found
            work += (fits + 1 - number) * self.size.cards * _STEPS_DECIDED + self.steps
            number = fits + 1
        return None

    def _any(self, number: int) -> Found:
        """Return the deal with a number, whatever its verdict."""
        self.tried_cards += self.size.cards
        if self.tried_cards >= COMPILED_FROM:
            self._load()
        dealer, layout = self.dealer, self.dealer.deal(number)
        winnable = dealer.count_winnable(number, 1) == 1 if dealer.compiled else is_winnable(layout)
        return Found(layout, number, None, winnable, None)

    def _load(self) -> None:
        """Switch to compiled rules for dealing."""
        if not self.dealer.compiled:
            self.dealer = Dealer(self.size, self.seed, compiled=True)

    def _next(self, number: int) -> int | None:
        """Return the number of the next deal with the verdict; None after too many without it."""
        winnable, until = self.verdict == "winnable", min(NUMBERS, number + self.tries)
        while not self.dealer.compiled and number < until and self.tried_cards < COMPILED_FROM:
            # A few small deals are often enough, without waiting for compiled rules to load.
            self.tried_cards += self.size.cards
            if self.dealer.next_deal(number, 1, winnable) is not None:
                return number
            number += 1
        if number == until:
            return None
        self._load()
        return self.dealer.next_deal(number, until - number, winnable)

    def _made(self, number: int) -> Found:
        """Return the next constructed layout that fits."""
        size, winnable = self.size, self.verdict == "winnable"
        if size.never() is None:
            for k in range(number, number + min(MAKES, 1 + WORK // self.steps)):
                path = _path_of(k, size.stacks - 1)
                layout = build(size, path, self.seed, k, winnable, self.dealer.compiled)
                self.tried()
                if (found := self._weighed(layout, k, path)) is not None:
                    return found
        tried = "no such layout was found in the work that a search may take"
        raise IllegalPosition(f"{tried}: take another difficulty or size")

    def _weighed(self, layout: Layout, number: int, path: int | None) -> Found | None:
        """Return a layout with its difficulty if the search needs it; None if it doesn't fit."""
        winnable = self.verdict == "winnable"
        if self.difficulty is None:
            return Found(layout, number, path, winnable, None)
        self.weighed_cards += layout.cards
        weighed = weights.weigh(layout, compiled=self.weighed_cards >= COMPILED_FROM)
        assert weighed is not None
        fits = self.difficulty[0] <= weighed.bits <= self.difficulty[1]
        return Found(layout, number, path, winnable, weighed) if fits else None


def _path_of(number: int, lengths: int) -> int:
    """Return the path length of a constructed layout; consecutive numbers spread over all lengths.

    >>> [_path_of(number, 10) for number in range(10)]
    [0, 7, 4, 1, 8, 5, 2, 9, 6, 3]
    """
    step = lengths * 610 // 987 + 1  # about the golden ratio
    while gcd(step, lengths) > 1:
        step += 1
    return number * step % lengths
