"""What is dealt: the size of a deal and its deck, and how the cards of a deck are drawn.

Two decks. *Even* is the game's own: as many cards of every suit, or nearly. *Uneven* cuts the cards
into suits at random: every way to give each suit one card or more is equally likely.

The uneven deck is the one to play with. Whatever wins with as many suits as stacks, the suit whose
ace comes free last has no other card (rules page: a path begins at such a source, and if removals
alone win, the last ace that they uncover is one). So a deck with two cards or more of every suit is lost
before it is dealt, and the even deck is such a deck from height 2 on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from suitwise.arguments import whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import highest_bit, rule
from suitwise.seeds import below

Deck: TypeAlias = Literal["even", "uneven"]
Verdict: TypeAlias = Literal["winnable", "lost", "any"]

MOST_CARDS = 1_000_000
NUMBERS = 1 << 63
"""Deals are numbered below this, as the streams that they are drawn from."""


def as_number(number: int) -> int:
    """Return the number of a deal.

    Raises:
        IllegalPosition: it is negative, or 2**63 or more.

    >>> as_number(7)
    7
    """
    number = whole(number, "the number of a deal")
    if not 0 <= number < NUMBERS:
        raise IllegalPosition("deals are numbered from 0 to 2**63 - 1")
    return number


@rule
def card_numbered(several: int, shared: int, number: int) -> tuple[int, int]:
    """Return a card of the game's own deck, in its order: its value and its suit, both from 1.

    Args:
        several: how many suits share cards.
        shared: how many cards they share, round the suits; each card after those is a suit's only one.
        number: the place of the card in the deck, from 0.

    >>> [card_numbered(2, 5, number) for number in range(6)]
    [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3)]
    """
    if number >= shared:
        return 1, several + number - shared + 1
    return number // several + 1, number % several + 1


@rule
def cut_deck(suit: Any, suits: int, uneven: bool, seed: int, stream: int) -> int:
    """Give the cards of a deck their suits; within a suit later cards are higher.

    Args:
        suit: filled with the suit, 0 or more, of each card.
        suits: how many suits there are, at most one a card.
        uneven: cut at random instead of dealing out the suits in turn.
        seed: the seed.
        stream: the stream.

    Returns:
        How many numbers of the stream were used.

    >>> suit = [0] * 6
    >>> cut_deck(suit, 4, False, 1, 0), suit
    (0, [0, 1, 2, 3, 0, 1])
    >>> cut_deck(suit, 4, True, 1, 0), suit
    (5, [0, 0, 0, 1, 2, 3])
    """
    count = len(suit)
    index = kind = suit[0] = 0
    for card in range(1, count):
        if not uneven:
            suit[card] = card % suits
            continue
        # Of the gaps left, suits - 1 - kind are still to be cut: each set of gaps is equally likely.
        ticket, index = below(count - card, seed, stream, index)
        if ticket < suits - 1 - kind:
            kind += 1
        suit[card] = kind
    return index


@rule
def draw_cards(order: Any, tree: Any, seed: int, stream: int, index: int) -> int:
    """Draw all cards of a deck, one after the other.

    Each draw names one of the cards left, in the deck's order, as ``game.draw`` does. A tree of counts
    (Fenwick, "A new data structure for cumulative frequency tables", 1994) finds it without moving
    the others.

    Args:
        order: filled with the cards in the order they are drawn.
        tree: array with one number more, overwritten.
        seed: the seed.
        stream: the stream.
        index: where in the stream to begin.

    Returns:
        The index after the last number used.

    >>> order = [0] * 5
    >>> draw_cards(order, [0] * 6, 1, 0, 0), order
    (5, [4, 3, 1, 2, 0])
    """
    count = len(order)
    for node in range(1, count + 1):
        tree[node] = node & -node
    widest = 1 << highest_bit(count)
    for k in range(count):
        ticket, index = below(count - k, seed, stream, index)
        before = 0
        width = widest
        while width:
            node = before + width
            if node <= count:
                if tree[node] <= ticket:
                    ticket -= tree[node]
                    before = node
                else:
                    tree[node] -= 1
            width >>= 1
        order[k] = before
    return index


@dataclass(frozen=True, slots=True)
class Size:
    """What is dealt: how many stacks, how high, how many suits, and which deck.

    Args:
        stacks: how many stacks.
        height: how many cards each gets.
        suits: how many suits; None for as many as stacks.
        deck: the even or the uneven deck.

    Raises:
        IllegalPosition: a number is not positive, or there are too many cards or suits.

    >>> Size(4, 3).kinds, Size(4, 3, suits=2).kinds
    (4, 2)
    """

    stacks: int
    height: int
    suits: int | None = None
    deck: Deck = "uneven"

    def __post_init__(self) -> None:
        for name in ("stacks", "height", "kinds"):
            whole(getattr(self, name), name.replace("kinds", "suits"))
        if min(self.stacks, self.height, self.kinds) < 1:
            raise IllegalPosition("stacks, height and suits are 1 or more")
        if self.cards > MOST_CARDS:
            raise IllegalPosition(f"a deal has at most {MOST_CARDS:,} cards")
        if self.kinds > self.cards:
            raise IllegalPosition(f"{self.cards} cards can't be of more than {self.cards} suits")

    @property
    def kinds(self) -> int:
        """How many suits there are."""
        return self.stacks if self.suits is None else self.suits

    @property
    def cards(self) -> int:
        """How many cards are dealt."""
        return self.stacks * self.height

    def never(self) -> Verdict | None:
        """Return the verdict that no deal of this size has, None if both occur.

        >>> Size(4, 3, suits=3).never(), Size(4, 3, suits=5).never(), Size(4, 3).never()
        ('lost', 'winnable', None)
        >>> Size(4, 3, deck="even").never()
        'winnable'
        """
        if self.kinds < self.stacks or self.height == 1:
            return "lost"
        if self.kinds > self.stacks or self.deck == "even" or self.stacks == 1:
            return "winnable"
        return None
