"""The rules of gin rummy on bitboards: options, deadwood, melds, lay-offs, the showdown, moves.

Cards are words of bits: a card is bit ``16 * suit + rank - 1``, with the ace as rank 1, and three zero
bits separate the suits. So shifting a word by one moves every card to the next rank.

The best melds of a hand are found by trying every choice of sets; only a few ranks are held in three or
four suits. Once the sets are chosen, each remaining stretch of three or more adjacent cards is a run, as
there is only one pack.

By the rules of most tables the ace lies below the 2 and counts 1. A club may play otherwise: the kernels
take such a choice as a number, ``aces`` (``aces_as``), and ``PLAIN_ACES`` where none is given.

A *spread* is the melds that a knocker lays down, as two words: the cards of the sets and those of the
runs. The *outlook* of a hand is its deadwood after a draw and the best discard, summed over all possible
draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from suitwise.cards import BLACK_JOKER, Card, format_cards, no_joker, parse_cards
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.text.lines import LATER, not_one_of, refuse_out_of_bounds
from suitwise.foundation.text.phrases import CardText, Phrase, TypedName, phrase, quoted
from suitwise.foundation.values import MOST_DEALS, most_deals
from suitwise.rummy.rules.melds import Meld, Run, Set, melds_text, parse_meld, ranks_of_three
from suitwise.rummy.rules.rules import GIN, card_of

# --- Aces -----------------------------------------------------------------------------------------

PLAIN_ACES = 0
"""The ace lies below the 2 and counts 1."""
HIGH_TOO, CORNER = 1, 2
"""The ace lies above the king as well: in Q-K-A, or in K-A-2, too. These are the last two bits of
``aces``, and the bits above them are what an ace counts beyond 1."""
_PLACES = {"low": PLAIN_ACES, "both": HIGH_TOO, "corner": CORNER}


def aces_as(ace: str, points: int) -> int:
    """Return the rules about aces as the number that the kernels take.

    Args:
        ace: low, both or corner.
        points: what an ace counts.

    >>> aces_as("low", 1), aces_as("corner", 15)
    (0, 58)
    """
    return _PLACES[ace] | (points - 1) << 2


# --- Options; ``gin.game`` explains the rules behind them -----------------------------------------

MOST_DEADWOOD = {(10, 1): 98, (10, 15): 110, (7, 1): 70, (7, 15): 80}
"""The most deadwood of a hand without a meld, by its cards and what an ace counts.

