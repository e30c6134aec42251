"""A pile: how many copies of each card, as three masks; hands, plays and the kitty are piles.

The masks hold the cards that are there at least once, at least twice, three times (bit = card number,
``suitwise.cards``). So a count is a population count, the pairs are the second mask, and taking cards
away is a handful of bit operations. The game is played with two packs, where the third mask is empty;
rulings take three packs where they are told so, and three equal cards are a pair and a single there
(rules page §6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from suitwise.arguments import whole
from suitwise.cards import N_CARDS, Card, CardsLike, check_copies
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import lowest_bit, rule
from suitwise.foundation.text.phrases import phrase
from suitwise.tractor.rules.order import Trump, as_tractor_cards, partition_mask, partition_of

PACKS = 2
"""The packs of the game."""
MOST_COPIES = 3
"""The most packs of which rulings take cards."""
MOST_CARDS = 25
"""The cards of a hand in play."""

_CARDS = tuple(map(Card, range(N_CARDS)))
"""Made once: a pile's cards are asked for again and again."""


class _Masks(NamedTuple):
    """The inside of a pile: three masks, so that equality and hashing cost what they cost a tuple."""

    once: int
    twice: int = 0
    thrice: int = 0


class Pile(_Masks):
    """A multiset of cards: a sequence of them that adds and compares as ``collections.Counter`` does.

    Args:
        once: mask of the cards there.
        twice: mask of the cards there at least twice.
        thrice: mask of the cards there three times.

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
        """Return how many copies of a card there are."""
        return self.copies(card)

    def index(self, card: int, *between: Any) -> int:
        """Return the place of a card."""
        return self.cards.index(Card(card), *between)

    # --- As a multiset -----------------------------------------------------------------------------

    def __add__(self, other: object) -> Pile:
        """Return both together.

        Raises:
            IllegalPosition: there would be more than three copies of a card.
        """
        if not isinstance(other, Pile):
            return NotImplemented
        if self.size + other.size != self.plus(other).size:
            raise IllegalPosition(f"{self} and {other}: a pile has at most {MOST_COPIES} of a card")
        return self.plus(other)

    def __sub__(self, other: object) -> Pile:
        return self.minus(self & other) if isinstance(other, Pile) else NotImplemented

    def __and__(self, other: object) -> Pile:
        if not isinstance(other, Pile):
            return NotImplemented
        return Pile(*(one & two for one, two in zip(self.masks, other.masks, strict=True)))

    def __or__(self, other: object) -> Pile:
        if not isinstance(other, Pile):
            return NotImplemented
        return Pile(*(one | two for one, two in zip(self.masks, other.masks, strict=True)))

    def __le__(self, other: object) -> bool:
        return self.within(other) if isinstance(other, Pile) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self != other and self <= other if isinstance(other, Pile) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return other.within(self) if isinstance(other, Pile) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self != other and self >= other if isinstance(other, Pile) else NotImplemented

    # --- As a value --------------------------------------------------------------------------------

    def __getnewargs__(self) -> tuple[int, int, int]:
        return self.masks

    def __repr__(self) -> str:
        return f"Pile({str(self)!r})"

    @property
    def masks(self) -> tuple[int, int, int]:
        """The three masks."""
        return self.once, self.twice, self.thrice

    @property
    def size(self) -> int:
        """How many cards there are."""
        return self.once.bit_count() + self.twice.bit_count() + self.thrice.bit_count()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of their numbers, equal ones together."""
        found = []
        for number in bits(self.once):
            card = _CARDS[number]
            found.append(card)
            if self.twice >> number & 1:
                found.append(card)
                if self.thrice >> number & 1:
                    found.append(card)
        return tuple(found)

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The different cards in the order of their numbers."""
        return tuple(_CARDS[number] for number in bits(self.once))

    def copies(self, card: int) -> int:
        """Return how many copies of a card there are."""
        return (self.once >> card & 1) + (self.twice >> card & 1) + (self.thrice >> card & 1)

    def at(self, place: int) -> int:
        """Return the card at a place of ``cards``, without a list of them.

        >>> pile_of("S2S2S4").at(2)
        2
        """
        once, twice, thrice = self.masks
        card, part = 0, 1 << 6
        while part := part >> 1:
            low = (1 << part) - 1 << card
            found = (
                (once & low).bit_count() + (twice & low).bit_count() + (thrice & low).bit_count()
            )
            if place >= found:
                place -= found
                card += part
        return card

    def of(self, mask: int) -> Pile:
        """Return the part whose cards are in a mask."""
        return Pile(self.once & mask, self.twice & mask, self.thrice & mask)

    def within(self, other: Pile) -> bool:
        """Tell whether another pile holds all these cards; false if these masks are no pile's."""
        a1, a2, a3 = self.once, self.twice, self.thrice
        b1, b2, b3 = other.once, other.twice, other.thrice
        return not (a1 & ~b1 | a2 & ~(a1 & b2) | a3 & ~(a2 & b3))

    def plus(self, other: Pile) -> Pile:
        """Return both together, of which no card is there more than three times."""
        a1, a2, a3 = self.once, self.twice, self.thrice
        b1, b2, b3 = other.once, other.twice, other.thrice
        return Pile(a1 | b1, a2 | b2 | a1 & b1, a3 | b3 | a2 & b1 | a1 & b2)

    def minus(self, other: Pile) -> Pile:
        """Return the pile without cards that are all in it."""
        a1, a2, a3 = self.once, self.twice, self.thrice
        b1, b2, b3 = other.once, other.twice, other.thrice
        return Pile(a1 & ~b1 | a2 & b1 & ~b2 | a3 & b2 & ~b3, a2 & ~b1 | a3 & b1 & ~b2, a3 & ~b1)

    def __str__(self) -> str:
        return _text(self)


