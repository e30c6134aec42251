"""What a hand of ten can expect of a card of the stock and the best discard after it.

Of eleven cards the discard is not tried: whatever melds are laid, the dearest card beside them goes. So
a drawn card asks for one look at the choices of sets, not for one a discard.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.gin.rules.melds import (
    MOST_POINTS,
    ROW,
    SUIT,
    points_of,
    ranks_with_sets,
    run_cards,
    set_choice,
    set_choices,
)

OUTLOOK_S = 0.001
"""The seconds of ``outlook`` as plain Python."""


@rule
def dearest_points(cards: int) -> int:
    """Return the points of the dearest of cards that are in no meld; 0 of none.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.gin.rules.melds import bits_of
    >>> [dearest_points(bits_of(parse_cards(text))) for text in ("SA H9 C3", "SK HT", "D2")]
    [9, 10, 2]
    """
    ranks = cards | cards >> 2 * SUIT
    ranks = (ranks | ranks >> SUIT) & ROW
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return min(count_bits(ranks), MOST_POINTS)


@rule
def left_beside(cards: int, sets: int) -> int:
    """Return the points left of eleven cards of which some are sets, after the dearest is discarded.

    Of eleven cards that are all melded one ends a run or a set of four: nothing is left.
    """
    rest = cards & ~sets
    loose = rest & ~run_cards(rest)
    return points_of(loose) - dearest_points(loose)


@rule
def least_of_eleven(cards: int) -> int:
    """Return the least deadwood that eleven cards can be left with, any of which may be discarded.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.gin.rules.melds import best_discard_points, bits_of
    >>> hand = bits_of(parse_cards("H3 H4 H5 H6 S6 D6 C6 C7 C8 SK DA"))
    >>> least_of_eleven(hand), best_discard_points(hand, hand)
    (1, 1)
    """
    least = left_beside(cards, 0)
    ranks = ranks_with_sets(cards)
    if ranks:
        for choice in range(1, set_choices(cards, ranks)):
            least = min(least, left_beside(cards, set_choice(cards, ranks, choice)))
    return least


@rule
def outlook(hand: int, unseen: int) -> int:
    """Return the deadwood after a card of the stock and the best discard, summed over the cards.

    Args:
        hand: ten cards.
        unseen: the cards that may be drawn.

    >>> outlook(0b11_1111_1111, 0b1_1100_0000_0000)
    0
    """
    total = 0
    while unseen:
        total += least_of_eleven(hand | unseen & -unseen)
        unseen &= unseen - 1
    return total