Of ten cards eight count 10 and two are nines or aces; of seven all may count 10, or five of them beside
two aces.
"""
_NUMBERS = ("knock", "gin", "undercut", "big", "to", "box", "game")
_BOUNDS = {name: (int(name in ("gin", "undercut")), 1000) for name in _NUMBERS} | {
    "idle": (1, 1000),
    "deals": (0, MOST_DEALS),
    "spades": (1, 2),
    "spade_boxes": (1, 2),
    "gin_boxes": (0, 3),
    "undercut_boxes": (0, 3),
}
_CHOICES: dict[str, tuple[object, ...]] = {
    "ace_upcard": ("gin", "1"),
    "cards": (10, 7),
    "ace": ("low", "both", "corner"),
    "ace_points": (1, 15),
    "tie": ("undercut", "knocker"),
    "layoff": ("best", "ask"),
    "dealer": ("loser", "winner", "turns"),
    "shutout": ("game", "points", "all", "no"),
    "columns": (1, 3),
}


@dataclass(frozen=True)
class GinVariant:
    """The options of gin rummy, as ``Gin`` explains them.

    Raises:
        NotationError: an option has a value that it can't have.

    >>> GinVariant(big=31).most_of_deal
    129
    """

    knock: int = 10
    gin: int = 25
    undercut: int = 25
    big: int = 0
    to: int = 0
    box: int = 20
    game: int = 100
    declare: bool = False
    idle: int = field(default=50, metadata=LATER)
    deals: int = field(default=0, metadata=LATER)
    oklahoma: bool = field(default=False, metadata=LATER)
    ace_upcard: str = field(default="gin", metadata=LATER)
    spades: int = field(default=1, metadata=LATER)
    spade_boxes: int = field(default=1, metadata=LATER)
    cards: int = field(default=10, metadata=LATER)
    ace: str = field(default="low", metadata=LATER)
    ace_points: int = field(default=1, metadata=LATER)
    gin_layoff: bool = field(default=False, metadata=LATER)
    tie: str = field(default="undercut", metadata=LATER)
    layoff: str = field(default="best", metadata=LATER)
    gin_boxes: int = field(default=0, metadata=LATER)
    undercut_boxes: int = field(default=0, metadata=LATER)
    dealer: str = field(default="loser", metadata=LATER)
    shutout: str = field(default="game", metadata=LATER)
    columns: int = field(default=1, metadata=LATER)

    def __post_init__(self) -> None:
        refuse_out_of_bounds(self, _BOUNDS)
        game = getattr(self, "name", "")
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if type(value) is bool or value not in allowed:
                raise NotationError(not_one_of(TypedName(name, game), map(str, allowed)))

    @cached_property
    def aces(self) -> int:
        """The rules about aces, as the kernels take them."""
        return aces_as(self.ace, self.ace_points)

    @property
    def most_deals(self) -> int:
        """The most deals of a match: ``deals``, or if that is 0 enough for every deal that can score.

        >>> GinVariant().most_deals, GinVariant(to=100).most_deals
        (1, 299)
        """
        return most_deals(self.deals, self.columns * (2 * self.to - 1)) if self.to else 1

    @property
    def most_of_deal(self) -> int:
        """The most points that a deal can be worth."""
        most = MOST_DEADWOOD[self.cards, self.ace_points] + max(self.gin, self.big)
        return self.spades * max(most, self.knock + self.undercut)

    @property
    def most_boxes(self) -> int:
        """The most boxes that a deal can be worth."""
        return (1 + max(self.gin_boxes, self.undercut_boxes)) * self.spade_boxes

    @property
    def keeps_upcard(self) -> bool:
        """Whether the upcard matters after it has been taken."""
        return self.oklahoma or self.spades > 1 or self.spade_boxes > 1

    @property
    def oklahoma_limit(self) -> int:
        """How the upcard limits a knock, as ``knock_limit`` takes it."""
        return int(self.oklahoma) * (2 if self.ace_upcard == "1" else 1)

    @property
    def is_plain(self) -> bool:
        """Whether hands are dealt, melded and compared as without the options of clubs.

        >>> GinVariant(oklahoma=True, columns=3).is_plain, GinVariant(ace="both").is_plain
        (True, False)
        """
        return (self.cards, self.aces, self.gin_layoff, self.tie) == (
            10,
            PLAIN_ACES,
            False,
            "undercut",
        )


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

    >>> hand = bits_of([Card("HA"), Card("H9"), Card("HQ")])
    >>> points_of(hand), points_of(hand, aces_as("low", 15))
    (20, 34)
    """
    points = plain_points_of(cards)
    return points if aces == 0 else points + (aces >> 2) * count_bits(cards & COLUMN)


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
    if aces == 0:
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


# --- Spreads and lay-offs -------------------------------------------------------------------------
#
# A rank has at most one set. A spread does not record how a stretch of cards is cut into runs, which
# makes no difference to the cards that can be laid off.


@rule
def missing_fourths(sets: int) -> int:
    """Return the cards that would complete sets of three."""
    a, b = sets & ROW, sets >> SUIT & ROW
    c, d = sets >> 2 * SUIT & ROW, sets >> 3 * SUIT & ROW
    return (a | b | c | d) * COLUMN & ~sets


@rule
def run_extensions(runs: int, aces: int = 0) -> int:
    """Return the cards adjacent to the ends of runs.

    >>> [run_extensions(0b1_1100_0000_0000, aces) for aces in (PLAIN_ACES, HIGH_TOO)]
    [512, 513]
    """
    if aces & 3 == 0:
        return (runs << 1 | runs >> 1) & PACK & ~runs
    if aces & 3 == HIGH_TOO:
        # Beside an ace of a run lies a card of that run, and nothing beyond it.
        inner = runs & ~COLUMN
        return (inner << 1 & PACK | inner >> 1 | inner >> 12 & COLUMN) & ~runs
    return (next_in_circle(runs) | last_in_circle(runs)) & ~runs


@rule
def best_spread(cards: int, aces: int = 0) -> tuple[int, int]:
    """Return the best melds of a hand, as the cards of the sets and those of the runs.

    The best melds leave the least deadwood. Of equals they give the other seat the fewest cards that
    could be laid off at once; then the first choice of sets wins.

    >>> best_spread(0b1111 | 1 << 20)
    (0, 15)
    """
    ranks = ranks_with_sets(cards)
    best, most, least_layoffs = 0, -1, 0
    for choice in range(set_choices(cards, ranks)):
        sets = set_choice(cards, ranks, choice)
        runs = run_cards(cards & ~sets, aces)
        melded = points_of(sets | runs, aces)
        layoffs = count_bits((missing_fourths(sets) | run_extensions(runs, aces)) & ~cards)
        if melded > most or (melded == most and layoffs < least_layoffs):
            best, most, least_layoffs = sets, melded, layoffs
    return best, run_cards(cards & ~best, aces)


