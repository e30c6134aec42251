"""Cards of Tractor: trump, partitions, the order Φ within a partition, and piles of cards.

Source: paper §2.2 and §3.1; docs/tractor.md, Cards, trump, Φ.

A trump configuration is a main suit (or none) and a current rank CR. It divides the deck into up to
five partitions: the trumps, and each plain suit without its CR card. The number Φ ranks the cards of a
partition; pairs whose Φ differ by one are neighbours in a tractor:

=========================  ====================  ==========================
with a main suit                                 without
=========================  ====================  ==========================
red / black joker          28 / 27               16 / 15
CR of the main suit        26                    (none)
CR of another suit         25 (three suits)      14 (four suits)
main suit, other ranks     13..24                (none)
plain suit, other ranks    1..12                 1..12
=========================  ====================  ==========================

Several rank cards lie on one Φ, the *shared* Φ: 25 with a main suit, 14 without.

Kernels work on *card masks* (bit 13·suit + rank, see ``suitwise.cards``) and *level masks* (bit Φ).
Since Φ follows the ranks except for the gap at CR, converting a card mask to a level mask takes two
shifts. That makes the judge fast.

``main`` is the main suit 0..4 (``NO_SUIT`` for none), ``cr`` the current rank 0..12 (2 to A),
``partition`` a partition 0..4 (``TRUMPS`` or the suit).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import and_, or_
from typing import Any, NamedTuple, TypeAlias

from suitwise.arguments import of_kind, whole
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
    check_copies,
)
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.text.phrases import Phrase, phrase, reason_of
from suitwise.foundation.values import shows

NO_SUIT = 4
"""The main suit if there is none; suits are 0..3 in the order S H D C."""
TRUMPS = 4
"""The partition of the trumps; the partition of a plain suit is the suit."""

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


# --- Trump, partitions and Φ, on cards and masks --------------------------------------------------


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
    """Remove the bit of CR from a 13-bit mask of ranks and close the gap: 12 bits, lowest first."""
    below = ranks & ((1 << cr) - 1)
    return below | ((ranks >> (cr + 1)) << cr)


@rule
def level_mask(cards: int, partition: int, main: int, cr: int) -> int:
    """Convert a card mask of one partition to a level mask (bit Φ, 1..28).

    All rank cards on the shared Φ become one bit; ``shared_rank_cards`` tells them apart.
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
def pair_levels(twice: int, partition: int, main: int, cr: int) -> tuple[int, int]:
    """Return the level mask of some pairs, and the number of pairs beyond the first on the shared Φ."""
    pairs = level_mask(twice, partition, main, cr)
    if partition != 4:
        return pairs, 0
    return pairs, count_bits(twice) - count_bits(pairs)


@rule
def shared_rank_cards(cards: int, main: int, cr: int) -> int:
    """Return the part of a card mask that lies on the shared Φ of the rank cards."""
    ranks = cards & rank_cards(cr)
    if main == NO_SUIT:
        return ranks
    return ranks & ~(1 << (13 * main + cr))


# --- Trump and cards as objects -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trump:
    """A trump configuration: the main suit ``S H D C``, or ``O`` for none, and the current rank.

    Args:
        main: one of ``SHDCO``.
        rank: the current rank CR, one of ``23456789TJQKA``.
        main_index: the main suit as a number: 0..3 for S H D C, 4 for none.
        rank_index: the current rank as a number: 0 for 2 up to 12 for A.

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
            NotationError: the text is no trump configuration.

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
    return trump if isinstance(trump, Trump) else _read(of_kind(trump, str, "trump"))


@lru_cache(maxsize=128)
def _read(text: str) -> Trump:
    """Return the trump configuration of a text, which is mostly asked about many cards."""
    return Trump.parse(text)


def as_tractor_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Return cards of Tractor's deck: all but the joker of no colour.

    Raises:
        NotationError: something is no card, or a joker without its colour.

    >>> as_tractor_cards("S2 RJ")
    (Card('S2'), Card('RJ'))
    """
    try:
        return tuple(map(as_tractor_card, as_cards(cards)))
    except NotationError as error:
        raise NotationError(_which_joker(reason_of(error))) from None


