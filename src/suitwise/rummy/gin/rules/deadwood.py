"""Deadwood of a gin hand on bitboards: the best melds, the best discard, the outlook of a hand.

Cards are words of bits: a card is bit ``16 * suit + rank - 1``, with the ace as rank 1, and three zero
bits separate the suits. So shifting a word by one moves every card to the next rank.

The best melds of a hand are found by trying every choice of sets; only a few ranks are held in three or
four suits. Once the sets are chosen, each remaining stretch of three or more adjacent cards is a run, as
there is only one pack.

The *outlook* of a hand is its deadwood after a draw and the best discard, summed over all draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from suitwise.cards import Card, format_cards
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.gin.rules.house import HIGH_TOO, PLAIN_ACES
from suitwise.rummy.rules.melds import ranks_of_three

# --- Cards as bits --------------------------------------------------------------------------------

SUIT = 16
"""The number of bits of a suit."""
ROW = 0x1FFF
"""All cards of the first suit."""
COLUMN = 1 | 1 << SUIT | 1 << 2 * SUIT | 1 << 3 * SUIT
"""The four aces; shifted, the four cards of another rank."""
PACK = ROW * COLUMN
RANKS = 13
"""The number of cards of a suit; those of spades are the first."""
HAND = 10
"""The number of cards of a hand between turns, unless a variant deals fewer."""
MOST_POINTS = 10
"""The most points of a card but the ace, and so the most that its discard takes off the deadwood."""
BEST_DISCARD_S = 0.0001
"""The seconds that ``best_discard`` takes in plain Python."""

# The cards whose points contain each power of two. A card of rank 1 to 9 has so many points, others 10.
POINTS_1 = 0b0_0001_0101_0101 * COLUMN
POINTS_2 = 0b1_1110_0110_0110 * COLUMN
POINTS_4 = 0b0_0000_0111_1000 * COLUMN
POINTS_8 = 0b1_1111_1000_0000 * COLUMN


@rule
def bit_of(card: int) -> int:
    """Return the bit index of a card.

    >>> [bit_of(Card(text)) for text in ("SA", "SK", "HA")]
    [0, 12, 16]
    """
    return SUIT * (card // 13) + (card + 1) % 13


@rule
def card_at(bit: int) -> int:
    """Return the card of a bit index, the inverse of ``bit_of``."""
    return 13 * (bit // SUIT) + (bit % SUIT + 12) % 13


BITS = tuple(1 << bit_of(card) for card in range(52))
"""The bit of each card."""
CARDS = {BITS[card]: Card(card) for card in range(52)}
"""The card of each bit."""


def bits_of(cards: Iterable[int]) -> int:
    """Return cards as a word; a card that is repeated counts once.

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
    """Return cards as text separated by blanks, ``-`` for none.

    >>> hand_text(0b1010), hand_text(0)
    ('S2 S4', '-')
    """
    return format_cards(cards_of(cards), " ") or "-"


# --- Deadwood -------------------------------------------------------------------------------------


@rule
def plain_points_of(cards: int, aces: int = 0) -> int:
    """Return the total points of cards as deadwood, with plain aces."""
    return (
        count_bits(cards & POINTS_1)
        + 2 * count_bits(cards & POINTS_2)
        + 4 * count_bits(cards & POINTS_4)
        + 8 * count_bits(cards & POINTS_8)
    )


@rule
def points_of(cards: int, aces: int = 0) -> int:
    """Return the total points of cards as deadwood.

    >>> from suitwise.rummy.gin.rules.house import aces_as
    >>> hand = bits_of([Card("HA"), Card("H9"), Card("HQ")])
    >>> points_of(hand), points_of(hand, aces_as("low", 15))
    (20, 34)
    """
    points = plain_points_of(cards)
    return points if aces == PLAIN_ACES else points + (aces >> 2) * count_bits(cards & COLUMN)


@rule
def next_in_circle(cards: int) -> int:
    """Return the cards that follow these in their suits, the ace after the king."""
    return cards << 1 & PACK | cards >> 12 & COLUMN


@rule
def last_in_circle(cards: int) -> int:
    """Return the cards that these follow in their suits, the king before the ace."""
    return (cards & ~COLUMN) >> 1 | (cards & COLUMN) << 12


@rule
def low_run_cards(cards: int, aces: int = 0) -> int:
    """Return the cards of runs in which the ace lies below the 2."""
    low = cards & cards >> 1 & cards >> 2
    return low | low << 1 | low << 2


@rule
def high_run_cards(cards: int) -> int:
    """Return the cards of runs in which the ace lies above the king.

    >>> bin(high_run_cards(0b1_1000_0000_0111))
    '0b1100000000001'
    """
    found = low_run_cards(cards & ~COLUMN | (cards & COLUMN) << 13)
    return found & PACK & ~COLUMN | found >> 13 & COLUMN