@rule
def run_layoffs(runs: int, cards: int, aces: int = 0) -> int:
    """Return the cards of a hand that can be laid off on runs, one after another.

    >>> bin(run_layoffs(0b111, 0b101_1000))
    '0b11000'
    """
    longer = runs
    before = 0
    while longer != before:
        before = longer
        longer |= run_extensions(longer, aces) & cards
    return longer & ~runs


@rule
def gin_layoff(cards: int, sets: int, runs: int, aces: int = 0) -> int:
    """Return the cards that the defender lays off to keep the least deadwood.

    Every choice of cards that can be laid off is tried, including cards of the defender's own melds,
    which may be broken up. Of equals the fewest cards are laid off.

    Args:
        cards: the defender's hand.
        sets: the cards of the sets on the table.
        runs: the cards of the runs on the table.
        aces: the rules about aces.
    """
    fourths = missing_fourths(sets) & cards
    most = fourths | run_layoffs(runs, cards, aces)
    best, least = 0, gin_deadwood(cards, aces)
    laid = most
    while laid:  # all subsets of ``most``, from the greatest number down
        if laid & ~fourths & ~run_layoffs(runs, laid, aces) == 0:
            left = gin_deadwood(cards & ~laid, aces)
            if left < least or (left == least and count_bits(laid) < count_bits(best)):
                best, least = laid, left
        laid = (laid - 1) & most
    return best


# --- Spreads as melds -----------------------------------------------------------------------------


def melds_of(sets: int, runs: int) -> Iterator[Meld]:
    """Yield the melds of a spread: runs as long as possible, then sets.

    An ace lies below the 2 if its suit allows it, else above the king, else between the two, where it
    has rank 14, the 2 rank 15, and so on.

    >>> from suitwise.cards import parse_cards
    >>> print(*melds_of(bits_of(parse_cards("S3 D3 C3")), bits_of(parse_cards("H3 H4 H5"))), sep=" | ")
    H3 H4 H5 | S3 D3 C3
    >>> print(*melds_of(0, bits_of(parse_cards("H2 H3 HK HA"))))
    HK HA H2 H3
    """
    for suit in range(4):
        row = runs >> SUIT * suit & ROW
        if low_run_cards(row) != row:
            # What lies from the ace on goes on behind the king: the ace alone, or all up to a gap.
            moved = 1 if high_run_cards(row) == row else (1 << lowest_bit(~row)) - 1
            row = row & ~moved | (row & moved) << 13
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
    """Return melds as a spread: the cards of the sets and those of the runs."""
    sets = runs = 0
    for meld in melds:
        if isinstance(meld, Set):
            sets |= bits_of(meld.cards)
        else:
            runs |= bits_of(card_of(meld.suit, rank) for rank in range(meld.low, meld.high + 1))
    return sets, runs


def spreads(cards: int, aces: int = PLAIN_ACES) -> Iterator[tuple[int, int]]:
    """Yield every spread of a hand, each once, including those that leave more deadwood than needed.

    >>> from suitwise.cards import parse_cards
    >>> len(list(spreads(bits_of(parse_cards("H3 H4 H5 H6")))))
    4
    """
    ranks = ranks_with_sets(cards)
    for choice in range(set_choices(cards, ranks)):
        sets = set_choice(cards, ranks, choice)
        most = runs = cards_in_runs(cards & ~sets, aces)
        while True:  # all subsets of ``most``, the empty one last
            if run_cards(runs, aces) == runs:
                yield sets, runs
            if runs == 0:
                break
            runs = (runs - 1) & most


def is_spread(hand: int, spread: tuple[int, int], aces: int = PLAIN_ACES) -> bool:
    """Return whether a spread consists of legal melds of a hand, with no card in two of them.

    >>> is_spread(0b1111, (0, 0b1110)), is_spread(0b1111, (0, 0b11)), is_spread(0b111, (0, 0b1110))
    (True, False, False)
    """
    sets, runs = spread
    if sets & runs or (sets | runs) & ~hand or run_cards(runs, aces) != runs:
        return False
    return all(len(meld) >= 3 for meld in melds_of(sets, 0))


