"""A hand of two decks as four numbers, put together from its cards by looking them up.

* ``low`` and ``high``: the patterns (``suit_runs``) of spades and hearts, of diamonds and clubs, HALF
  bits apart; above them ``low`` has the number of wild cards and ``high`` what all the cards weigh;
* ``one`` and ``two``: bits of the cards held, and of those held twice, 13 a suit with the ace first.

Cards are numbered as in ``suitwise.cards``; 255 is no card, so that hands of different sizes can be the
rows of one array.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import ANY_JOKER, BLACK_JOKER
from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.rummy.rules.hand import MOST_CARDS
from suitwise.rummy.tables.suit_runs import POWERS, RANKS

HALF = 21
"""Patterns of two suits share a word, the second one this many bits up."""
PATTERN = (1 << HALF) - 1
ABOVE = 2 * HALF
"""Where the number of wild cards and the weight of the hand begin."""
PATTERNS_MASK = (1 << ABOVE) - 1
WILDS_MASK = (1 << 6) - 1
FAULT = 1 << 60
"""Marks, in ``two``, a hand with a third copy, with a number that is no card, or with too many cards."""
NO_CARD = 255
CODES = 256


@rule
def pack_cards(cards: Any, codes: Any) -> tuple[int, int, int, int]:
    """Return the hand of these cards.

    Args:
        cards: the cards, in any order.
        codes: three tables of 256 numbers (``codes_of``).
    """
    low = high = one = two = three = 0
    for k in range(len(cards)):
        card = item_at(cards, k)
        bit = item_at(codes[2], card)
        low += item_at(codes[0], card)
        high += item_at(codes[1], card)
        three |= two & bit
        two |= one & bit
        one |= bit
    return low, high, one & ~FAULT, two | (FAULT if three | one & FAULT else 0)


@rule
def pack_counts(counts: Any, codes: Any) -> tuple[int, int, int, int]:
    """Return the hand of these counts.

    Args:
        counts: how many copies of each card, 52 numbers, or 53 with the jokers'.
        codes: three tables of 256 numbers (``codes_of``).
    """
    low = high = one = two = cards = 0
    for card in range(len(counts)):
        copies = int(item_at(counts, card))
        cards += copies
        low += copies * item_at(codes[0], card)
        high += copies * item_at(codes[1], card)
        bit = item_at(codes[2], card)
        one |= bit if copies > 0 else 0
        two |= bit if copies > 1 else 0
        two |= FAULT if copies > 2 and bit else 0
    return low, high, one, two | (FAULT if cards > MOST_CARDS else 0)


@rule
def pack(hand: Any, counted: bool, codes: Any) -> tuple[int, int, int, int]:
    """Return the hand of these counts, or of these cards."""
    return pack_counts(hand, codes) if counted else pack_cards(hand, codes)


@rule
def wilds_of(low: int) -> int:
    """Return how many wild cards a hand has."""
    return low >> ABOVE & WILDS_MASK


def codes_of(weights: list[int]) -> tuple[list[int], list[int], list[int]]:
    """Return what each card adds to ``low``, to ``high`` and to the bits of a hand.

    Args:
        weights: the weight of a wild card, then of each rank, the ace first.

    >>> low, high, bit = codes_of([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])
    >>> low[1], high[1] >> ABOVE, bit[1]  # the three of spades
    (9, 3, 4)
    """
    low, high, bit = [0] * CODES, [0] * CODES, [0] * CODES
    for card in range(BLACK_JOKER):
        suit, rank = divmod(card, RANKS)
        place = (rank + 1) % RANKS
        pattern = POWERS[place] << HALF * (suit % 2)
        low[card], high[card] = (pattern, 0) if suit < 2 else (0, pattern)
        high[card] += weights[place + 1] << ABOVE
        bit[card] = 1 << suit * RANKS + place
    for joker in range(BLACK_JOKER, ANY_JOKER + 1):
        low[joker], high[joker] = 1 << ABOVE, weights[0] << ABOVE
    for other in range(ANY_JOKER + 1, NO_CARD):
        bit[other] = FAULT
    return low, high, bit
