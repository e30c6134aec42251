"""Spreads: the melds that a knocker lays on the table, and the cards laid off on them.

A *spread* is two words of bits (``melds``): the cards of its sets, of which a rank has one at most, and
those of its runs. Where a stretch is cut into runs makes no difference to anybody: the same cards can be
laid off on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.gin.rules.melds import (
    COLUMN,
    PACK,
    ROW,
    SUIT,
    bits_of,
    gin_deadwood,
    points_of,
    ranks_with_sets,
    run_cards,
    set_choice,
    set_choices,
)
from suitwise.rummy.rules.melds import Meld, Run, Set
from suitwise.rummy.rules.rules import card_of

# --- The best spread, and the cards laid off on it -------------------------------------------------


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
def best_spread(cards: int) -> tuple[int, int]:
    """Return the best melds of a hand, as the cards of the sets and those of the runs.

    They leave the knocker least deadwood. Among equals they are those that give the other seat the
    fewest cards to lay off at once, then those with the first choice of sets.

    >>> best_spread(0b1111 | 1 << 20)
    (0, 15)
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
    return best, run_cards(cards & ~best)


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


def is_spread(hand: int, spread: tuple[int, int]) -> bool:
    """Tell whether a hand holds the cards of some sets and runs, no card in two of them.

    >>> is_spread(0b1111, (0, 0b1110)), is_spread(0b1111, (0, 0b11)), is_spread(0b111, (0, 0b1110))
    (True, False, False)
    """
    sets, runs = spread
    if sets & runs or (sets | runs) & ~hand or run_cards(runs) != runs:
        return False
    return all(len(meld) >= 3 for meld in melds_of(sets, 0))