# --- The showdown ---------------------------------------------------------------------------------
#
# J. McLeod, pagat.com/rummy/ginrummy.html, "Knocking" and "Scoring": unless the knocker has gin, the
# defender lays off cards on the knocker's melds. The knocker scores the difference in deadwood. A
# defender with equal or less deadwood undercuts and scores the difference and a bonus. Gin scores the
# defender's deadwood and a bonus and can't be undercut.
#
# The defender never gains by laying off or melding less than possible. So the defender makes no move,
# and the best lay-off is computed exactly.


@rule
def may_knock(deadwood: int, knock: int) -> bool:
    """Return whether a hand may knock.

    Args:
        deadwood: its deadwood after the discard.
        knock: the most deadwood to knock with.

    >>> may_knock(10, 10), may_knock(11, 10)
    (True, False)
    """
    return deadwood <= knock


@rule
def knocking_cards(hand: int, cards: int, knock: int, aces: int = 0) -> int:
    """Return the cards with whose discard a hand of eleven can knock.

    Args:
        hand: eleven cards.
        cards: the cards of the hand that may be discarded.
        knock: the most deadwood to knock with.
        aces: the rules about aces.

    >>> from suitwise.cards import parse_cards
    >>> hand = bits_of(parse_cards("S3S4S5S6 H7D7C7 H2D4 S2SQ"))
    >>> bin(knocking_cards(hand, hand, 10)) == bin(bits_of(parse_cards("SQ")))
    True
    """
    # A lower bound that settles most hands: cards in no meld remain, except the discard.
    most = MOST_POINTS if aces == 0 else max(MOST_POINTS, 1 + (aces >> 2))
    if points_of(hand & ~meldable(hand, aces), aces) > knock + most:
        return 0
    knocking = 0
    while cards:
        card = cards & -cards
        if may_knock(gin_deadwood(hand & ~card, aces), knock):
            knocking |= card
        cards &= cards - 1
    return knocking


@rule
def knock_score(deadwood: int, left: int, gin: int, undercut: int, tie: int = 0) -> int:
    """Return the score of a knock for the knocker; negative if the defender scores.

    Args:
        deadwood: the knocker's deadwood.
        left: the defender's deadwood after laying off.
        gin: the bonus for gin, or for big gin if that is shown.
        undercut: the bonus for an undercut, at least 1.
        tie: 1 if equal deadwood is no undercut, else 0.

    >>> [knock_score(deadwood, 5, 25, 25) for deadwood in (0, 4, 5, 9)]
    [30, 1, -25, -29]
    """
    if deadwood == 0:
        return left + gin
    return left - deadwood if deadwood < left + tie else left - deadwood - undercut


@rule
def laid_off(
    defender: int, deadwood: int, sets: int, runs: int, aces: int = 0, on_gin: int = 0
) -> int:
    """Return the cards that the defender lays off on a knock with this deadwood.

    None are laid off on gin, unless ``on_gin`` is 1.
    """
    return gin_layoff(defender, sets, runs, aces) if deadwood > 0 or on_gin else 0


@rule
def knock_limit(knock: int, oklahoma: int, upcard: int) -> int:
    """Return the most deadwood to knock with.

    In Oklahoma gin it is what the upcard counts (J Q K 10); with an ace turned up only gin will do, or
    by ``ace_upcard`` one point.

    Args:
        knock: the option.
        oklahoma: 0 if the upcard does not matter, 2 if an ace turned up allows one point, else 1.
        upcard: the card that was turned up, a bit, 0 if it is not known.

    >>> [knock_limit(10, 1, BITS[Card(card)]) for card in ("HK", "D7", "SA")]
    [10, 7, 0]
    """
    if oklahoma == 0 or upcard == 0:
        return knock
    points = points_of(upcard)
    return points if points > 1 or oklahoma == 2 else 0


def most_to_knock(house: GinVariant, upcard: int) -> int:
    """Return the most deadwood to knock with in a variant.

    Args:
        house: the variant.
        upcard: the card that was turned up; -1 if it is not known, and ``knock`` holds.

    >>> most_to_knock(GinVariant(), Card("D7")), most_to_knock(GinVariant(oklahoma=True), Card("D7"))
    (10, 7)
    """
    return knock_limit(house.knock, house.oklahoma_limit, BITS[upcard] if upcard >= 0 else 0)


