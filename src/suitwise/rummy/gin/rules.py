"""The rules of gin rummy on bitboards: options, deadwood, melds, lay-offs, the showdown, moves.

Cards are words of bits: a card is bit ``16 * suit + rank - 1``, with the ace as rank 1, and three zero
bits separate the suits. So shifting a word by one moves every card to the next rank.

The best melds of a hand are found by trying every choice of sets; only a few ranks are held in three or
four suits. Once the sets are chosen, each remaining stretch of three or more adjacent cards is a run, as
there is only one pack.

A *spread* is the melds that a knocker lays down, as two words: the cards of the sets and those of the
runs. The *outlook* of a hand is its deadwood after a draw and the best discard, summed over all possible
draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from suitwise.cards import BLACK_JOKER, Card, format_cards, no_joker
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.text.lines import LATER, refuse_out_of_bounds
from suitwise.foundation.text.phrases import CardText, phrase, quoted
from suitwise.foundation.values import MOST_DEALS, most_deals
from suitwise.rummy.rules.melds import Meld, Run, Set, melds_text, parse_meld, ranks_of_three
from suitwise.rummy.rules.rules import GIN, card_of

# --- Options; ``gin.game`` explains the rules behind them -----------------------------------------

MOST_DEADWOOD = 98
"""The most deadwood of ten cards without a meld: eight that count 10 and two nines."""
_NUMBERS = ("knock", "gin", "undercut", "big", "to", "box", "game")
_BOUNDS = {name: (int(name in ("gin", "undercut")), 1000) for name in _NUMBERS} | {
    "idle": (1, 1000),
    "deals": (0, MOST_DEALS),
}


@dataclass(frozen=True)
class GinVariant:
    """The options of gin rummy, as ``Gin`` explains them.

    Raises:
        NotationError: a number is out of bounds.

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

    def __post_init__(self) -> None:
        refuse_out_of_bounds(self, _BOUNDS)

    @property
    def most_deals(self) -> int:
        """The most deals of a match: ``deals``, or if that is 0 enough for every deal that can score.

        >>> GinVariant().most_deals, GinVariant(to=100).most_deals
        (1, 299)
        """
        return most_deals(self.deals, 2 * self.to - 1) if self.to else 1

    @property
    def most_of_deal(self) -> int:
        """The most points that a deal can be worth."""
        return max(MOST_DEADWOOD + max(self.gin, self.big), self.knock + self.undercut)


# --- Cards as bits --------------------------------------------------------------------------------

