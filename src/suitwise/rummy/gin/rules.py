"""The rules of gin rummy on words of bits: melds, spreads and lay-offs, the showdown, the outlook.

Rules page, Definitions. A card is a bit, ``16 * suit + rank - 1`` with the ace as rank 1, so that a hand
is one word and three zeros part the suits. With one pack, the rest melds by itself once the sets are
chosen: every stretch of three cards or more is a run. So the best arrangement is the best choice among
the sets of the few ranks of which three suits are held. The deadwood alone tells what a hand can expect
of a discard, and of a draw over all cards not seen. The melds on the table are ``spreads``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from suitwise.cards import Card, format_cards
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rules.melds import Meld, Run, Set, melds_text, ranks_of_three
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


# --- Spreads: the melds that a knocker lays on the table, and the cards laid off on them ----------
#
# A *spread* is two words of bits (``melds``): the cards of its sets, of which a rank has one at most,
# and those of its runs. Where a stretch is cut into runs makes no difference to anybody: the same
# cards can be laid off on it.

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


# --------------------------------------------------------------------------------------------------
# The showdown after a knock: the spread, the cards that the defender lays off on it, and the
# score
#
# Pagat's gin rummy (J. McLeod, pagat.com/rummy/ginrummy.html), "Knocking" and "Scoring". Unless the
# knocker has gin, the defender lays off cards on the knocker's melds. The knocker scores the
# difference in deadwood; a defender who has as little or less undercuts and scores it with a bonus;
# gin scores the defender's deadwood with a bonus and can't be undercut.
#
# Nothing is won by laying off less, or by melding worse, so the defender is not asked: the cards that
# leave least are found exactly.


@rule
def may_knock(kept: int, knock: int) -> bool:
    """Tell whether a hand may knock that keeps ``kept`` points of deadwood.

    Args:
        kept: its deadwood after the discard.
        knock: the most to knock with.

    >>> may_knock(10, 10), may_knock(11, 10)
    (True, False)
    """
    return kept <= knock


@rule
def knocking_cards(hand: int, cards: int, knock: int) -> int:
    """Return the cards of a hand of eleven, among these, that it can knock with.

    Args:
        hand: eleven cards.
        cards: those of them that may be discarded.
        knock: the most deadwood to knock with.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.gin.rules import bits_of
    >>> hand = bits_of(parse_cards("S3S4S5S6 H7D7C7 H2D4 S2SQ"))
    >>> bin(knocking_cards(hand, hand, 10)) == bin(bits_of(parse_cards("SQ")))
    True
    """
    # Cards in no meld stay deadwood, but for the discard: most hands need no closer look.
    if points_of(hand & ~meldable(hand)) > knock + MOST_POINTS:
        return 0
    knocking = 0
    while cards:
        card = cards & -cards
        if may_knock(gin_deadwood(hand & ~card), knock):
            knocking |= card
        cards &= cards - 1
    return knocking


@rule
def knock_score(kept: int, left: int, gin: int, undercut: int) -> int:
    """Return the score of a knock for the knocker; below 0 the defender scores.

    Args:
        kept: the knocker's deadwood.
        left: the defender's after laying off.
        gin: the bonus for gin, or for big gin if that is shown.
        undercut: the bonus for an undercut, at least 1.

    >>> [knock_score(kept, 5, 25, 25) for kept in (0, 4, 5, 9)]
    [30, 1, -25, -29]
    """
    if kept == 0:
        return left + gin
    return left - kept if kept < left else left - kept - undercut


@rule
def laid_off(defender: int, kept: int, sets: int, runs: int) -> int:
    """Return the cards that the defender lays off: none on gin."""
    return gin_layoff(defender, sets, runs) if kept > 0 else 0


@dataclass(frozen=True, slots=True)
class Showdown:
    """A knock and its outcome.

    Args:
        knocker: the seat that knocked.
        hands: the cards of both seats, after the knocker's discard.
        spread: the cards of the knocker's sets and those of the runs.
        gin: the bonus for gin or big gin.
        undercut: the bonus for an undercut.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.gin.rules import bits_of
    >>> mine = bits_of(parse_cards("H3H4H5 S9D9C9 S2S3S4 SK"))
    >>> his = bits_of(parse_cards("H6H7H9 S5D5C5 SQ DQ DA DK"))
    >>> knock = Showdown(0, (mine, his), (bits_of(parse_cards("S9D9C9")),
    ...     bits_of(parse_cards("H3H4H5 S2S3S4"))), 25, 25)
    >>> print(knock)
    seat 0 keeps 10; seat 1 lays off H6 H7 H9, melds S5 D5 C5, keeps 31; seat 0 scores 21
    """

    knocker: int
    hands: tuple[int, int]
    spread: tuple[int, int]
    gin: int
    undercut: int

    @property
    def kept(self) -> int:
        """The knocker's deadwood."""
        sets, runs = self.spread
        return points_of(self.hands[self.knocker] & ~(sets | runs))

    @property
    def laid_off(self) -> int:
        """The cards that the defender lays off."""
        return laid_off(self.hands[1 - self.knocker], self.kept, *self.spread)

    @property
    def left(self) -> int:
        """The defender's deadwood after that."""
        return gin_deadwood(self.hands[1 - self.knocker] & ~self.laid_off)

    @property
    def score(self) -> tuple[int, int]:
        """The seat that scores, and its points."""
        points = knock_score(self.kept, self.left, self.gin, self.undercut)
        return (self.knocker, points) if points > 0 else (1 - self.knocker, -points)

    def __str__(self) -> str:
        return "; ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        defender = 1 - self.knocker
        yield f"seat {self.knocker} " + (f"keeps {self.kept}" if self.kept else "has gin")
        rest = self.hands[defender] & ~self.laid_off
        melds = melds_text(melds_of(*best_spread(rest)))
        laid = f"lays off {hand_text(self.laid_off)}, " if self.laid_off else ""
        own = f"melds {melds}, " if melds else ""
        yield f"seat {defender} {laid}{own}keeps {self.left}"
        seat, points = self.score
        yield f"seat {seat} {'undercuts and ' if seat == defender else ''}scores {points}"


# --- What a hand of ten can expect of a card of the stock and the best discard after it -----------
#
# Of eleven cards the discard is not tried: whatever melds are laid, the dearest card beside them
# goes. So a drawn card asks for one look at the choices of sets, not for one a discard.

OUTLOOK_S = 0.001
"""The seconds of ``outlook`` as plain Python."""


@rule
def dearest_points(cards: int) -> int:
    """Return the points of the dearest of cards that are in no meld; 0 of none.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.gin.rules import bits_of
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
    >>> from suitwise.rummy.gin.rules import best_discard_points, bits_of
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