_MODERN = GinVariant()


@dataclass(frozen=True, slots=True)
class Showdown:
    """A knock and its outcome.

    A spade turned up doubles the points of a deal, and its boxes, where the variant says so; this comes
    last. A win counts a box, and one by gin or by an undercut the further ones of the variant.

    Args:
        knocker: the seat that knocked.
        hands: the cards of both seats, after the knocker's discard.
        spread: the cards of the knocker's sets and those of the runs.
        house: the variant.
        upcard: the card that was turned up, -1 if the variant forgets it.
        shown: what the defender has laid, if it was asked: the cards of its sets, those of its runs, and
            the cards laid off.

    >>> from suitwise.cards import parse_cards
    >>> mine = bits_of(parse_cards("H3H4H5 S9D9C9 S2S3S4 SK"))
    >>> his = bits_of(parse_cards("H6H7H9 S5D5C5 SQ DQ DA DK"))
    >>> knock = Showdown(0, (mine, his), (bits_of(parse_cards("S9D9C9")),
    ...     bits_of(parse_cards("H3H4H5 S2S3S4"))))
    >>> print(knock)
    seat 0 keeps 10; seat 1 lays off H6 H7 H9, melds S5 D5 C5, keeps 31; seat 0 scores 21
    """

    knocker: int
    hands: tuple[int, int]
    spread: tuple[int, int]
    house: GinVariant = _MODERN
    upcard: int = -1
    shown: tuple[int, int, int] | None = None

    @property
    def kept(self) -> int:
        """The knocker's deadwood."""
        sets, runs = self.spread
        return points_of(self.hands[self.knocker] & ~(sets | runs), self.house.aces)

    @property
    def is_big(self) -> bool:
        """Whether the knocker has shown a card more than a hand has, all of them melded."""
        return self.hands[self.knocker].bit_count() > self.house.cards

    @property
    def bonus(self) -> int:
        """The bonus for gin, or for big gin if that is shown."""
        return self.house.big if self.is_big else self.house.gin

    @property
    def laid_off(self) -> int:
        """The cards that the defender lays off."""
        if self.shown is not None:
            return self.shown[2]
        house, defender = self.house, self.hands[1 - self.knocker]
        return laid_off(defender, self.kept, *self.spread, house.aces, house.gin_layoff)

    @property
    def own_spread(self) -> tuple[int, int]:
        """The cards of the defender's sets and those of its runs."""
        if self.shown is not None:
            return self.shown[:2]
        return best_spread(self.hands[1 - self.knocker] & ~self.laid_off, self.house.aces)

    @property
    def left(self) -> int:
        """The defender's deadwood after laying off."""
        sets, runs = self.own_spread
        rest = self.hands[1 - self.knocker] & ~(self.laid_off | sets | runs)
        return points_of(rest, self.house.aces)

    @property
    def is_void(self) -> bool:
        """Whether nobody scores: lay-offs are made on gin, and the defender has kept nothing."""
        return self.house.gin_layoff and self.kept == 0 and self.left == 0

    @property
    def score(self) -> tuple[int, int]:
        """The seat that scores, and its points; -1 and 0 if nobody does."""
        if self.is_void:
            return -1, 0
        house = self.house
        points = knock_score(
            self.kept, self.left, self.bonus, house.undercut, int(house.tie == "knocker")
        )
        winner = self.knocker if points >= 0 else 1 - self.knocker
        return winner, abs(points) * (house.spades if self.has_spade else 1)

    @property
    def boxes(self) -> int:
        """The boxes of the seat that scores."""
        winner = self.score[0]
        if winner < 0:
            return 0
        house, more = self.house, 0
        if winner != self.knocker:
            more = house.undercut_boxes
        elif self.kept == 0:
            more = house.gin_boxes
        return (1 + more) * (house.spade_boxes if self.has_spade else 1)

    @property
    def has_spade(self) -> bool:
        """Whether a spade was turned up."""
        return 0 <= self.upcard < RANKS

    def __str__(self) -> str:
        defender, (seat, points) = 1 - self.knocker, self.score
        melds = melds_text(melds_of(*self.own_spread))
        kept = f"keeps {self.kept}" if self.kept else "has gin"
        laid = f"lays off {hand_text(self.laid_off)}, " if self.laid_off else ""
        own_melds = f"melds {melds}, " if melds else ""
        undercuts = "undercuts and " if seat == defender else ""
        ends = f"seat {seat} {undercuts}scores {points}" if seat >= 0 else "nobody scores"
        keeps = f"{laid}{own_melds}keeps {self.left}"
        return f"seat {self.knocker} {kept}; seat {defender} {keeps}; {ends}"


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
    if aces == 0:
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