SUIT = 16
"""The number of bits of a suit."""
ROW = 0x1FFF
"""All cards of the first suit."""
COLUMN = 1 | 1 << SUIT | 1 << 2 * SUIT | 1 << 3 * SUIT
"""The four aces; shifted, the four cards of another rank."""
PACK = ROW * COLUMN
HAND = 10
"""The number of cards of a hand between turns."""
MOST_POINTS = 10
"""The most points of a card, and so the most that a discard can take off the deadwood."""
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
def points_of(cards: int) -> int:
    """Return the total points of cards as deadwood.

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
    """Return the cards that lie in a stretch of three or more adjacent cards of a suit.

    >>> bin(run_cards(0b11_0111))
    '0b111'
    """
    low = cards & cards >> 1 & cards >> 2
    return low | low << 1 | low << 2


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
def gin_deadwood(cards: int) -> int:
    """Return the least deadwood of a hand, in points.

    >>> from suitwise.cards import parse_cards
    >>> gin_deadwood(bits_of(parse_cards("H3 H4 H5 H6 S6 D6 SK")))
    10
    """
    melded = points_of(run_cards(cards))
    ranks = ranks_with_sets(cards)
    if ranks:
        for choice in range(1, set_choices(cards, ranks)):
            sets = set_choice(cards, ranks, choice)
            melded = max(melded, points_of(sets | run_cards(cards & ~sets)))
    return points_of(cards) - melded


@rule
def meldable(cards: int) -> int:
    """Return the cards that are part of some meld, even if not all of them can be melded at once.

    >>> meldable(0b1011_0111) == 0b111
    True
    """
    return run_cards(cards) | (ranks_with_sets(cards) * COLUMN & cards)


@rule
def is_melded(cards: int) -> bool:
    """Return whether all cards can be melded at once."""
    return meldable(cards) == cards and gin_deadwood(cards) == 0


# --- Discards -------------------------------------------------------------------------------------


@rule
def deadwood_after_discard(hand: int, free: int) -> int:
    """Return the least deadwood of a hand of eleven after a discard.

    Args:
        hand: eleven cards.
        free: the cards of the hand that may be discarded, at least one.
    """
    least = 1000
    while free:
        least = min(least, gin_deadwood(hand & ~(free & -free)))
        free &= free - 1
    return least


@rule
def best_discard(hand: int, cards: int) -> int:
    """Return the discard that leaves the least deadwood, of equals the one with the most points.

    Args:
        hand: eleven cards.
        cards: the cards of the hand to choose from, at least one.
    """
    best, least = 0, 1 << 20
    while cards:
        card = cards & -cards
        key = 16 * gin_deadwood(hand & ~card) - points_of(card)
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
def run_extensions(runs: int) -> int:
    """Return the cards adjacent to the ends of runs."""
    return (runs << 1 | runs >> 1) & PACK & ~runs


@rule
def best_spread(cards: int) -> tuple[int, int]:
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
        runs = run_cards(cards & ~sets)
        melded = points_of(sets | runs)
        layoffs = count_bits((missing_fourths(sets) | run_extensions(runs)) & ~cards)
        if melded > most or (melded == most and layoffs < least_layoffs):
            best, most, least_layoffs = sets, melded, layoffs
    return best, run_cards(cards & ~best)


@rule
def run_layoffs(runs: int, cards: int) -> int:
    """Return the cards of a hand that can be laid off on runs, one after another.

    >>> bin(run_layoffs(0b111, 0b101_1000))
    '0b11000'
    """
    longer = runs
    before = 0
    while longer != before:
        before = longer
        longer |= run_extensions(longer) & cards
    return longer & ~runs


@rule
def gin_layoff(cards: int, sets: int, runs: int) -> int:
    """Return the cards that the defender lays off to keep the least deadwood.

    Every choice of cards that can be laid off is tried, including cards of the defender's own melds,
    which may be broken up. Of equals the fewest cards are laid off.

    Args:
        cards: the defender's hand.
        sets: the cards of the sets on the table.
        runs: the cards of the runs on the table.
    """
    fourths = missing_fourths(sets) & cards
    most = fourths | run_layoffs(runs, cards)
    best, least = 0, gin_deadwood(cards)
    laid = most
    while laid:  # all subsets of ``most``, from the greatest number down
        if laid & ~fourths & ~run_layoffs(runs, laid) == 0:
            left = gin_deadwood(cards & ~laid)
            if left < least or (left == least and count_bits(laid) < count_bits(best)):
                best, least = laid, left
        laid = (laid - 1) & most
    return best


# --- Spreads as melds -----------------------------------------------------------------------------


def melds_of(sets: int, runs: int) -> Iterator[Meld]:
    """Yield the melds of a spread: runs as long as possible, then sets.

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
    """Return melds as a spread: the cards of the sets and those of the runs."""
    sets = runs = 0
    for meld in melds:
        if isinstance(meld, Set):
            sets |= bits_of(meld.cards)
        else:
            runs |= bits_of(card_of(meld.suit, rank) for rank in range(meld.low, meld.high + 1))
    return sets, runs


def spreads(cards: int) -> Iterator[tuple[int, int]]:
    """Yield every spread of a hand, each once, including those that leave more deadwood than needed.

    >>> from suitwise.cards import parse_cards
    >>> len(list(spreads(bits_of(parse_cards("H3 H4 H5 H6")))))
    4
    """
    ranks = ranks_with_sets(cards)
    for choice in range(set_choices(cards, ranks)):
        sets = set_choice(cards, ranks, choice)
        most = runs = run_cards(cards & ~sets)
        while True:  # all subsets of ``most``, the empty one last
            if run_cards(runs) == runs:
                yield sets, runs
            if runs == 0:
                break
            runs = (runs - 1) & most


