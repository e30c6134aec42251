"""Layouts as wanted: the deals of a verdict and a difficulty, or layouts made where deals don't fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from suitwise.errors import IllegalPosition
from suitwise.stacks.deals import Dealer
from suitwise.stacks.decision import is_winnable
from suitwise.stacks.deck import NUMBERS, Size, Verdict, as_number
from suitwise.stacks.difficulty import Difficulty, refuse_unweighable, weigh
from suitwise.stacks.layout import Layout
from suitwise.stacks.making import make
from suitwise.stacks.table import COMPILED_FROM

TRIES = 20_000
"""So many deals in a row are tried before a layout is made instead."""
MOST_TRIED = 50_000_000
"""Of large deals fewer are tried: so many cards in all."""
FEW = 100
"""So many small deals are tried by plain Python, at least so many large ones by machine code."""
WEIGHINGS = 500
"""So many deals in a row are weighed before a layout is made instead."""
MAKES = 4_000
"""So many layouts in a row are made and weighed before the search is given up."""


@dataclass(frozen=True, slots=True)
class Found:
    """A layout with what was wanted of it.

    Args:
        layout: the layout.
        number: its number: ``deal`` or, if it has a path, ``make`` gives it again.
        path: the length of the path around which it was made; None for a random deal.
        winnable: whether it can be won.
        difficulty: how hard it is; None if it can't be won or has not been weighed.

    >>> found = next(find(Size(4, 3), seed=1, verdict="winnable"))
    >>> found.number, str(found.layout)
    (0, '1a 2b 1d | 5a 2a 3a | 2c 1c 1b | 7a 6a 4a')
    """

    layout: Layout
    number: int
    path: int | None
    winnable: bool
    difficulty: Difficulty | None

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        weighed = self.difficulty
        return {
            "layout": str(self.layout),
            "number": self.number,
            "path": self.path,
            "winnable": self.winnable,
            "bits": None if weighed is None else weighed.bits,
            "decisions": None if weighed is None else [list(pair) for pair in weighed.decisions],
        }


def find(
    size: Size,
    *,
    seed: int = 0,
    verdict: Verdict = "any",
    difficulty: tuple[float, float] | None = None,
    first: int = 0,
) -> Iterator[Found]:
    """Yield layouts with a verdict and a difficulty, without end.

    Deals are tried in the order of their numbers. After 20,000 in a row without success (fewer of more
    than 2,500 cards, or 500 whose difficulty was computed) layouts are made from then on, around paths
    of all lengths in turn. Their numbers go on from those of the deals: the numbers always rise, and a
    search that begins after the last number found goes on where the last one ended.

    Args:
        size: what is dealt.
        seed: 64-bit seed.
        verdict: ``winnable``, ``lost`` or ``any``.
        difficulty: the least and the most bits; only winnable layouts have a difficulty.
        first: the number of the first deal, below 2**63.

    Raises:
        IllegalPosition: no layout of this size has what is wanted, or none was found.

    >>> found = next(find(Size(4, 3), seed=1, difficulty=(3, 9)))
    >>> found.number, found.path, found.difficulty.bits
    (1379, None, 4.17)
    """
    if difficulty is not None:
        if verdict == "lost":
            raise IllegalPosition("a lost layout has no difficulty: ask for winnable ones")
        verdict = "winnable"
        refuse_unweighable(size.cards)
    if verdict == size.never():
        raise IllegalPosition(_why_never(size, verdict))
    return _Search(size, seed, verdict, difficulty).layouts(as_number(first))


def _why_never(size: Size, verdict: Verdict) -> str:
    if verdict == "lost":
        what = "with fewer suits than stacks" if size.height > 1 else "of height 1"
        return f"layouts {what} can all be won"
    if size.kinds > size.stacks:
        return f"{size.kinds} suits in {size.stacks} stacks can't be won: take {size.stacks} suits"
    if size.stacks == 1:
        return "a single stack of two cards or more can't be won"
    return (
        "with two cards or more of every suit, as many suits as stacks can't be won: "
        "take the uneven deck"
    )


class _Search:
    """The search for layouts with a verdict and a difficulty."""

    def __init__(
        self, size: Size, seed: int, verdict: Verdict, difficulty: tuple[float, float] | None
    ) -> None:
        self._size = size
        self._seed = seed
        self._verdict = verdict
        self._wanted = difficulty
        self._dealer = Dealer(size, seed, compiled=size.cards >= COMPILED_FROM)
        self._tries = min(TRIES, max(FEW, MOST_TRIED // size.cards))
        self._left = FEW

    def layouts(self, first: int) -> Iterator[Found]:
        number = first
        while (found := self._dealt(number)) is not None:
            yield found
            number = found.number + 1
        while True:
            found = self._made(number)
            yield found
            number = found.number + 1

    def _dealt(self, number: int) -> Found | None:
        """Return the next deal that fits; None after so many that don't."""
        if self._verdict == "any":
            layout = self._dealer.deal(number)
            return Found(layout, number, None, is_winnable(layout), None)
        for _ in range(WEIGHINGS):
            fits = self._next(number)
            if fits is None:
                return None
            found = self._weighed(self._dealer.deal(fits), fits, None)
            if found is not None:
                return found
            number = fits + 1
        return None

    def _next(self, number: int) -> int | None:
        """Return the number of the next deal with the verdict, if one comes soon enough."""
        winnable, until = self._verdict == "winnable", min(NUMBERS, number + self._tries)
        while self._left > 0 and number < until and not self._dealer.compiled:
            # A small deal or two are found before machine code is loaded.
            self._left -= 1
            if self._dealer.next_deal(number, 1, winnable) is not None:
                return number
            number += 1
        if not self._dealer.compiled:
            self._dealer = Dealer(self._size, self._seed, compiled=True)
        return self._dealer.next_deal(number, until - number, winnable)

    def _made(self, number: int) -> Found:
        """Return the next layout made around a path that fits."""
        size, winnable = self._size, self._verdict == "winnable"
        if size.never() is None:
            for k in range(number, number + MAKES):
                path = k % (size.stacks - 1)
                layout = make(
                    size.stacks, size.height, path, seed=self._seed, number=k, winnable=winnable
                )
                found = self._weighed(layout, k, path)
                if found is not None:
                    return found
        raise IllegalPosition("no such layout was found: take another difficulty or size")

    def _weighed(self, layout: Layout, number: int, path: int | None) -> Found | None:
        """Return a layout with its difficulty if that was wanted; None if it doesn't fit."""
        winnable = self._verdict == "winnable"
        if self._wanted is None:
            return Found(layout, number, path, winnable, None)
        self._left -= layout.cards // 10
        weighed = weigh(layout, compiled=self._left <= 0)
        assert weighed is not None
        if self._wanted[0] <= weighed.bits <= self._wanted[1]:
            return Found(layout, number, path, winnable, weighed)
        return None
