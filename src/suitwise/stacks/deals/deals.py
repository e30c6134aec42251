"""Random deals by seed and number, and layouts constructed around a path.

Deal number k of a seed is drawn from stream k of that seed. It depends on no other deal, so its number
identifies it permanently. With the even deck, ``deal`` gives the same cards as ``game.roll`` with the
same seed and stream.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from suitwise.arguments import of_kind, whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import rule
from suitwise.seeds import as_seed, below
from suitwise.stacks.rules.decision import decide, is_winnable
from suitwise.stacks.rules.layout import (
    NUMBERS,
    Card,
    Deck,
    Layout,
    Size,
    as_number,
    cut_deck,
    draw_cards,
)
from suitwise.stacks.rules.table import (
    COMPILED_FROM,
    NOTHING,
    Table,
    face,
    new_table,
    numbers,
    zeros,
)
from suitwise.stacks.rules.table import deal as lay_case


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
        self._piles = tuple(numbers(row, compiled) for row in rows)
        self._work = tuple(zeros(size.cards + more, compiled) for more in (0, 0, 1))
        self._deck = size.kinds, size.deck == "uneven"

    def _table(self) -> Table:
        """Return a new table."""
        size = self.size
        card, suit = (zeros(size.cards, self.compiled) for _ in range(2))
        return new_table(card, suit, size.stacks, size.kinds, size.cards, self.compiled)

    def deal(self, number: int) -> Layout:
        """Return the deal with a number.

        Raises:
            IllegalPosition: the number is not in 0..2**63 - 1.
        """
        table, height = self._table(), self.size.height
        deal_all = face(deal_cards, self.compiled)
        deal_all(table, height, self._work, self._deck, self.seed, as_number(number))
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
        fitting = won if winnable else decided - won
        return first + decided - 1 if fitting else None

    def _decide(self, first: int, count: int, stop_at: int) -> tuple[int, int]:
        count = min(count, NUMBERS - as_number(first))
        decided, won = face(decide_deals, self.compiled)(
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
    return Dealer(size, seed, compiled=size.cards >= COMPILED_FROM).deal(number)


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
    return build(size, path, seed, number, winnable, size.cards >= COMPILED_FROM)


def build(size: Size, path: int, seed: int, number: int, winnable: bool, compiled: bool) -> Layout:
    """Construct a layout like ``make``; the size must have room for the path."""
    stacks, height = size.stacks, size.height
    seed, number = as_seed(seed), as_number(number)
    spare = zeros(stacks * (height - 1), compiled)
    index = face(cut_deck, compiled)(spare, stacks - 1, True, seed, number)
    draws = _Draws(face(below, compiled), seed, number, index)
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
    assert is_winnable(layout) == winnable
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
