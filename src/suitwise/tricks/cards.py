"""Hands of cards as bits, and which card takes a trick.

A card is a number as in ``suitwise.cards``: 13 for each suit in the order S H D C, the ace highest. A
hand is an integer with a bit for each card, so that the cards of a suit are an ``and`` away, and rules
need no arrays for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from suitwise.cards import Card, format_cards
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.text.phrases import Phrase, phrase

HAND = 13
"""The cards of a hand, the tricks of a deal, and the cards of a suit."""
PACK = 4 * HAND
ALL = (1 << PACK) - 1
"""All cards as bits."""
SUIT = tuple((1 << HAND) - 1 << HAND * suit for suit in range(4))
"""The cards of each suit as bits."""
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
NO_TRUMP = -1
CARDS = tuple(map(Card, range(PACK)))
"""The cards by their numbers."""
SUIT_NAMES: tuple[Phrase, ...] = (
    phrase("tricks.spades", "spades"),
    phrase("tricks.hearts", "hearts"),
    phrase("tricks.diamonds", "diamonds"),
    phrase("tricks.clubs", "clubs"),
)
"""The suits in words."""


@rule
def suit_of(card: int) -> int:
    """Return a card's suit, 0 to 3 for S H D C.

    >>> suit_of(Card("HA")) == HEARTS
    True
    """
    return card // HAND


@rule
def beats(card: int, best: int, trump: int) -> bool:
    """Tell whether a card takes the trick from the best one so far: higher in suit, or a trump on none.

    >>> beats(3, 2, trump=1), beats(14, 2, trump=1), beats(27, 2, trump=1), beats(14, 2, NO_TRUMP)
    (True, True, False, False)
    """
    if card // HAND == best // HAND:
        return card > best
    return card // HAND == trump


@rule
def nth_card(hand: int, number: int) -> int:
    """Return card ``number`` of a hand from its lowest on; the hand has more cards than that.

    >>> nth_card(bits_of([3, 14, 51]), 1)
    14
    """
    for suit in range(4):
        cards = hand >> HAND * suit & 8191
        count = count_bits(cards)
        if number < count:
            for _ in range(number):
                cards &= cards - 1
            return HAND * suit + count_bits((cards & -cards) - 1)
        number -= count
    return -1


def cards_of(hand: int) -> Iterator[int]:
    """Yield the cards of a hand, spades first, low ones first.

    >>> list(cards_of(0b1001))
    [0, 3]
    """
    while hand:
        yield (hand & -hand).bit_length() - 1
        hand &= hand - 1


def bits_of(cards: Iterable[int]) -> int:
    """Return different cards as bits.

    >>> bits_of([0, 3])
    9
    """
    return sum(1 << int(card) for card in cards)


@lru_cache(maxsize=1 << 8)  # the hands that were dealt are written in every position of a deal
def hand_text(hand: int) -> str:
    """Write the cards of a hand.

    >>> hand_text(0b1001)
    'S2S5'
    """
    return format_cards(cards_of(hand))