@lru_cache(maxsize=1 << 10)  # most plays and all draws are of one card
def _text(pile: Pile) -> str:
    return "".join(map(str, pile.cards))


EMPTY = Pile(0)
CARD_PILES = tuple(Pile(1 << card) for card in range(N_CARDS))
"""The pile of each card alone."""


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def pile_of(cards: CardsLike | Pile, packs: int = MOST_COPIES) -> Pile:
    """Return the pile of some cards.

    Args:
        cards: a pile, or cards as text, integers or ``Card`` objects.
        packs: how many copies of a card there may be.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: there are more copies of a card.

    >>> pile_of("S2 S2 RJ").twice == 1, pile_of([]) == EMPTY
    (True, True)
    """
    if isinstance(cards, Pile):
        return cards
    found = as_tractor_cards(cards)
    check_copies(found, packs)
    return copies_of(Counter(found).items())


def copies_of(cards: Iterable[tuple[int, int]]) -> Pile:
    """Return the pile of some cards, each with its number of copies.

    Args:
        cards: different cards, each with a number of copies from 0 to 3.

    >>> print(copies_of([(0, 2), (1, 0), (2, 1)]))
    S2S2S4
    """
    masks = [0, 0, 0]
    for card, copies in cards:
        for copy in range(copies):
            masks[copy] |= 1 << card
    return Pile(*masks)


def sum_of(piles: Iterable[Pile], packs: int = MOST_COPIES) -> Pile:
    """Return all piles together.

    Raises:
        IllegalPosition: there are more copies of a card than packs.

    >>> print(sum_of([pile_of("HA"), pile_of("HKHA")], packs=2))
    HKHAHA
    """
    piles, packs = tuple(piles), whole(packs, "packs")
    total, fourth = EMPTY, 0
    for pile in piles:
        fourth |= total.thrice & pile.once | total.twice & pile.twice | total.once & pile.thrice
        total = total.plus(pile)
    if fourth or any(total.masks[packs:]):
        check_copies([card for pile in piles for card in pile.cards], packs)
    return total


def only_partition(pile: Pile, trump: Trump) -> int | None:
    """Return the partition 0..4 of all cards of a pile; None where there are several, or no cards.

    >>> [only_partition(pile_of(cards), Trump("S", "2")) for cards in ("S3H2", "HA", "HAS3")]
    [4, 1, None]
    """
    if not pile.once:
        return None
    main, cr = trump.main_index, trump.rank_index
    own = partition_of(lowest_bit(pile.once), main, cr)
    return None if pile.once & ~partition_mask(own, main, cr) else own


def hand_of(cards: CardsLike | Pile, packs: int = MOST_COPIES) -> Pile:
    """Return the pile of a hand in play.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: there are more than 25 cards, or more copies of one than packs.
    """
    pile = pile_of(cards, packs)
    if pile.size > MOST_CARDS:
        raise IllegalPosition(
            phrase(
                "tractor.hand-size",
                "a hand has at most {most} cards, not {n}",
                most=MOST_CARDS,
                n=pile.size,
            )
        )
    return pile


# --- Piles of two packs ---------------------------------------------------------------------------


@rule
def without(once: int, twice: int, less: int, less_twice: int) -> tuple[int, int]:
    """Return a pile without cards that are all in it.

    >>> without(0b11, 0b01, 0b11, 0b00)
    (1, 0)
    """
    return once & ~less | twice & less & ~less_twice, twice & ~less


@rule
def third_copies(once: int, twice: int, more: int, more_twice: int) -> int:
    """Return the cards that two piles hold three times or more.

    >>> third_copies(0b11, 0b10, 0b11, 0b00)
    2
    """
    return twice & more | once & more_twice


@rule
def together(once: int, twice: int, more: int, more_twice: int) -> tuple[int, int]:
    """Return two piles as one, in which no card is there more than twice.

    >>> together(0b01, 0b00, 0b11, 0b00)
    (3, 1)
    """
    return once | more, twice | more_twice | once & more