def is_spread(hand: int, spread: tuple[int, int]) -> bool:
    """Return whether a spread consists of legal melds of a hand, with no card in two of them.

    >>> is_spread(0b1111, (0, 0b1110)), is_spread(0b1111, (0, 0b11)), is_spread(0b111, (0, 0b1110))
    (True, False, False)
    """
    sets, runs = spread
    if sets & runs or (sets | runs) & ~hand or run_cards(runs) != runs:
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
def knocking_cards(hand: int, cards: int, knock: int) -> int:
    """Return the cards with whose discard a hand of eleven can knock.

    Args:
        hand: eleven cards.
        cards: the cards of the hand that may be discarded.
        knock: the most deadwood to knock with.

    >>> from suitwise.cards import parse_cards
    >>> hand = bits_of(parse_cards("S3S4S5S6 H7D7C7 H2D4 S2SQ"))
    >>> bin(knocking_cards(hand, hand, 10)) == bin(bits_of(parse_cards("SQ")))
    True
    """
    # A lower bound that settles most hands: cards in no meld remain, except the discard.
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
def knock_score(deadwood: int, left: int, gin: int, undercut: int) -> int:
    """Return the score of a knock for the knocker; negative if the defender scores.

    Args:
        deadwood: the knocker's deadwood.
        left: the defender's deadwood after laying off.
        gin: the bonus for gin, or for big gin if that is shown.
        undercut: the bonus for an undercut, at least 1.

    >>> [knock_score(deadwood, 5, 25, 25) for deadwood in (0, 4, 5, 9)]
    [30, 1, -25, -29]
    """
    if deadwood == 0:
        return left + gin
    return left - deadwood if deadwood < left else left - deadwood - undercut


@rule
def laid_off(defender: int, deadwood: int, sets: int, runs: int) -> int:
    """Return the cards that the defender lays off on a knock with this deadwood; none against gin."""
    return gin_layoff(defender, sets, runs) if deadwood > 0 else 0


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
        """The defender's deadwood after laying off."""
        return gin_deadwood(self.hands[1 - self.knocker] & ~self.laid_off)

    @property
    def score(self) -> tuple[int, int]:
        """The seat that scores, and its points."""
        points = knock_score(self.kept, self.left, self.gin, self.undercut)
        return (self.knocker, points) if points > 0 else (1 - self.knocker, -points)

    def __str__(self) -> str:
        defender, (seat, points) = 1 - self.knocker, self.score
        melds = melds_text(melds_of(*best_spread(self.hands[defender] & ~self.laid_off)))
        kept = f"keeps {self.kept}" if self.kept else "has gin"
        laid = f"lays off {hand_text(self.laid_off)}, " if self.laid_off else ""
        own_melds = f"melds {melds}, " if melds else ""
        undercuts = "undercuts and " if seat == defender else ""
        return (
            f"seat {self.knocker} {kept}; seat {defender} {laid}{own_melds}keeps {self.left}; "
            f"seat {seat} {undercuts}scores {points}"
        )


# --- The outlook: the deadwood after a draw and the best discard ----------------------------------
#
# Discards need not be tried one by one: for each choice of melds, the best discard is the unmelded card
# with the most points. So a draw takes one pass over the choices of sets.

OUTLOOK_S = 0.001
"""The seconds that ``outlook`` takes in plain Python."""


@rule
def highest_points_of(cards: int) -> int:
    """Return the most points that one of these cards has; 0 for no cards.

    >>> from suitwise.cards import parse_cards
    >>> [highest_points_of(bits_of(parse_cards(text))) for text in ("SA H9 C3", "SK HT", "D2")]
    [9, 10, 2]
    """
    ranks = cards | cards >> 2 * SUIT
    ranks = (ranks | ranks >> SUIT) & ROW
    # Fill in all ranks below the highest: their number is the highest rank.
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return min(count_bits(ranks), MOST_POINTS)


@rule
def least_with_sets(cards: int, sets: int) -> int:
    """Return the deadwood of eleven cards after the best discard, given the sets.

    If all eleven cards are melded, one of them can be taken from a set of four or the end of a run, so
    no deadwood is left.
    """
    rest = cards & ~sets
    loose = rest & ~run_cards(rest)
    return points_of(loose) - highest_points_of(loose)


@rule
def least_deadwood_of_eleven(cards: int) -> int:
    """Return the least deadwood of eleven cards after the best discard of any of them.

    >>> from suitwise.cards import parse_cards
    >>> hand = bits_of(parse_cards("H3 H4 H5 H6 S6 D6 C6 C7 C8 SK DA"))
    >>> least_deadwood_of_eleven(hand), deadwood_after_discard(hand, hand)
    (1, 1)
    """
    least = least_with_sets(cards, 0)
    ranks = ranks_with_sets(cards)
    if ranks:
        for choice in range(1, set_choices(cards, ranks)):
            least = min(least, least_with_sets(cards, set_choice(cards, ranks, choice)))
    return least


