"""Random deals, layouts constructed around a path, and searches by verdict and difficulty.

Deal number k of a seed is drawn from stream k of that seed. It depends on no other deal, so its number
identifies it permanently. With the even deck, ``deal`` gives the same cards as ``game.roll`` with the
same seed and stream.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, pairwise
from math import floor, gcd
from typing import Any

from suitwise.arguments import a_function, of_kind, whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import rule
from suitwise.seeds import as_seed, below
from suitwise.stacks.rules import layout as layouts
from suitwise.stacks.rules import table as tables
from suitwise.stacks.rules.layout import Card, Deck, Layout, Size, Verdict, cut_deck, draw_cards
from suitwise.stacks.rules.table import NOTHING, decide
from suitwise.stacks.rules.table import deal as lay_case
from suitwise.stacks.solve import winning_line
from suitwise.stacks.solve.winning_line import Difficulty


@rule
def deal_cards(table: Any, height: int, work: Any, deck: Any, seed: int, stream: int) -> None:
    """Deal a deck onto the places of a table, stack by stack from the bottom up.

    Args:
        table: the table; its cards and their suits are overwritten.
        height: the number of cards in each stack.
        work: three arrays to overwrite: the deck's suits, the order drawn, and the Fenwick tree.
        deck: the number of suits, and whether the cards are divided among them at random.
        seed: the seed.
        stream: the random stream.
    """
    card, suit = table[0], table[1]
    kinds, uneven = deck
    deck_suit, order, tree = work
    index = cut_deck(deck_suit, kinds, uneven, seed, stream)
    draw_cards(order, tree, seed, stream, index)
    for k in range(len(order)):
        level = k % height
        place = k - level + height - 1 - level
        card[place] = order[k]
        suit[place] = deck_suit[order[k]]


@rule
def decide_deals(
    table: Any, work: Any, piles: Any, deck: Any, seed: int, first: int, count: int, stop_at: int
) -> tuple[int, int]:
    """Decide consecutive deals.

    Args:
        table: a new table.
        work: see ``deal_cards``.
        piles: the first place of each stack, and the numbers of the stacks.
        deck: see ``deal_cards``.
        seed: the seed.
        first: the first deal.
        count: the most deals to decide.
        stop_at: 1 to stop after a winnable deal, 0 after a lost one, NOTHING to decide them all.

    Returns:
        The number of deals decided, and the number of these that can be won.
    """
    begin, chosen = piles
    stacks = len(chosen)
    winnable = 0
    for k in range(count):
        deal_cards(table, begin[1], work, deck, seed, first + k)
        lay_case(table, begin, chosen, 0, stacks)
        verdict, _, _ = decide(table, stacks, k + 1)
        won = 1 if verdict > 0 else 0
        winnable += won
        if won == stop_at:
            return k + 1, winnable
    return count, winnable


class Dealer:
    """Deals layouts of one size by number; it owns the arrays that the rules need.

    Args:
        size: the size of the deals.
        seed: 64-bit seed.
        compiled: whether to deal by compiled rules instead of plain Python.

    >>> print(Dealer(Size(3, 2), seed=7).deal(0))
    1a 1c | 2a 2c | 1b 3a
    """

    def __init__(self, size: Size, seed: int = 0, *, compiled: bool = False) -> None:
        self.size = size
        self.seed = as_seed(seed)
        self.compiled = compiled
        stacks, height = size.stacks, size.height
        rows = range(0, size.cards + 1, height), range(stacks)
        self._piles = tuple(tables.numbers(row, compiled) for row in rows)
        self._work = tuple(tables.zeros(size.cards + more, compiled) for more in (0, 0, 1))
        self._deck = size.kinds, size.deck == "uneven"

    def _table(self) -> tables.Table:
        """Return a new table."""
        size = self.size
        card, suit = (tables.zeros(size.cards, self.compiled) for _ in range(2))
        return tables.new_table(card, suit, size.stacks, size.kinds, size.cards, self.compiled)

    def deal(self, number: int) -> Layout:
        """Return the deal with a number.

        Raises:
            IllegalPosition: the number is not in 0..2**63 - 1.
        """
        table, height = self._table(), self.size.height
        deal_all = tables.machine_if(deal_cards, self.compiled)
        deal_all(table, height, self._work, self._deck, self.seed, layouts.as_number(number))
        values = [itertools.count(1) for _ in range(self.size.kinds)]
        deck = [(next(values[suit]), suit + 1) for suit in map(int, self._work[0])]
        cards = [deck[card] for card in map(int, table[0])]
        return Layout.of(cards[i : i + height] for i in range(0, len(cards), height))

    def count_winnable(self, first: int, count: int) -> int:
        """Return the number of winnable deals among consecutive ones; deal numbers end at 2**63.

        >>> Dealer(Size(3, 2), seed=7).count_winnable(0, 20)
        8
        """
        return self._decide(first, count, NOTHING)[1]

    def next_deal(self, first: int, count: int, winnable: bool) -> int | None:
        """Return the number of the first of consecutive deals with a verdict; None if none has it.

        >>> Dealer(Size(3, 2), seed=7).next_deal(0, 20, winnable=True)
        2
        """
        decided, won = self._decide(first, count, int(winnable))
        matches = won if winnable else decided - won
        return first + decided - 1 if matches else None

    def _decide(self, first: int, count: int, stop_at: int) -> tuple[int, int]:
        count = min(count, layouts.NUMBERS - layouts.as_number(first))
        decided, won = tables.machine_if(decide_deals, self.compiled)(
            self._table(), self._work, self._piles, self._deck, self.seed, first, count, stop_at
        )
        return int(decided), int(won)


def deal(
    stacks: int,
    height: int,
    suits: int | None = None,
    *,
    seed: int = 0,
    number: int = 0,
    deck: Deck = "uneven",
) -> Layout:
    """Return a random deal.

    Args:
        stacks: the number of stacks.
        height: the number of cards in each stack.
        suits: the number of suits; by default as many as stacks.
        seed: 64-bit seed.
        number: the number of the deal, below 2**63.
        deck: ``uneven`` divides the cards among the suits at random; ``even`` is the game's own deck.

    Raises:
        IllegalPosition: there is no such deal.

    >>> print(deal(3, 3, seed=1))
    7a 6a 3a | 1a 5a 1c | 1b 4a 2a
    >>> from suitwise.game import load, roll
    >>> state, _ = roll(load("stacks(stacks=3,height=3,suits=3,singles=0)").start(), seed=1, stream=0)
    >>> str(state) == str(deal(3, 3, seed=1, deck="even"))
    True
    """
    size = Size(stacks, height, suits, deck)
    return Dealer(size, seed, compiled=size.cards >= tables.COMPILED_FROM).deal(number)


# --- Layouts constructed around a path ------------------------------------------------------------


@dataclass(slots=True)
class _Draws:
    """Draws numbers from a random stream."""

    draw: Callable[[int, int, int, int], tuple[int, int]]
    seed: int
    stream: int
    index: int

    def below(self, n: int) -> int:
        ticket, self.index = self.draw(n, self.seed, self.stream, self.index)
        return ticket

    def shuffle(self, items: list[Any]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def make(
    stacks: int,
    height: int,
    path: int = 0,
    *,
    seed: int = 0,
    number: int = 0,
    winnable: bool = True,
) -> Layout:
    """Construct a layout whose graph of aces has exactly one path, of a given length.

    The source is a suit with a single card at the bottom of its stack. Over it lies the king of the next
    suit of the path, and so on; over the last ace lies another suit's ace. All other cards are dealt at
    random, with three exceptions: no other suit has a single card, no other king lies in a stack of the
    path, and no other ace lies in a stack of the path before the last. So there is no other path, and
    only this one wins.

    Args:
        stacks: the number of stacks and of suits; at least two more than the length of the path.
        height: the number of cards in each stack, at least 2.
        path: the number of edges of the path.
        seed: 64-bit seed.
        number: the number of the layout, below 2**63.
        winnable: False to break the path by exchanging two cards of the layout.

    Raises:
        IllegalPosition: there is no such layout.

    >>> print(make(4, 3, path=2, seed=1))
    1c 2a 2d | 6c 5c 1b | 3c 2c 1a | 1d 4c 7c
    >>> print(make(4, 3, path=2, seed=1, winnable=False))
    1c 2a 2d | 6c 5c 1b | 1d 2c 1a | 3c 4c 7c
    """
    stacks, height, path = whole(stacks, "stacks"), whole(height, "height"), whole(path, "path")
    if height < 2 or not 0 <= path <= stacks - 2:
        needs = f"{path + 2} stacks or more of height 2 or more"
        raise IllegalPosition(f"a path of length {path} needs {needs}")
    of_kind(winnable, bool, "winnable")
    size = Size(stacks, height)
    return build(size, path, seed, number, winnable, size.cards >= tables.COMPILED_FROM)


def build(size: Size, path: int, seed: int, number: int, winnable: bool, compiled: bool) -> Layout:
    """Construct a layout like ``make``; the size must have room for the path."""
    stacks, height = size.stacks, size.height
    seed, number = as_seed(seed), layouts.as_number(number)
    spare = tables.zeros(stacks * (height - 1), compiled)
    index = tables.machine_if(cut_deck, compiled)(spare, stacks - 1, True, seed, number)
    draws = _Draws(tables.machine_if(below, compiled), seed, number, index)
    sizes = [1] * stacks
    for suit in map(int, spare):
        sizes[suit + 1] += 1
    piles = _piles(sizes, height, path, draws)
    names, order = list(range(1, stacks + 1)), list(range(stacks))
    draws.shuffle(names)
    draws.shuffle(order)
    if not winnable:
        _break_path(piles, sizes, path, draws)
    layout = Layout.of(((value, names[suit]) for value, suit in reversed(piles[i])) for i in order)
    assert tables.is_winnable(layout) == winnable
    return layout


def _piles(sizes: list[int], height: int, path: int, draws: _Draws) -> list[list[Card]]:
    """Lay out the path through the first suits, then all other cards; piles list the bottom first."""
    stacks = len(sizes)
    bottoms: list[list[Card]] = [[(sizes[i], i)] if i <= path else [] for i in range(stacks)]
    over: list[list[Card]] = [[(sizes[i + 1] - (i < path), i + 1)] for i in range(path + 1)]
    over += [[] for _ in range(stacks - path - 1)]
    aces = [(sizes[i], i) for i in range(path + 2, stacks)]
    kings = [(sizes[i] - 1, i) for i in range(path + 1, stacks)]
    off = [i for i in range(path + 1, stacks) for _ in range(height)]
    draws.shuffle(off)
    _lay(kings, off, over)
    places = off[len(kings) :] + [path] * (height - 2)
    draws.shuffle(places)
    _lay(aces, places, over)
    laid = {card for pile in bottoms + over for card in pile}
    rest = [(value, i) for i, size in enumerate(sizes) for value in range(1, size)]
    others = [card for card in rest if card not in laid]
    draws.shuffle(others)
    for below_it, pile in zip(bottoms, over, strict=True):
        pile += [others.pop() for _ in range(height - len(below_it) - len(pile))]
        draws.shuffle(pile)
    return [below_it + pile for below_it, pile in zip(bottoms, over, strict=True)]


def _lay(cards: list[Card], places: list[int], piles: list[list[Card]]) -> None:
    """Put cards onto the piles named by the first of the places."""
    for card, i in zip(cards, places, strict=False):
        piles[i].append(card)


def _break_path(piles: list[list[Card]], sizes: list[int], path: int, draws: _Draws) -> None:
    """Exchange two cards so that the layout is lost.

    One way is to exchange a king of the path with a card outside the path that is neither ace nor king.
    This breaks the path, and since the target's home holds two aces, some other stack has none at its
    bottom, so removals alone don't win. The other way is to lift the source's ace off the bottom of its
    stack without another ace in its place; then there is no source.
    """
    step = draws.below(path + 1)
    on_path = step < path
    i, a = (step, piles[step].index((sizes[step + 1] - 1, step + 1))) if on_path else (0, 0)
    first, lowest = (path + 1, 0) if on_path else (0, 1)
    others = [
        (j, b)
        for j, pile in enumerate(piles[first:], first)
        for b, (value, suit) in enumerate(pile)
        if b >= lowest and value < sizes[suit] - on_path
    ]
    j, b = others[draws.below(len(others))]
    piles[i][a], piles[j][b] = piles[j][b], piles[i][a]


# --- Searches by verdict and difficulty -----------------------------------------------------------
#
# Random deals are tried first. If too many in a row don't fit, layouts are constructed around paths
# instead.

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
    difficulty: Difficulty | None

    def weighed(self) -> Found:
        """Return this with its difficulty if it can be won and has at most 10,000 cards.

        >>> found = next(find(Size(4, 3), seed=1, verdict="winnable"))
        >>> found.difficulty, found.weighed().difficulty.bits
        (None, 1.585)
        """
        large = self.layout.cards > winning_line.MOST_WEIGHED
        if self.difficulty is not None or not self.winnable or large:
            return self
        return replace(self, difficulty=winning_line.difficulty_of(self.layout))

    def as_json(self) -> dict[str, Any]:
        """Return the layout and its properties as plain data."""
        parts = {"layout": str(self.layout), "number": self.number, "path": self.path}
        unweighed = {"bits": None, "decisions": None}
        weight = unweighed if self.difficulty is None else self.difficulty.as_json()
        return {**parts, "winnable": self.winnable, **weight}


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
        winning_line.refuse_unweighable(size.cards)
    if verdict == size.never():
        raise IllegalPosition(_why_never(size, verdict))
    return _Search(size, seed, verdict, difficulty, tried).layouts(layouts.as_number(first))


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
    common: dict[str, Any] = {"seed": seed, "first": first, "tried": tried}
    sources: list[Iterator[Found]] = [iter(()), iter(())]
    if share > 0:
        sources[1] = find(size, verdict="winnable", difficulty=difficulty, **common)
    if share < 1:
        sources[0] = find(size, verdict="lost", **common)
    due = (floor(k * share + Fraction(1, 2)) for k in count())
    return (next(sources[after - before]) for before, after in pairwise(due))


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
        self.dealer = Dealer(self.size, self.seed, compiled=cards >= tables.COMPILED_FROM)
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
        if self.tried_cards >= tables.COMPILED_FROM:
            self._load()
        dealer, layout = self.dealer, self.dealer.deal(number)
        winnable = (
            dealer.count_winnable(number, 1) == 1 if dealer.compiled else tables.is_winnable(layout)
        )
        return Found(layout, number, None, winnable, None)

    def _load(self) -> None:
        """Switch to compiled rules for dealing."""
        if not self.dealer.compiled:
            self.dealer = Dealer(self.size, self.seed, compiled=True)

    def _next(self, number: int) -> int | None:
        """Return the number of the next deal with the verdict; None after too many without it."""
        winnable, until = self.verdict == "winnable", min(layouts.NUMBERS, number + self.tries)
        while (
            not self.dealer.compiled and number < until and self.tried_cards < tables.COMPILED_FROM
        ):
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
        weighed = winning_line.weigh(layout, compiled=self.weighed_cards >= tables.COMPILED_FROM)
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