def _which_joker(fault: Phrase) -> Phrase:
    """Return a fault of notation; for an unknown joker add how Tractor's two are written."""
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
        NotationError: it is no card, or a joker without its colour.
    """
    try:
        known = card if isinstance(card, Card) else Card(card)
    except NotationError as error:
        raise NotationError(_which_joker(reason_of(error))) from None
    if known >= N_CARDS:
        raise NotationError(
            phrase(
                "tractor.no-joker",
                "JK is no card of Tractor: write RJ (red, big) or BJ (black, little)",
            )
        )
    return known


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


# --- Piles ----------------------------------------------------------------------------------------
#
# A pile is a multiset of cards, stored as four card masks: the cards present at least once, at least
# twice, three times, four times. Counting is a population count, the second mask is the pairs, and
# adding or removing cards takes a few bit operations. With two packs the last two masks are empty.

PACKS = 2
"""The number of packs in the game for four."""
MOST_COPIES = 4
"""The greatest number of packs."""
MOST_CARDS = 25
"""The number of cards in a hand of the game for four with two packs."""

_CARDS = tuple(map(Card, range(N_CARDS)))
"""All cards as objects; they are created once because piles hand them out often."""


class _Masks(NamedTuple):
    """The storage of a pile: a tuple, because tuples compare and hash fast."""

    once: int
    twice: int = 0
    thrice: int = 0
    fourfold: int = 0


@shows(svg="suitwise.tractor.picture:draw_pile")
class Pile(_Masks):
    """A multiset of cards: a sequence of cards with the arithmetic of ``collections.Counter``.

    Args:
        once: card mask of the cards present.
        twice: card mask of the cards present at least twice.
        thrice: card mask of the cards present at least three times.
        fourfold: card mask of the cards present four times.

    >>> pile = pile_of("HAHAHK")
    >>> print(pile, pile.size, pile.minus(pile_of("HA")))
    HKHAHA 3 HKHA
    >>> len(pile), list(pile), Card("HA") in pile
    (3, [Card('HK'), Card('HA'), Card('HA')], True)
    >>> pile + pile_of("HK"), pile - pile_of("HAS2"), pile & pile_of("HAHAHA"), pile | pile_of("S2")
    (Pile('HKHKHAHA'), Pile('HKHA'), Pile('HAHA'), Pile('S2HKHAHA'))
    >>> pile_of("HA") <= pile, pile < pile
    (True, False)
    """

    __slots__ = ()

    # --- As a sequence of cards --------------------------------------------------------------------

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __getitem__(self, place: Any) -> Any:
        return self.cards[place]

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and 0 <= card < N_CARDS and bool(self.once >> card & 1)

    def count(self, card: int) -> int:
        """Return the number of copies of a card."""
        return self.copies(card)

    def index(self, card: int, *between: Any) -> int:
        """Return the index of a card in ``cards``."""
        return self.cards.index(Card(card), *between)

    # --- As a multiset -----------------------------------------------------------------------------

    def __add__(self, other: object) -> Pile:
        """Return the sum of two piles.

        Raises:
            IllegalPosition: the sum has more than four copies of a card.
        """
        if not isinstance(other, Pile):
            return NotImplemented
        if self.size + other.size != self.plus(other).size:
            raise IllegalPosition(f"{self} and {other}: a pile has at most {MOST_COPIES} of a card")
        return self.plus(other)

    def __sub__(self, other: object) -> Pile:
        return self.minus(self & other) if isinstance(other, Pile) else NotImplemented

    def __and__(self, other: object) -> Pile:
        return (
            Pile(*map(and_, self.masks, other.masks)) if isinstance(other, Pile) else NotImplemented
        )

    def __or__(self, other: object) -> Pile:
        return (
            Pile(*map(or_, self.masks, other.masks)) if isinstance(other, Pile) else NotImplemented
        )

    def __le__(self, other: object) -> bool:
        return self.within(other) if isinstance(other, Pile) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self != other and self <= other if isinstance(other, Pile) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return other.within(self) if isinstance(other, Pile) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self != other and self >= other if isinstance(other, Pile) else NotImplemented

    # --- As a value --------------------------------------------------------------------------------

    def __getnewargs__(self) -> tuple[int, int, int, int]:
        return self.masks

    def __repr__(self) -> str:
        return f"Pile({str(self)!r})"

    @property
    def masks(self) -> tuple[int, int, int, int]:
        """The four masks."""
        return self.once, self.twice, self.thrice, self.fourfold

    @property
    def size(self) -> int:
        """The number of cards."""
        pairs = self.once.bit_count() + self.twice.bit_count()
        return pairs + self.thrice.bit_count() + self.fourfold.bit_count() if self.thrice else pairs

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of their numbers, equal ones together."""
        cards = []
        for number in bits(self.once):
            card = _CARDS[number]
            cards.append(card)
            if self.twice >> number & 1:
                cards.append(card)
                if self.thrice >> number & 1:
                    cards.append(card)
                    if self.fourfold >> number & 1:
                        cards.append(card)
        return tuple(cards)

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The different cards in the order of their numbers."""
        return tuple(_CARDS[number] for number in bits(self.once))

    def copies(self, card: int) -> int:
        """Return the number of copies of a card."""
        few = (self.once >> card & 1) + (self.twice >> card & 1)
        return few + (self.thrice >> card & 1) + (self.fourfold >> card & 1) if self.thrice else few

    def at(self, place: int) -> int:
        """Return ``cards[place]`` by binary search, without building the list.

        >>> pile_of("S2S2S4").at(2)
        2
        """
        once, twice, thrice, fourfold = self.masks
        card, part = 0, 1 << 6
        while part := part >> 1:
            low = (1 << part) - 1 << card
            below = (once & low).bit_count() + (twice & low).bit_count()
            if thrice:
                below += (thrice & low).bit_count() + (fourfold & low).bit_count()
            if place >= below:
                place -= below
                card += part
        return card

    def of(self, mask: int) -> Pile:
        """Return the cards of the pile that are in a card mask."""
        if not self.thrice:
            return Pile(self.once & mask, self.twice & mask)
        return Pile(self.once & mask, self.twice & mask, self.thrice & mask, self.fourfold & mask)

    def within(self, other: Pile) -> bool:
        """Tell whether another pile contains all these cards; false if the masks don't form a pile."""
        a1, a2, a3, a4 = self.once, self.twice, self.thrice, self.fourfold
        if a1 & ~other.once | a2 & ~(a1 & other.twice):
            return False
        if not a3 | a4:
            return True
        return not (a3 & ~(a2 & other.thrice) | a4 & ~(a3 & other.fourfold))

    def plus(self, other: Pile) -> Pile:
        """Return the sum of two piles; no card may have more than four copies in it."""
        a1, a2, a3 = self.once, self.twice, self.thrice
        b1, b2, b3 = other.once, other.twice, other.thrice
        thrice = a3 | b3 | a2 & b1 | a1 & b2
        if not thrice:
            return Pile(a1 | b1, a2 | b2 | a1 & b1)
        fourfold = self.fourfold | other.fourfold | a3 & b1 | a2 & b2 | a1 & b3
        return Pile(a1 | b1, a2 | b2 | a1 & b1, thrice, fourfold)

    def minus(self, other: Pile) -> Pile:
        """Return the pile without some of its cards; it must contain them all."""
        a1, a2, a3 = self.once, self.twice, self.thrice
        b1, b2 = other.once, other.twice
        if not a3:
            return Pile(a1 & ~b1 | a2 & b1 & ~b2, a2 & ~b1)
        a4, b3, b4 = self.fourfold, other.thrice, other.fourfold
        return Pile(
            a1 & ~b1 | a2 & b1 & ~b2 | a3 & b2 & ~b3 | a4 & b3 & ~b4,
            a2 & ~b1 | a3 & b1 & ~b2 | a4 & b2 & ~b3,
            a3 & ~b1 | a4 & b1 & ~b2,
            a4 & ~b1,
        )

    def __str__(self) -> str:
        return _text(self)