@rule
def outlook(hand: int, unseen: int) -> int:
    """Return the deadwood after a draw and the best discard, summed over all possible draws.

    Args:
        hand: ten cards.
        unseen: the cards that may be drawn.

    >>> outlook(0b11_1111_1111, 0b1_1100_0000_0000)
    0
    """
    total = 0
    while unseen:
        total += least_deadwood_of_eleven(hand | unseen & -unseen)
        unseen &= unseen - 1
    return total


# --- Moves and their text, one word each ----------------------------------------------------------
#
# ``stock``, ``pile`` and ``pass``; a card, ``H7``, is a discard, or at a chance node the card that is
# dealt or drawn; ``knock:H7`` knocks and discards; ``big`` shows eleven cards that all meld; ``next``
# is the chance move between two deals of a match. If the melds of a knock are declared they follow,
# ``knock:H7:H3H4H5,S3D3C3``, with ``-`` for none.

Kind: TypeAlias = Literal["stock", "pile", "pass", "card", "knock", "big", "next"]

# Moves have numbers: first the words, then the discards, the knocks, and big gin.
WORDS: tuple[Kind, ...] = ("stock", "pile", "pass")
STOCK_NUMBER, PILE_NUMBER, PASS_NUMBER = range(3)
DISCARDS = len(WORDS)
KNOCKS = DISCARDS + 52
BIG = KNOCKS + 52

_PLAIN: dict[str, Kind] = {word: word for word in (*WORDS, "big", "next")}
WITH_A_CARD: tuple[Kind, ...] = ("card", "knock")
KINDS = (*_PLAIN, *WITH_A_CARD)


@dataclass(frozen=True, slots=True)
class GinMove:
    """A move of gin rummy.

    Args:
        kind: the kind of move.
        card: the card of a discard, a knock or a draw, else -1.
        spread: the cards of the sets and those of the runs that a knock declares, None if it declares
            no melds.

    Raises:
        NotationError: there is no such kind of move, or it lacks a card or has one that it must not
            have.

    >>> print(GinMove("knock", Card("H7")), GinMove("card", Card("H7")), GinMove("pass"))
    knock:H7 H7 pass
    """

    kind: Kind
    card: int = -1
    spread: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise NotationError(f"{str(self.kind)[:24]!r} is no kind of move")
        if self.kind in WITH_A_CARD and not 0 <= self.card < BLACK_JOKER:
            raise NotationError(f"{self.kind}: a card of the pack is named, from 0 to 51")
        if self.kind not in WITH_A_CARD and self.card != -1:
            raise NotationError(f"{self.kind}: no card is named")

    def __str__(self) -> str:
        if self.card < 0:
            return self.kind
        card = str(Card(self.card))
        if self.kind == "card":
            return card
        return f"knock:{card}" + ("" if self.spread is None else f":{spread_text(self.spread)}")

    @classmethod
    def parse(cls, text: str) -> GinMove:
        """Parse a move.

        Raises:
            NotationError: the text is not a move.

        >>> print(GinMove.parse("knock:H7:H5H3H4"))
        knock:H7:H3H4H5
        """
        if text in _PLAIN:
            return cls(_PLAIN[text])
        word, _, rest = text.partition(":")
        if word != "knock":
            return cls("card", parse_card(text))
        card, colon, melds = rest.partition(":")
        return cls("knock", parse_card(card), parse_spread(melds) if colon else None)

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


def parse_spread(text: str) -> tuple[int, int]:
    """Parse the melds of a spread.

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
    melds = [_meld_in(part) for part in text.split(",")]
    spread = spread_of(melds)
    if sum(map(len, melds)) != (spread[0] | spread[1]).bit_count():
        fault = phrase("gin.in-two-melds", "{text}: no card is in two melds", text=repr(text)[1:-1])
        raise NotationError(fault)
    return spread


def _meld_in(text: str) -> Meld:
    """Parse one meld of a spread; any error is reported as the definition of a meld."""
    try:
        return parse_meld(text, GIN)
    except SuitwiseError:
        fault = phrase(
            "gin.no-meld",
            "{text} is no meld: a run is three or more cards in a row of a suit, the ace below "
            "the 2, and a set is three or four of a rank",
            text=quoted(text),
        )
        raise NotationError(fault) from None
