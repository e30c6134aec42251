"""Trump, partitions, and the order Φ of the cards.

Source: paper §2.2 and §3.1; docs/tractor.md, Cards, trump, Φ.

A trump configuration is a main suit (or none) and a current rank CR. It cuts the deck into up to
five partitions: the trumps, and each plain suit without its CR card. Φ ranks the cards of one
partition; cards whose Φ differ by one are neighbours in a tractor:

=========================  ====================  ==========================
with a main suit                                 without
=========================  ====================  ==========================
red / black joker          28 / 27               16 / 15
CR of the main suit        26                    (none)
CR of another suit         25 (three suits)      14 (four suits)
main suit, other ranks     13..24                (none)
plain suit, other ranks    1..12                 1..12
=========================  ====================  ==========================

Kernels work on *card masks* (bit 13·suit + rank, see ``suitwise.cards``) and *level masks* (bit Φ).
Turning one into the other is two shifts, because Φ follows the ranks except for the gap that CR
leaves; that is what makes the judge fast.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from suitwise.arguments import of_kind
from suitwise.cards import (
    BLACK_JOKER,
    N_CARDS,
    RANKS,
    RED_JOKER,
    SIGNS,
    SUITS,
    Card,
    CardsLike,
    as_cards,
)
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.phrases import Phrase, phrase, reason_of

NO_SUIT = 4
"""The main suit's number where there is none; suits are 0..3 in the order S H D C."""
TRUMPS = 4
"""The partition number of the trumps; plain suits keep their suit's number."""

PARTITION_NAMES = (
    phrase("tractor.spades", "spades"),
    phrase("tractor.hearts", "hearts"),
    phrase("tractor.diamonds", "diamonds"),
    phrase("tractor.clubs", "clubs"),
    phrase("tractor.trump", "trump"),
)

_MAIN_SUITS = (*SUITS, "O")
_CURRENT_RANKS = tuple(RANKS)
_SUIT_CARDS = 0x1FFF
_JOKERS = (1 << BLACK_JOKER) | (1 << RED_JOKER)
ONE_OF_EACH_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39


# --- Rules ----------------------------------------------------------------------------------------


@rule
def phi_of(card: int, main: int, cr: int) -> int:
    """Return Φ of a card 0..53 under main suit 0..4 and current rank 0..12 (table above)."""
    if card >= BLACK_JOKER:
        return card - BLACK_JOKER + (27 if main != NO_SUIT else 15)
    suit = card // 13
    rank = card % 13
    if rank == cr:
        if main == NO_SUIT:
            return 14
        return 26 if suit == main else 25
    ladder = rank + 1 if rank < cr else rank
    return ladder + 12 if suit == main else ladder


@rule
def partition_of(card: int, main: int, cr: int) -> int:
    """Return the partition of a card 0..53: 4 for trump, else its suit."""
    if card >= BLACK_JOKER or card % 13 == cr or card // 13 == main:
        return TRUMPS
    return card // 13


@rule
def rank_card_phi(main: int) -> int:
    """Return the Φ that several rank cards share: 25 with a main suit, 14 without."""
    return 25 if main != NO_SUIT else 14


@rule
def rank_cards(cr: int) -> int:
    """Return the card mask of the four cards of the current rank."""
    return ONE_OF_EACH_SUIT << cr


@rule
def partition_mask(partition: int, main: int, cr: int) -> int:
    """Return the card mask of a partition."""
    if partition != TRUMPS:
        return (_SUIT_CARDS << (13 * partition)) & ~rank_cards(cr)
    suit = _SUIT_CARDS << (13 * main) if main != NO_SUIT else 0
    return suit | rank_cards(cr) | _JOKERS


@rule
def _ladder(ranks: int, cr: int) -> int:
    """Close the gap that CR leaves in a 13-bit mask of ranks: 12 bits, lowest rank first."""
    below = ranks & ((1 << cr) - 1)
    return below | ((ranks >> (cr + 1)) << cr)


@rule
def level_mask(cards: int, partition: int, main: int, cr: int) -> int:
    """Return the mask of the Φ (bit Φ, 1..28) that a card mask of one partition holds.

    Several rank cards on the shared Φ give one bit; count them with ``shared_rank_cards``.
    """
    if partition != TRUMPS:
        return _ladder((cards >> (13 * partition)) & _SUIT_CARDS, cr) << 1
    jokers = cards >> BLACK_JOKER
    ranks = cards & rank_cards(cr)
    if main == NO_SUIT:
        return (1 if ranks else 0) << 14 | jokers << 15
    own = 1 << (13 * main + cr)
    levels = _ladder((cards >> (13 * main)) & _SUIT_CARDS, cr) << 13 | jokers << 27
    return levels | (1 if ranks & ~own else 0) << 25 | (1 if ranks & own else 0) << 26


@rule
def shared_rank_cards(cards: int, main: int, cr: int) -> int:
    """Return the part of a card mask that lies on the shared Φ of the rank cards."""
    ranks = cards & rank_cards(cr)
    if main == NO_SUIT:
        return ranks
    return ranks & ~(1 << (13 * main + cr))


