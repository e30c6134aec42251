"""Melds of a hand of one pack without wild cards, as gin rummy has them: all of it by words of bits.

Rules page, Definitions. A card is a bit, ``16 * suit + rank - 1`` with the ace as rank 1, so that a hand
is one word and three zeros part the suits. With one pack, what is left once the sets are chosen melds by
itself: every stretch of three cards or more is a run. So the best arrangement is the best choice among
the sets of the few ranks of which three suits are held, and a *spread*, the melds on the table, is two
words: the cards of its sets (a rank has one at most) and those of its runs. Where a stretch is cut into
runs makes no difference to anybody: the same cards can be laid off on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from suitwise.cards import Card
from suitwise.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rules.melds import Meld, Run, Set, ranks_of_three
from suitwise.rummy.rules.rules import card_of

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


def bits_of(cards: Iterable[int]) -> int:
    """Return cards as a word, which has a card that comes twice but once.

    >>> bin(bits_of([Card("SA"), Card("S3"), Card("SA")]))
    '0b101'
    """
    bits = 0
    for card in cards:
        bits |= 1 << bit_of(card)
    return bits


def cards_of(bits: int) -> Iterator[Card]:
    """Yield the cards of a word, suit by suit with the ace first.

    >>> print(*cards_of(bits_of([Card("H3"), Card("SK"), Card("SA")])))
    SA SK H3
    """
    while bits:
        yield Card(card_at(lowest_bit(bits)))
        bits &= bits - 1


# --- Deadwood -------------------------------------------------------------------------------------


@rule
def points_of(cards: int) -> int:
    """Return what cards cost that are in no meld.

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


# --- The spread of the knocker, and what the defender lays off on it ------------------------------


@rule
def missing_fourths(sets: int) -> int:
    """Return the cards that make sets of three sets of four."""
    a, b = sets & ROW, sets >> SUIT & ROW
    c, d = sets >> 2 * SUIT & ROW, sets >> 3 * SUIT & ROW
    return (a | b | c | d) * COLUMN & ~sets


@rule
def beside(runs: int) -> int:
    """Return the cards next to runs."""
    return (runs << 1 | runs >> 1) & PACK & ~runs


@rule
def best_sets(cards: int) -> int:
    """Return the sets of the best spread; its runs are ``run_cards(cards & ~sets)``.

    It leaves the knocker least deadwood. Among equals it is the one that gives the other seat the
    fewest cards to lay off at once, then that with the first choice of sets.
    """
    ranks = ranks_with_sets(cards)
    best, most, least_room = 0, -1, 0
    for choice in range(set_choices(cards, ranks)):
        sets = set_choice(cards, ranks, choice)
        runs = run_cards(cards & ~sets)
        melded = points_of(sets | runs)
        room = count_bits((missing_fourths(sets) | beside(runs)) & ~cards)
        if melded > most or (melded == most and room < least_room):
            best, most, least_room = sets, melded, room
    return best


@rule
def reached(runs: int, cards: int) -> int:
    """Return the cards that runs can be lengthened by, one after the other.

    >>> bin(reached(0b111, 0b101_1000))
    '0b11000'
    """
    reach = runs
    before = 0
    while reach != before:
        before = reach
        reach |= beside(reach) & cards
    return reach & ~runs


@rule
def gin_layoff(cards: int, sets: int, runs: int) -> int:
    """Return what the defender lays off so as to keep least deadwood.

    Every choice of cards that can be laid off is tried, those of melds of one's own too: a meld
    may be broken up where that leaves less. Among equals the fewest cards are laid off.

    Args:
        cards: the defender's hand.
        sets: the cards of the sets on the table.
        runs: those of the runs.
    """
    fourths = missing_fourths(sets) & cards
    most = fourths | reached(runs, cards)
    best, least = 0, gin_deadwood(cards)
    laid = most
    while laid:
        if laid & ~fourths & ~reached(runs, laid) == 0:
            left = gin_deadwood(cards & ~laid)
            if left < least or (left == least and count_bits(laid) < count_bits(best)):
                best, least = laid, left
        laid = (laid - 1) & most
    return best


# --- Spreads as melds -----------------------------------------------------------------------------


def melds_of(sets: int, runs: int) -> Iterator[Meld]:
    """Yield the melds of a spread: runs as long as can be, then sets.

    >>> from suitwise.cards import parse_cards
    >>> print(*melds_of(bits_of(parse_cards("S3 D3 C3")), bits_of(parse_cards("H3 H4 H5"))), sep=" | ")
    H3 H4 H5 | S3 D3 C3
    """
    for suit in range(4):
        row = runs >> SUIT * suit & ROW
        while row:
            low = lowest_bit(row)
            length = lowest_bit(~(row >> low))
            yield Run(suit, low + 1, low + length)
            row &= -1 << low + length
    for rank in range(1, 14):
        suits = tuple(suit for suit in range(4) if sets >> SUIT * suit + rank - 1 & 1)
        if suits:
            yield Set(rank, suits)


def spread_of(melds: Iterable[Meld]) -> tuple[int, int]:
    """Return the spread of melds, the cards of its sets and those of its runs."""
    sets = runs = 0
    for meld in melds:
        if isinstance(meld, Set):
            sets |= bits_of(meld.cards)
        else:
            runs |= bits_of(card_of(meld.suit, rank) for rank in range(meld.low, meld.high + 1))
    return sets, runs


def spreads(cards: int) -> Iterator[tuple[int, int]]:
    """Yield every spread of a hand, poor ones too, each once.

    >>> from suitwise.cards import parse_cards
    >>> len(list(spreads(bits_of(parse_cards("H3 H4 H5 H6")))))
    4
    """
    ranks = ranks_with_sets(cards)
    for choice in range(set_choices(cards, ranks)):
        sets = set_choice(cards, ranks, choice)
        most = runs = run_cards(cards & ~sets)
        while True:
            if run_cards(runs) == runs:
                yield sets, runs
            if runs == 0:
                break
            runs = (runs - 1) & most