@lru_cache(maxsize=1 << 10)  # most plays and all draws are single cards
def _text(pile: Pile) -> str:
    return "".join(map(str, pile.cards))


EMPTY = Pile(0)
CARD_PILES = tuple(Pile(1 << card) for card in range(N_CARDS))
"""The pile of each single card."""


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the set bits of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def pile_of(cards: CardsLike | Pile, packs: int = MOST_COPIES) -> Pile:
    """Return the pile of some cards.

    Args:
        cards: a pile, or cards as text, integers or ``Card`` objects.
        packs: the number of copies allowed of a card.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: there are more copies of a card.

    >>> pile_of("S2 S2 RJ").twice == 1, pile_of([]) == EMPTY
    (True, True)
    """
    if isinstance(cards, Pile):
        return cards
    known = as_tractor_cards(cards)
    check_copies(known, packs)
    return copies_of(Counter(known).items())


def copies_of(cards: Iterable[tuple[int, int]]) -> Pile:
    """Return the pile with given numbers of copies.

    Args:
        cards: different cards, each with its number of copies, 0 to 4.

    >>> print(copies_of([(0, 2), (1, 0), (2, 1)]))
    S2S2S4
    """
    masks = [0] * MOST_COPIES
    for card, copies in cards:
        for copy in range(copies):
            masks[copy] |= 1 << card
    return Pile(*masks)


