"""Deals by seed: deal number k of a seed is stream k.

It depends on no other deal, and a number names it for good. ``deal`` with the even deck is what
``game.roll`` deals from the same seed and stream.
"""

from __future__ import annotations

import itertools
from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.seeds import as_seed
from suitwise.stacks.rules.decision import decide
from suitwise.stacks.rules.deck import NUMBERS, Deck, Size, as_number, cut_deck, draw_cards
from suitwise.stacks.rules.layout import Layout
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
    """Deal a deck onto a table's places, stack by stack from the bottom up.

    Args:
        table: the table; its cards and their suits are overwritten.
        height: how many cards each stack gets.
        work: three arrays for the deck's suits, the order drawn and the tree.
        deck: how many suits, and whether they are cut at random.
        seed: the seed.
        stream: the stream.
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
    """Decide the deals from ``first`` on, one after the other.

    Args:
        table: a table of which nothing has been decided.
        work: see ``deal_cards``.
        piles: where the cards of each stack begin, and the numbers of the stacks.
        deck: see ``deal_cards``.
        seed: the seed.
        first: the first deal.
        count: how many deals at most.
        stop_at: 1 to stop after a winnable deal, 0 after a lost one, NOTHING to decide them all.

    Returns:
        How many deals were decided, and how many of them can be won.
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
    """Deals of one size by number; holds the arrays that the rules need.

    Args:
        size: the size of the deals.
        seed: 64-bit seed.
        compiled: whether compiled rules deal, or plain Python.

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
        """Return a table on which nothing has been decided."""
        size = self.size
        card, suit = (zeros(size.cards, self.compiled) for _ in range(2))
        return new_table(card, suit, size.stacks, size.kinds, size.cards, self.compiled)

    def deal(self, number: int) -> Layout:
        """Return a deal.

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
        """Count the winnable ones among consecutive deals; the numbers end at 2**63.

        >>> Dealer(Size(3, 2), seed=7).count_winnable(0, 20)
        8
        """
        return self._decide(first, count, NOTHING)[1]

    def next_deal(self, first: int, count: int, winnable: bool) -> int | None:
        """Return the number of the first of consecutive deals that has a verdict, if one has it.

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
        stacks: how many stacks.
        height: how many cards each gets.
        suits: how many suits; as many as stacks unless given.
        seed: 64-bit seed.
        number: the number of the deal, below 2**63.
        deck: ``uneven`` cuts the cards into suits at random; ``even`` is the game's own deck.

    Raises:
        IllegalPosition: such a deal can't be.

    >>> print(deal(3, 3, seed=1))
    7a 6a 3a | 1a 5a 1c | 1b 4a 2a
    >>> from suitwise.game import load, roll
    >>> state, _ = roll(load("stacks(stacks=3,height=3,suits=3,singles=0)").start(), seed=1, stream=0)
    >>> str(state) == str(deal(3, 3, seed=1, deck="even"))
    True
    """
    size = Size(stacks, height, suits, deck)
    return Dealer(size, seed, compiled=size.cards >= COMPILED_FROM).deal(number)
