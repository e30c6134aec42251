"""The end of a deal of gin: what may be knocked with, the melds laid down, lay-offs, the score.

A *spread* is the melds that a knocker lays down, as two words: the cards of the sets and those of the
runs (``gin.rules.deadwood`` tells how cards are bits).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from suitwise.cards import Card
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.gin.rules.deadwood import (
    BITS,
    CARDS,
    COLUMN,
    MOST_POINTS,
    PACK,
    RANKS,
    ROW,
    SUIT,
    bits_of,
    cards_in_runs,
    gin_deadwood,
    hand_text,
    high_run_cards,
    last_in_circle,
    low_run_cards,
    meldable,
    next_in_circle,
    points_of,
    ranks_with_sets,
    run_cards,
    set_choice,
    set_choices,
)
from suitwise.rummy.gin.rules.house import HIGH_TOO, PLAIN_ACES, GinVariant
from suitwise.rummy.rules.melds import Meld, Run, Set, melds_text
from suitwise.rummy.rules.rules import card_of

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


# --- What a defender lays off ---------------------------------------------------------------------

Layoffs: TypeAlias = tuple[tuple[int, int], ...]
"""Cards that are laid off one after another, each with the number of a meld."""


def misfit(spread: tuple[int, int], layoffs: Layoffs, aces: int) -> int | None:
    """Return the first card that does not fit the meld that it is laid off on; None if all fit.

    Args:
        spread: the knocker's melds.
        layoffs: the cards, laid off one after another.
        aces: the rules about aces.

    >>> from suitwise.rummy.gin.rules.moves import GinMove, parse_spread
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

    >>> from suitwise.rummy.gin.rules.moves import parse_spread
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