# --- The object people touch ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trump:
    """A trump configuration: the main suit ``S H D C``, or ``O`` for none, and the current rank.

    Args:
        main: one of ``SHDCO``.
        rank: the current rank CR, one of ``23456789TJQKA``.
        main_index: the main suit as kernels take it: 0..3 for S H D C, 4 for none.
        rank_index: the current rank as kernels take it: 0 for 2 up to 12 for A.

    Raises:
        NotationError: the suit or the rank is unknown.

    >>> Trump("H", "2"), str(Trump.parse("O10"))
    (Trump(main='H', rank='2'), 'OT')
    """

    main: str
    rank: str
    main_index: int = field(init=False, repr=False, compare=False)
    rank_index: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.main not in _MAIN_SUITS:
            given = of_kind(self.main, str, "the main suit")
            raise NotationError(
                f"the main suit is one of S H D C, or O for none, not {given[:12]!r}: "
                "write it and then the current rank, as H2"
            )
        if self.rank not in _CURRENT_RANKS:
            given = of_kind(self.rank, str, "the current rank")
            raise NotationError(
                f"the current rank is one of 2 3 4 5 6 7 8 9 T J Q K A, not {given[:12]!r}"
            )
        object.__setattr__(self, "main_index", _MAIN_SUITS.index(self.main))
        object.__setattr__(self, "rank_index", _CURRENT_RANKS.index(self.rank))

    @classmethod
    def parse(cls, text: str) -> Trump:
        """Read the main suit and the current rank, either first: ``H2``, ``OA``, ``10S``, ``♠2``.

        Raises:
            NotationError: it is no such text.

        >>> Trump.parse("10S"), Trump.parse("♥2")
        (Trump(main='S', rank='T'), Trump(main='H', rank='2'))
        """
        of_kind(text, str, "text")
        named = dict(zip(SIGNS, SUITS, strict=True)) | {suit: suit for suit in _MAIN_SUITS}
        plain = "".join(sign.upper() if sign.isascii() else sign for sign in text.strip())
        suit, rank = plain[:1], plain[1:].strip()
        if suit not in named and plain[-1:] in named:
            suit, rank = plain[-1:], plain[:-1].strip()
        suit = named.get(suit, suit)
        return cls(suit, {"10": "T", "11": "J", "12": "Q", "13": "K", "1": "A"}.get(rank, rank))

    def __str__(self) -> str:
        return self.main + self.rank


@cache
def trump_of(main: int, cr: int) -> Trump:
    """Return the trump configuration of a main suit 0..4 and a current rank 0..12.

    >>> str(trump_of(NO_SUIT, 12))
    'OA'
    """
    return Trump(_MAIN_SUITS[main], _CURRENT_RANKS[cr])


TrumpLike: TypeAlias = Trump | str
"""A trump configuration or its text, ``H2``."""


def as_trump(trump: TrumpLike) -> Trump:
    """Return a trump configuration given as an object or as text.

    >>> as_trump("D5")
    Trump(main='D', rank='5')
    """
    return trump if isinstance(trump, Trump) else Trump.parse(of_kind(trump, str, "trump"))


def as_tractor_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Return cards of Tractor's deck: all but the joker of no colour.

    Raises:
        NotationError: something is no card, or a joker that is not said to be big or little.

    >>> as_tractor_cards("S2 RJ")
    (Card('S2'), Card('RJ'))
    """
    try:
        return tuple(map(as_tractor_card, as_cards(cards)))
    except NotationError as error:
        raise NotationError(_which_joker(reason_of(error))) from None


def _which_joker(fault: Phrase) -> Phrase:
    """Return a fault of notation; of a joker in other words how the two of Tractor are written."""
    if fault.code != "cards.no-joker":
        return fault
    return phrase(
        "tractor.which-joker",
        "no card at {text}: write the big, red joker RJ, the little, black one BJ",
        text=fault.params["text"],
    )


def as_tractor_card(card: int | str) -> Card:
    """Return a card of Tractor's deck: any but the joker of no colour.

    Raises:
        NotationError: it is no card, or a joker that is not said to be big or little.
    """
    try:
        found = card if isinstance(card, Card) else Card(card)
    except NotationError as error:
        raise NotationError(_which_joker(reason_of(error))) from None
    if found >= N_CARDS:
        raise NotationError(
            phrase(
                "tractor.no-joker",
                "JK is no card of Tractor: write RJ (red, big) or BJ (black, little)",
            )
        )
    return found


def phi(card: int | str, trump: TrumpLike) -> int:
    """Return Φ of a card, 1..28: its place in the order of its partition.

    >>> phi("RJ", "S5"), phi("S5", "S5"), phi("H5", "S5"), phi("S6", "S5"), phi("H6", "S5")
    (28, 26, 25, 16, 4)
    >>> phi("RJ", "O5"), phi("H5", "O5")
    (16, 14)
    """
    trump = as_trump(trump)
    return phi_of(as_tractor_card(card), trump.main_index, trump.rank_index)


def partition(card: int | str, trump: TrumpLike) -> str:
    """Return the partition of a card: ``T`` for trump, else its suit's letter.

    >>> partition("S7", "S5"), partition("H5", "S5"), partition("H7", "S5")
    ('T', 'T', 'H')
    """
    trump = as_trump(trump)
    return (SUITS + "T")[partition_of(as_tractor_card(card), trump.main_index, trump.rank_index)]
