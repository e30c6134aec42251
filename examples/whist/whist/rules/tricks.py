"""The tricks of Whist: what may be played, and who wins.

Cards are bits of a hand, numbered as in ``suitwise.cards``: 13 for each suit in the order S H D C.
The rules are those of pagat.com/whist/whist.html and of Cavendish, "The Laws and Principles of Whist".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

SEATS = range(4)
HAND = 13
"""The cards of a hand, the tricks of a deal, and the cards of a suit."""
BOOK = 6
"""Tricks that score nothing; those beyond are odd tricks."""
ALL = (1 << 4 * HAND) - 1
"""All cards as bits."""
SUIT = tuple((1 << HAND) - 1 << HAND * suit for suit in range(4))
"""The cards of each suit as bits."""
NAMES = ("spades", "hearts", "diamonds", "clubs")


def suit_of(card: int) -> int:
    """Return a card's suit, 0 to 3 for S H D C."""
    return card // HAND


def cards_of(hand: int) -> Iterator[int]:
    """Yield the cards of a hand, spades first, low ones first.

    >>> list(cards_of(0b1001))
    [0, 3]
    """
    while hand:
        yield (hand & -hand).bit_length() - 1
        hand &= hand - 1


def bits_of(cards: Iterable[int]) -> int:
    """Return different cards as bits."""
    return sum(1 << card for card in cards)


def beats(card: int, best: int, trump: int) -> bool:
    """Tell whether a card takes the trick from the best one so far: higher in suit, or a trump on none.

    >>> beats(3, 2, trump=1), beats(14, 2, trump=1), beats(27, 2, trump=1)
    (True, True, False)
    """
    if suit_of(card) == suit_of(best):
        return card > best
    return suit_of(card) == trump


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, whole or open: the cards in the order of play, from the leader to the left."""

    leader: int
    trump: int
    cards: tuple[int, ...] = ()

    @property
    def plays(self) -> Iterator[tuple[int, int]]:
        """Each seat that has played, with its card."""
        return (((self.leader + place) % 4, card) for place, card in enumerate(self.cards))

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.cards)) % 4

    @property
    def winner(self) -> int:
        """The seat that wins, or would if nobody played on; the trick is not empty.

        >>> Trick(3, trump=1, cards=(0, 13, 12)).winner
        0
        """
        winner, best = self.leader, self.cards[0]
        for seat, card in self.plays:
            if beats(card, best, self.trump):
                winner, best = seat, card
        return winner

    @property
    def is_whole(self) -> bool:
        """Whether all have played."""
        return len(self.cards) == len(SEATS)

    def playable(self, hand: int) -> int:
        """Return the cards of a hand that may be played: those of the suit led, or any if it has none.

        >>> list(cards_of(Trick(0, 1, (5,)).playable(bits_of([2, 14])))), Trick(0, 1).playable(6)
        ([2], 6)
        """
        led = hand & SUIT[suit_of(self.cards[0])] if self.cards else 0
        return led or hand

    def followed_by(self, card: int) -> Trick:
        """Return the trick with one more card."""
        return Trick(self.leader, self.trump, (*self.cards, card))
