"""Deals by seed: deal number k of a seed is stream k.

It depends on no other deal, and a number names it for good. ``deal`` with the even deck is what
``game.roll`` deals from the same seed and stream.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.seeds import as_seed
from suitwise.stacks.rules.decision import decide
from suitwise.stacks.rules.deck import NUMBERS, Deck, Size, as_number, cut_deck, draw_cards
from suitwise.stacks.rules.layout import Card, Layout
from suitwise.stacks.rules.table import COMPILED_FROM, NOTHING, ROW, Table, face, numbers, zeros
from suitwise.stacks.rules.table import deal as lay_case


@rule
def deal_cards(
    table: Any, height: int, work: Any, suits: int, uneven: bool, seed: int, stream: int
) -> None:
    """Deal a deck onto a table's places, stack by stack from the bottom up.

    Args:
        table: the table; its cards and their suits are overwritten.
        height: how many cards each stack gets.
        work: three arrays for the deck's suits, the order drawn and the tree.
        suits: how many suits.
        uneven: which deck.
        seed: the seed.
        stream: the stream.
    """
    card, suit, _, _, _, _ = table
    deck, order, tree = work
    index = cut_deck(deck, suits, uneven, seed, stream)
    draw_cards(order, tree, seed, stream, index)
    for k in range(len(order)):
        level = k % height
        place = k - level + height - 1 - level
        card[place] = order[k]
        suit[place] = deck[order[k]]


@rule
def decide_deals(
    table: Any,
    work: Any,
    begin: Any,
    chosen: Any,
    suits: int,
    uneven: bool,
    seed: int,
    first: int,
    count: int,
    stop_at: int,
) -> tuple[int, int]:
    """Decide the deals from ``first`` on, one after the other.

    Args:
        table: a table of which nothing has been decided.
        work: see ``deal_cards``.
        begin: see ``table.deal``.
        chosen: see ``table.deal``.
        suits: how many suits.
        uneven: which deck.
        seed: the seed.
        first: the first deal.
        count: how many deals at most.
        stop_at: 1 to stop after a winnable deal, 0 after a lost one, NOTHING to decide them all.

    Returns:
        How many deals were decided, and how many of them can be won.
    """
    stacks = len(chosen)
    winnable = 0
    for k in range(count):
        deal_cards(table, begin[1], work, suits, uneven, seed, first + k)
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
        size: what is dealt.
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
        self._begin = numbers(range(0, size.cards + 1, height), compiled)
        self._chosen = numbers(range(stacks), compiled)
        self._work = tuple(zeros(size.cards + more, compiled) for more in (0, 0, 1))

    def _table(self) -> Table:
        """Return a table on which nothing has been decided."""
        lengths = (
            self.size.cards,
            self.size.cards,
            self.size.stacks * ROW,
            self.size.kinds * ROW,
            self.size.kinds,
            self.size.cards,
        )
        card, suit, stacks, suits, present, seen = (zeros(n, self.compiled) for n in lengths)
        return card, suit, stacks, suits, present, seen

    def deal(self, number: int) -> Layout:
        """Return a deal.

        Raises:
            IllegalPosition: the number is not in 0..2**63 - 1.
        """
        table = self._table()
        face(deal_cards, self.compiled)(
            table, self.size.height, self._work, *self._deck, self.seed, as_number(number)
        )
        below_it = [0] * self.size.kinds
        deck: list[Card] = []
        for suit in map(int, self._work[0]):
            below_it[suit] += 1
            deck.append((below_it[suit], suit + 1))
        cards = [deck[card] for card in map(int, table[0])]
        return Layout.of(
            cards[i : i + self.size.height] for i in range(0, len(cards), self.size.height)
        )

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
        decided, won = face(decide_deals, self.compiled)(
            self._table(),
            self._work,
            self._begin,
            self._chosen,
            *self._deck,
            self.seed,
            as_number(first),
            min(count, NUMBERS - first),
            stop_at,
        )
        return int(decided), int(won)

    @property
    def _deck(self) -> tuple[int, bool]:
        return self.size.kinds, self.size.deck == "uneven"


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