# --- Moves and their text, one word each ----------------------------------------------------------
#
# ``stock``, ``pile`` and ``pass``; a card, ``H7``, is a discard, or at a chance node the card that is
# dealt or drawn; ``knock:H7`` knocks and discards; ``big`` shows eleven cards that all meld; ``next``
# is the chance move between two deals of a match. If the melds of a knock are declared they follow,
# ``knock:H7:H3H4H5,S3D3C3``, with ``-`` for none. A defender that is asked shows its own melds and the
# cards that it lays off, each with the number of a meld of the knocker: ``show:D5D6D7:H6@1,H7@1``. The
# melds are numbered from 1 as a position writes them (``melds_of``).

Kind: TypeAlias = Literal["stock", "pile", "pass", "card", "knock", "big", "next", "show"]

# Moves have numbers: first the words, then the discards, the knocks, and big gin.
WORDS: tuple[Kind, ...] = ("stock", "pile", "pass")
STOCK_NUMBER, PILE_NUMBER, PASS_NUMBER = range(3)
DISCARDS = len(WORDS)
KNOCKS = DISCARDS + 52
BIG = KNOCKS + 52

_PLAIN: dict[str, Kind] = {word: word for word in (*WORDS, "big", "next")}
WITH_A_CARD: tuple[Kind, ...] = ("card", "knock")
KINDS = (*_PLAIN, *WITH_A_CARD, "show")

Layoffs: TypeAlias = tuple[tuple[int, int], ...]
"""Cards that are laid off one after another, each with the number of a meld."""


@dataclass(frozen=True, slots=True)
class GinMove:
    """A move of gin rummy.

    Args:
        kind: the kind of move.
        card: the card of a discard, a knock or a draw, else -1.
        spread: the cards of the sets and those of the runs that a knock declares, None if it declares
            no melds; those of a defender that shows.
        layoffs: the cards that a defender lays off.

    Raises:
        NotationError: there is no such kind of move, or it lacks a card or has one that it must not
            have.

    >>> print(GinMove("knock", Card("H7")), GinMove("card", Card("H7")), GinMove("pass"))
    knock:H7 H7 pass
    """

    kind: Kind
    card: int = -1
    spread: tuple[int, int] | None = None
    layoffs: Layoffs = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise NotationError(f"{str(self.kind)[:24]!r} is no kind of move")
        if self.kind in WITH_A_CARD and not 0 <= self.card < BLACK_JOKER:
            raise NotationError(f"{self.kind}: a card of the pack is named, from 0 to 51")
        if self.kind not in WITH_A_CARD and self.card != -1:
            raise NotationError(f"{self.kind}: no card is named")

    def __str__(self) -> str:
        if self.kind == "show":
            laid = ",".join(f"{Card(card)}@{number}" for card, number in self.layoffs)
            return f"show:{spread_text(self.spread or (0, 0))}" + (f":{laid}" if laid else "")
        if self.card < 0:
            return self.kind
        card = str(Card(self.card))
        if self.kind == "card":
            return card
        return f"knock:{card}" + ("" if self.spread is None else f":{spread_text(self.spread)}")

    @classmethod
    def parse(cls, text: str, aces: int = PLAIN_ACES) -> GinMove:
        """Parse a move.

        Args:
            text: the text.
            aces: the rules about aces.

        Raises:
            NotationError: the text is not a move.

        >>> print(GinMove.parse("knock:H7:H5H3H4"))
        knock:H7:H3H4H5
        >>> print(GinMove.parse("show:-:H6@1,H7@1"))
        show:-:H6@1,H7@1
        """
        if text in _PLAIN:
            return cls(_PLAIN[text])
        word, _, rest = text.partition(":")
        if word == "show":
            melds, _, layoffs = rest.partition(":")
            return cls("show", -1, parse_spread(melds or "-", aces), _parse_layoffs(layoffs))
        if word != "knock":
            return cls("card", parse_card(text))
        card, colon, melds = rest.partition(":")
        return cls("knock", parse_card(card), parse_spread(melds, aces) if colon else None)

    @property
    def number(self) -> int:
        """The number of a move; chance moves and declared melds have none.

        Raises:
            NotationError: the move has no number.
        """
        if self.kind == "next" or self.spread is not None:
            raise NotationError(f"{self} has no number: chance has none, nor have declared melds")
        return _BASE[self.kind] + self.card

    @classmethod
    def numbered(cls, number: int) -> GinMove:
        """Return the move with a number.

        Raises:
            NotationError: no move has this number.

        >>> print(*map(GinMove.numbered, (0, 3, 55, 107)))
        stock S2 knock:S2 big
        """
        if not 0 <= number <= BIG:
            raise NotationError(f"the moves have the numbers 0 to {BIG}, not {number}")
        return NUMBERED[number]