def sum_of(piles: Iterable[Pile], packs: int = MOST_COPIES) -> Pile:
    """Return the sum of some piles.

    Raises:
        IllegalPosition: the sum has more copies of a card than there are packs.

    >>> print(sum_of([pile_of("HA"), pile_of("HKHA")], packs=2))
    HKHAHA
    """
    piles, packs = tuple(piles), whole(packs, "packs")
    total, fifth = EMPTY, 0
    for pile in piles:
        for mine, theirs in zip(total.masks, reversed(pile.masks), strict=True):
            fifth |= mine & theirs
        total = total.plus(pile)
    if fifth or any(total.masks[packs:]):
        check_copies([card for pile in piles for card in pile.cards], packs)
    return total


def only_partition(pile: Pile, trump: Trump) -> int | None:
    """Return the partition 0..4 that contains all cards of a pile; None if several, or no cards.

    >>> [only_partition(pile_of(cards), Trump("S", "2")) for cards in ("S3H2", "HA", "HAS3")]
    [4, 1, None]
    """
    if not pile.once:
        return None
    main, cr = trump.main_index, trump.rank_index
    own = partition_of(lowest_bit(pile.once), main, cr)
    return None if pile.once & ~partition_mask(own, main, cr) else own


def hand_of(cards: CardsLike | Pile, packs: int = MOST_COPIES) -> Pile:
    """Return the pile of a hand, and check its size.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: there are more cards than four seats share, or more copies of one than packs.
    """
    pile, most = pile_of(cards, packs), most_held(packs)
    if any(pile.masks[packs:]):
        check_copies(pile.cards, packs)
    if pile.size > most:
        raise IllegalPosition(
            phrase(
                "tractor.hand-size",
                "a hand has at most {most} cards, not {n}",
                most=most,
                n=pile.size,
            )
        )
    return pile


def number_of_packs(packs: int) -> int:
    """Return a number of packs after checking it.

    Raises:
        NotationError: it is none from 1 to 4.

    >>> number_of_packs(3)
    3
    """
    return whole(packs, "packs", 1, MOST_COPIES)


def most_held(packs: int) -> int:
    """Return the most cards in a hand: four seats, the fewest, share all but the smallest kitty.

    >>> [most_held(packs) for packs in (1, 2, 3, 4)]
    [13, 25, 40, 53]
    """
    return MOST_CARDS if packs == PACKS else (N_CARDS * packs - 1) // 4


# --- Arithmetic of piles of two packs, on masks ---------------------------------------------------


@rule
def without(once: int, twice: int, less: int, less_twice: int) -> tuple[int, int]:
    """Return a pile without some of its cards.

    >>> without(0b11, 0b01, 0b11, 0b00)
    (1, 0)
    """
    return once & ~less | twice & less & ~less_twice, twice & ~less


@rule
def third_copies(once: int, twice: int, more: int, more_twice: int) -> int:
    """Return the cards that two piles have three times or more between them.

    >>> third_copies(0b11, 0b10, 0b11, 0b00)
    2
    """
    return twice & more | once & more_twice


@rule
def together(once: int, twice: int, more: int, more_twice: int) -> tuple[int, int]:
    """Return the sum of two piles; no card may have more than two copies in it.

    >>> together(0b01, 0b00, 0b11, 0b00)
    (3, 1)
    """
    return once | more, twice | more_twice | once & more