@rule
def suits_with_high_ace(cards: int) -> int:
    """Return all cards of the suits whose runs take more in with the ace above the king.

    >>> suits_with_high_ace(0b1_1000_0000_0111) == ROW, suits_with_high_ace(0b1_1100_0000_0111)
    (True, 0)
    """
    # Such a suit has an ace or a king more; where the 2 and the 3 are lost for it, they count less.
    more = high_run_cards(cards) & ~low_run_cards(cards)
    return ((more | more >> 12) & COLUMN) * ROW


@rule
def run_cards(cards: int, aces: int = 0) -> int:
    """Return the cards of runs: those in a stretch of three or more adjacent cards of a suit.

    An ace that may lie at either end lies where more points are in runs.

    >>> from suitwise.rummy.gin.rules.house import CORNER
    >>> bin(run_cards(0b11_0111))
    '0b111'
    >>> [run_cards(0b1_1000_0000_0001, aces).bit_count() for aces in (PLAIN_ACES, HIGH_TOO)]
    [0, 3]
    >>> [run_cards(0b1_0000_0000_0011, aces).bit_count() for aces in (HIGH_TOO, CORNER)]
    [0, 3]
    """
    return low_run_cards(cards) if aces & 3 == 0 else run_cards_above(cards, aces)


@rule
def run_cards_above(cards: int, aces: int) -> int:
    """Return the cards of runs where the ace lies above the king, too."""
    if aces & 3 == HIGH_TOO:
        high = suits_with_high_ace(cards)
        return low_run_cards(cards) & ~high | high_run_cards(cards) & high
    follows = last_in_circle(cards)
    low = cards & follows & last_in_circle(follows)
    follows = next_in_circle(low)
    return low | follows | next_in_circle(follows)


@rule
def cards_in_runs(cards: int, aces: int = 0) -> int:
    """Return the cards that are part of some run, even if an ace is needed at both of its ends."""
    if aces & 3 == HIGH_TOO:
        return low_run_cards(cards) | high_run_cards(cards)
    return run_cards(cards, aces)


@rule
def ranks_with_sets(cards: int) -> int:
    """Return the ranks held in three or four suits, as bits of the first suit."""
    a, b = cards & ROW, cards >> SUIT & ROW
    c, d = cards >> 2 * SUIT & ROW, cards >> 3 * SUIT & ROW
    return ranks_of_three(a, b, c, d)


@rule
def set_options(column: int) -> int:
    """Return the number of ways to make at most one set of three or four cards of a rank."""
    return 6 if count_bits(column) == 4 else 2


@rule
def set_option(column: int, option: int) -> int:
    """Return the cards of one of the ``set_options``: no set, all the cards, or all but one.

    >>> [count_bits(set_option(COLUMN, option)) for option in range(set_options(COLUMN))]
    [0, 4, 3, 3, 3, 3]
    """
    if option == 0:
        return 0
    return column if option == 1 else column & ~(ROW << SUIT * (option - 2))


@rule
def set_choices(cards: int, ranks: int) -> int:
    """Return the number of ways to choose sets: the product of the options of these ranks."""
    choices = 1
    while ranks:
        choices *= set_options(cards & COLUMN << lowest_bit(ranks))
        ranks &= ranks - 1
    return choices


@rule
def set_choice(cards: int, ranks: int, choice: int) -> int:
    """Return the cards of the sets of a choice by its number, a mixed-radix number; 0 has no set."""
    sets = 0
    while ranks:
        column = cards & COLUMN << lowest_bit(ranks)
        options = set_options(column)
        sets |= set_option(column, choice % options)
        choice //= options
        ranks &= ranks - 1
    return sets


@rule
def gin_deadwood(cards: int, aces: int = 0) -> int:
    """Return the least deadwood of a hand, in points.

    >>> from suitwise.cards import parse_cards
    >>> gin_deadwood(bits_of(parse_cards("H3 H4 H5 H6 S6 D6 SK")))
    10
    """
    melded = melded_points(cards, 0, aces)
    ranks = ranks_with_sets(cards)
    if ranks:
        for choice in range(1, set_choices(cards, ranks)):
            melded = max(melded, melded_points(cards, set_choice(cards, ranks, choice), aces))
    return points_of(cards, aces) - melded


@rule
def plain_melded_points(cards: int, sets: int, aces: int = 0) -> int:
    """Return the points of some sets of a hand and of the runs in the rest, with plain aces."""
    return plain_points_of(sets | low_run_cards(cards & ~sets))


@rule
def melded_points(cards: int, sets: int, aces: int) -> int:
    """Return the points of some sets of a hand and of the runs in the rest."""
    if aces == PLAIN_ACES:
        return plain_melded_points(cards, sets)
    return points_of(sets | run_cards(cards & ~sets, aces), aces)