_BASE = {word: number + 1 for number, word in enumerate(WORDS)}
_BASE |= {"card": DISCARDS, "knock": KNOCKS, "big": BIG + 1}
"""The number of a move is that of its kind plus its card, which is -1 for a move without a card."""
CARD_MOVES, KNOCK_MOVES = (
    tuple(GinMove(kind, Card(card)) for card in range(BLACK_JOKER)) for kind in WITH_A_CARD
)
"""By card: the discard, which is also the chance move; and the knock that declares no melds."""
NUMBERED = (*map(GinMove, WORDS), *CARD_MOVES, *KNOCK_MOVES, GinMove("big"))
"""All moves that have a number, in the order of their numbers."""
STOCK, PILE, PASS = NUMBERED[:DISCARDS]
BIG_GIN, NEXT = NUMBERED[BIG], GinMove("next")


def parse_card(text: str) -> Card:
    """Parse one card of the pack in its canonical spelling."""
    if no_joker(text):
        fault = phrase("gin.no-jokers", "{card}: gin rummy has no jokers", card=quoted(text))
        raise NotationError(fault)
    if len(text) != 2 or not text.isascii():
        fault = phrase(
            "gin.no-move",
            "{text} is no move: write stock, pile, pass, a card as H7, knock:H7 or big",
            text=quoted(text),
        )
        raise NotationError(fault)
    card = Card(text)
    if card >= BLACK_JOKER:
        fault = phrase("gin.no-jokers", "{card}: gin rummy has no jokers", card=CardText(card))
        raise NotationError(fault)
    return card


def spread_text(spread: tuple[int, int]) -> str:
    """Return a spread as one word of text.

    >>> spread_text((0, 0b111)), spread_text((0, 0))
    ('SAS2S3', '-')
    """
    return ",".join(str(meld).replace(" ", "") for meld in melds_of(*spread)) or "-"


def parse_spread(text: str, aces: int = PLAIN_ACES) -> tuple[int, int]:
    """Parse the melds of a spread.

    Args:
        text: the melds, separated by commas.
        aces: the rules about aces.

    Raises:
        NotationError: something is not a meld, or a card is in two of them.
    """
    if text == "-":
        return 0, 0
    if not text:
        fault = phrase(
            "gin.melds-expected", "after the colon stand the melds of a knock, or - for none"
        )
        raise NotationError(fault)
    if len(text) > 60:
        fault = phrase(
            "gin.long-melds", "{n} characters are too many for the melds of a hand", n=len(text)
        )
        raise NotationError(fault)
    melds = [meld_in(part, aces) for part in text.split(",")]
    spread = spread_of(melds)
    if sum(map(len, melds)) != (spread[0] | spread[1]).bit_count():
        fault = phrase("gin.in-two-melds", "{text}: no card is in two melds", text=repr(text)[1:-1])
        raise NotationError(fault)
    return spread


def meld_in(text: str, aces: int = PLAIN_ACES) -> Meld:
    """Parse one meld of a spread; any error is reported as the definition of a meld.

    Raises:
        NotationError: it is no meld.

    >>> [str(meld_in(text, CORNER)) for text in ("HKHAH2", "S9D9C9")]
    ['HK HA H2', 'S9 D9 C9']
    """
    try:
        return _run_round_the_corner(text, aces) or parse_meld(text, _HIGH_TOO if aces & 3 else GIN)
    except SuitwiseError:
        raise NotationError(_no_meld(text, aces)) from None


_HIGH_TOO = replace(GIN, ace="both")
"""The melds of gin with the ace both below the 2 and above the king."""


