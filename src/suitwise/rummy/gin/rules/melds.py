"""Melds of a hand of one pack without wild cards, as gin rummy has them, on words of bits.

Rules page, Definitions. A card is a bit, ``16 * suit + rank - 1`` with the ace as rank 1, so that a hand
is one word and three zeros part the suits. With one pack, the rest melds by itself once the sets are
chosen: every stretch of three cards or more is a run. So the best arrangement is the best choice among
the sets of the few ranks of which three suits are held. The deadwood alone tells what a hand can expect
of a discard, and of a draw over all cards not seen. The melds on the table are ``spreads``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from suitwise.cards import Card, format_cards
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rules.melds import ranks_of_three

SUIT = 16
"""Bits a suit."""
ROW = 0x1FFF
"""The cards of the first suit."""
COLUMN = 1 | 1 << SUIT | 1 << 2 * SUIT | 1 << 3 * SUIT
"""The aces."""
PACK = ROW * COLUMN
HAND = 10
"""The cards of a hand between two turns."""
MOST_POINTS = 10
"""The most that a card costs, so the most by which a discard can lessen the deadwood."""
KEEPING_S = 0.0001
"""The seconds of ``keeping_least`` as plain Python."""

# Bit k of the points of each rank: the ace 1, the 2 to the 9 their number, 10 for the rest.
POINTS_1 = 0b0_0001_0101_0101 * COLUMN
POINTS_2 = 0b1_1110_0110_0110 * COLUMN
POINTS_4 = 0b0_0000_0111_1000 * COLUMN
POINTS_8 = 0b1_1111_1000_0000 * COLUMN


# --- Cards and bits -------------------------------------------------------------------------------


@rule
def bit_of(card: int) -> int:
    """Return the number of a card's bit.

    >>> [bit_of(Card(text)) for text in ("SA", "SK", "HA")]
    [0, 12, 16]
    """
    return SUIT * (card // 13) + (card + 1) % 13


@rule
def card_at(bit: int) -> int:
    """Return the card of a bit, the inverse of ``bit_of``."""
    return 13 * (bit // SUIT) + (bit % SUIT + 12) % 13


BITS = tuple(1 << bit_of(card) for card in range(52))
"""The word of each card alone."""
CARDS = {BITS[card]: Card(card) for card in range(52)}
"""The card of each such word."""


def bits_of(cards: Iterable[int]) -> int:
    """Return cards as a word, which has a card that comes twice but once.

    >>> bin(bits_of([Card("SA"), Card("S3"), Card("SA")]))
    '0b101'
    """
    bits = 0
    for card in cards:
        bits |= BITS[card]
    return bits


def cards_of(bits: int) -> Iterator[Card]:
    """Yield the cards of a word, suit by suit with the ace first.

    >>> print(*cards_of(bits_of([Card("H3"), Card("SK"), Card("SA")])))
    SA SK H3
    """
    while bits:
        low = bits & -bits
        yield CARDS[low]
        bits ^= low


def hand_text(cards: int) -> str:
    """Return cards between blanks, ``-`` for none.

    >>> hand_text(0b1010), hand_text(0)
    ('S2 S4', '-')
    """
    return format_cards(cards_of(cards), " ") or "-"


# --- Deadwood -------------------------------------------------------------------------------------


@rule
def points_of(cards: int) -> int:
    """Return the points of cards that are in no meld.

    >>> points_of(bits_of([Card("HA"), Card("H9"), Card("HQ")]))
    20
    """
    return (
        count_bits(cards & POINTS_1)
        + 2 * count_bits(cards & POINTS_2)
        + 4 * count_bits(cards & POINTS_4)
        + 8 * count_bits(cards & POINTS_8)
    )


@rule
def run_cards(cards: int) -> int:
    """Return the cards that lie in a stretch of three or more.

    >>> bin(run_cards(0b11_0111))
    '0b111'
    """
    low = cards & cards >> 1 & cards >> 2
    return low | low << 1 | low << 2


@rule
def ranks_with_sets(cards: int) -> int:
    """Return the ranks of which three suits or four are held, as bits of the first suit."""
    a, b = cards & ROW, cards >> SUIT & ROW
    c, d = cards >> 2 * SUIT & ROW, cards >> 3 * SUIT & ROW
    return ranks_of_three(a, b, c, d)


@rule
def set_options(column: int) -> int:
    """Return in how many ways the cards of a rank, three or four, can be a set or none."""
    return 6 if count_bits(column) == 4 else 2


@rule
def set_option(column: int, option: int) -> int:
    """Return one of these ways: no set, all the cards, or all but one.

    >>> [count_bits(set_option(COLUMN, option)) for option in range(set_options(COLUMN))]
    [0, 4, 3, 3, 3, 3]
    """
    if option == 0:
        return 0
    return column if option == 1 else column & ~(ROW << SUIT * (option - 2))


@rule
def set_choices(cards: int, ranks: int) -> int:
    """Return how many choices of sets there are."""
    choices = 1
    while ranks:
        choices *= set_options(cards & COLUMN << lowest_bit(ranks))
        ranks &= ranks - 1
    return choices


@rule
def set_choice(cards: int, ranks: int, choice: int) -> int:
    """Return the cards of the sets of a choice; choice 0 is no set."""
    sets = 0
    while ranks:
        column = cards & COLUMN << lowest_bit(ranks)
        options = set_options(column)
        sets |= set_option(column, choice % options)
        choice //= options
        ranks &= ranks - 1
    return sets


@rule
def gin_deadwood(cards: int) -> int:
    """Return the least points that a hand can be left with.

    >>> from suitwise.cards import parse_cards
    >>> gin_deadwood(bits_of(parse_cards("H3 H4 H5 H6 S6 D6 SK")))
    10
    """
    most = points_of(run_cards(cards))
    ranks = ranks_with_sets(cards)
    if ranks:
        for choice in range(1, set_choices(cards, ranks)):
            sets = set_choice(cards, ranks, choice)
            most = max(most, points_of(sets | run_cards(cards & ~sets)))
    return points_of(cards) - most


@rule
def meldable(cards: int) -> int:
    """Return the cards that lie in a meld of some kind, whether or not all of them can at once.

    >>> meldable(0b1011_0111) == 0b111
    True
    """
    return run_cards(cards) | (ranks_with_sets(cards) * COLUMN & cards)


@rule
def is_melded(cards: int) -> bool:
    """Tell whether all cards can be melded at once."""
    return meldable(cards) == cards and gin_deadwood(cards) == 0


# --- The outlook of a hand ------------------------------------------------------------------------


@rule
def best_discard_points(hand: int, free: int) -> int:
    """Return the least deadwood that a hand of eleven can be left with.

    Args:
        hand: eleven cards.
        free: those of them that may be discarded, at least one.
    """
    least = 1000
    while free:
        least = min(least, gin_deadwood(hand & ~(free & -free)))
        free &= free - 1
    return least


@rule
def keeping_least(hand: int, cards: int) -> int:
    """Return the card without which a hand keeps least deadwood; of equals the one that costs most.

    Args:
        hand: eleven cards.
        cards: those of them to choose from, at least one.
    """
    best, least = 0, 1 << 20
    while cards:
        card = cards & -cards
        kept = 16 * gin_deadwood(hand & ~card) - points_of(card)
        if kept < least:
            best, least = card, kept
        cards &= cards - 1
    return card_at(lowest_bit(best))