@rule
def meldable(cards: int, aces: int = 0) -> int:
    """Return the cards that are part of some meld, even if not all of them can be melded at once.

    >>> meldable(0b1011_0111) == 0b111
    True
    """
    return cards_in_runs(cards, aces) | (ranks_with_sets(cards) * COLUMN & cards)


@rule
def is_melded(cards: int, aces: int = 0) -> bool:
    """Return whether all cards can be melded at once."""
    return meldable(cards, aces) == cards and gin_deadwood(cards, aces) == 0


# --- Discards -------------------------------------------------------------------------------------


@rule
def deadwood_after_discard(hand: int, free: int, aces: int = 0) -> int:
    """Return the least deadwood of a hand of eleven after a discard.

    Args:
        hand: eleven cards.
        free: the cards of the hand that may be discarded, at least one.
        aces: the rules about aces.
    """
    least = 1000
    while free:
        least = min(least, gin_deadwood(hand & ~(free & -free), aces))
        free &= free - 1
    return least


@rule
def best_discard(hand: int, cards: int, aces: int = 0) -> int:
    """Return the discard that leaves the least deadwood, of equals the one with the most points.

    Args:
        hand: eleven cards.
        cards: the cards of the hand to choose from, at least one.
        aces: the rules about aces.
    """
    best, least = 0, 1 << 20
    while cards:
        card = cards & -cards
        key = 16 * gin_deadwood(hand & ~card, aces) - points_of(card, aces)
        if key < least:
            best, least = card, key
        cards &= cards - 1
    return card_at(lowest_bit(best))


# --- The outlook: the deadwood after a draw and the best discard ----------------------------------
#
# Discards need not be tried one by one: for each choice of melds, the best discard is the unmelded card
# with the most points. So a draw takes one pass over the choices of sets.

OUTLOOK_S = 0.001
"""The seconds that ``outlook`` takes in plain Python."""


@rule
def highest_points_of(cards: int, aces: int = 0) -> int:
    """Return the most points that one of these cards has; 0 for no cards.

    >>> from suitwise.cards import parse_cards
    >>> [highest_points_of(bits_of(parse_cards(text))) for text in ("SA H9 C3", "SK HT", "D2")]
    [9, 10, 2]
    """
    if aces and cards & COLUMN and aces >> 2 >= MOST_POINTS:
        return 1 + (aces >> 2)
    ranks = cards | cards >> 2 * SUIT
    ranks = (ranks | ranks >> SUIT) & ROW
    # Fill in all ranks below the highest: their number is the highest rank.
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return min(count_bits(ranks), MOST_POINTS)


@rule
def plain_least_with_sets(cards: int, sets: int, aces: int = 0) -> int:
    """Return the deadwood of eleven cards after the best discard, given the sets, with plain aces."""
    rest = cards & ~sets
    loose = rest & ~low_run_cards(rest)
    return plain_points_of(loose) - highest_points_of(loose)


@rule
def least_with_sets(cards: int, sets: int, aces: int = 0) -> int:
    """Return the deadwood of eleven cards after the best discard, given the sets.

    If all eleven cards are melded, one of them can be taken from a set of four or the end of a run, so
    no deadwood is left.
    """
    if aces == PLAIN_ACES:
        return plain_least_with_sets(cards, sets)
    rest = cards & ~sets
    loose = rest & ~run_cards(rest, aces)
    return points_of(loose, aces) - highest_points_of(loose, aces)


@rule
def least_deadwood_of_eleven(cards: int, aces: int = 0) -> int:
    """Return the least deadwood of eleven cards after the best discard of any of them.

    >>> from suitwise.cards import parse_cards
    >>> hand = bits_of(parse_cards("H3 H4 H5 H6 S6 D6 C6 C7 C8 SK DA"))
    >>> least_deadwood_of_eleven(hand), deadwood_after_discard(hand, hand)
    (1, 1)
    """
    least = least_with_sets(cards, 0, aces)
    ranks = ranks_with_sets(cards)
    if ranks:
        for choice in range(1, set_choices(cards, ranks)):
            least = min(least, least_with_sets(cards, set_choice(cards, ranks, choice), aces))
    return least


@rule
def outlook(hand: int, unseen: int, aces: int = 0) -> int:
    """Return the deadwood after a draw and the best discard, summed over all possible draws.

    Args:
        hand: ten cards.
        unseen: the cards that may be drawn.
        aces: the rules about aces.

    >>> outlook(0b11_1111_1111, 0b1_1100_0000_0000)
    0
    """
    total = 0
    while unseen:
        total += least_deadwood_of_eleven(hand | unseen & -unseen, aces)
        unseen &= unseen - 1
    return total