def _run_round_the_corner(text: str, aces: int) -> Run | None:
    """Return a run in which an ace lies between a king and a 2; None for anything else."""
    if aces & 3 != CORNER:
        return None
    cards = parse_cards(text)
    bits = bits_of(card for card in cards if card < BLACK_JOKER)
    first = bits & ~next_in_circle(bits)
    suit, rank = divmod(lowest_bit(first), SUIT)
    is_run = len(cards) == bits.bit_count() >= 3 and first.bit_count() == 1
    last = rank + len(cards)
    return Run(suit, rank + 1, last) if is_run and last > RANKS + 1 else None


def _no_meld(text: str, aces: int) -> Phrase:
    if aces & 3 == CORNER:
        return phrase(
            "gin.no-meld-corner",
            "{text} is no meld: a run is three or more cards in a row of a suit, also round the corner "
            "as K A 2, and a set is three or four of a rank",
            text=quoted(text),
        )
    if aces & 3:
        return phrase(
            "gin.no-meld-both",
            "{text} is no meld: a run is three or more cards in a row of a suit, the ace below the 2 "
            "or above the king, and a set is three or four of a rank",
            text=quoted(text),
        )
    return phrase(
        "gin.no-meld",
        "{text} is no meld: a run is three or more cards in a row of a suit, the ace below "
        "the 2, and a set is three or four of a rank",
        text=quoted(text),
    )


def _parse_layoffs(text: str) -> Layoffs:
    """Parse cards that are laid off, each with the number of a meld."""
    layoffs = []
    for part in text.split(",", HAND) if text else ():
        card, _, number = part.partition("@")
        if number not in _MELD_NUMBERS:
            fault = phrase(
                "gin.no-layoff",
                "{text} is no lay-off: write H6@1 for a card on meld 1",
                text=quoted(part),
            )
            raise NotationError(fault)
        layoffs.append((parse_card(card), int(number)))
    return tuple(layoffs)


_MELD_NUMBERS = ("1", "2", "3")
"""The numbers of the melds that a knocker can lay down."""


# --- What a defender lays off ---------------------------------------------------------------------


def misfit(spread: tuple[int, int], layoffs: Layoffs, aces: int) -> int | None:
    """Return the first card that does not fit the meld that it is laid off on; None if all fit.

    Args:
        spread: the knocker's melds.
        layoffs: the cards, laid off one after another.
        aces: the rules about aces.

    >>> spread = parse_spread("H3H4H5,S9D9C9")
    >>> texts = ("show:-:H6@1,H7@1,H9@2", "show:-:H7@1")
    >>> [misfit(spread, GinMove.parse(text).layoffs, PLAIN_ACES) for text in texts]
    [None, Card('H7')]
    """
    table = _table(spread)
    for card, number in layoffs:
        if number > len(table) or not _fitting(table[number - 1], aces) & BITS[card]:
            return Card(card)
        is_set, cards = table[number - 1]
        table[number - 1] = is_set, cards | BITS[card]
    return None


def layoffs_of(spread: tuple[int, int], cards: int, aces: int) -> Layoffs:
    """Return cards that fit the melds of a spread as lay-offs in a fixed order, meld by meld.

    >>> layoffs_of(parse_spread("H3H4H5,S9D9C9"), bits_of([Card("H9"), Card("H6")]), PLAIN_ACES)
    ((Card('H6'), 1), (Card('H9'), 2))
    """
    layoffs: list[tuple[int, int]] = []
    for number, (is_set, meld) in enumerate(_table(spread), 1):
        while fitting := _fitting((is_set, meld), aces) & cards:
            card = fitting & -fitting
            layoffs.append((CARDS[card], number))
            meld, cards = meld | card, cards & ~card
    return tuple(layoffs)


def layoff_choices(hand: int, spread: tuple[int, int], aces: int) -> Iterator[int]:
    """Yield all cards of a hand that can be laid off together, none among them."""
    sets, runs = spread
    fourths = missing_fourths(sets) & hand
    most = laid = fourths | run_layoffs(runs, hand, aces)
    while True:  # all subsets of ``most``, the empty one last
        if laid & ~fourths & ~run_layoffs(runs, laid, aces) == 0:
            yield laid
        if laid == 0:
            return
        laid = (laid - 1) & most


def _table(spread: tuple[int, int]) -> list[tuple[bool, int]]:
    """Return the melds of a spread, each as whether it is a set, and its cards."""
    return [(isinstance(meld, Set), sum(spread_of([meld]))) for meld in melds_of(*spread)]


def _fitting(meld: tuple[bool, int], aces: int) -> int:
    """Return the cards that may be laid off on a meld."""
    is_set, cards = meld
    return missing_fourths(cards) if is_set else run_extensions(cards, aces)
