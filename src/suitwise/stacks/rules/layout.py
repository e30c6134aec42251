"""Layouts of face-up stacks, their one-line text, the decks, and the options of the game.

The text lists each stack's cards from the top down and separates stacks by ``|``; an empty stack is
``-`` or nothing. A card is written as its value and its suit: ``7a`` is the 7 of suit 1, ``7z`` of
suit 26, and ``7.27`` of suit 27; ``7.1`` and ``7A`` also mean ``7a``. For example,
``2b 7a 1a | 4a 6b | -`` has three stacks; the third is empty, and 1a lies at the bottom of the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import index
from typing import Any, Literal, Self, SupportsIndex, TypeAlias

from suitwise.arguments import of_kind, several, whole
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.arrays.compiled import highest_bit, rule
from suitwise.foundation.text.phrases import Phrase, phrase, quoted
from suitwise.foundation.values import shows
from suitwise.seeds import below

Card: TypeAlias = tuple[int, int]
"""A card: its value and its suit."""
Stack: TypeAlias = tuple[Card, ...]
"""The cards of a stack, top first."""

MOST_NUMBER = 999_999_999
"""The largest value and the largest suit number; the smallest is 0."""

_CARD = re.compile(r"([0-9]{1,9})(?:([a-zA-Z])|\.([0-9]{1,9}))")
_NO_CARD = f"a card is a value and a suit, both integers: numbers from 0 to {MOST_NUMBER:,}"


@shows(svg="suitwise.stacks.picture:draw_stacks")
@dataclass(frozen=True, slots=True)
class Layout:
    """The stacks of a position.

    Args:
        stacks: the stacks, each a tuple of cards ``(value, suit)`` from the top down. Stacks may be
            empty, and their heights may differ.

    Raises:
        IllegalPosition: a card appears twice, or is not a pair of integers in 0..999,999,999.

    >>> layout = Layout.parse("2b 7a 1a | 4a 6b | -")
    >>> layout.stacks[1], len(layout), layout.cards, layout.is_won
    (((4, 1), (6, 2)), 3, 5, False)
    >>> print(layout)
    2b 7a 1a | 4a 6b | -
    """

    stacks: tuple[Stack, ...]

    def __post_init__(self) -> None:
        try:
            seen, count = set(chain.from_iterable(self.stacks)), self.cards
        except TypeError:
            for stack in of_kind(self.stacks, tuple, "stacks"):
                of_kind(stack, tuple, "a stack")
            raise IllegalPosition(_NO_CARD) from None
        if not all(map(is_card, seen)):
            raise IllegalPosition(_NO_CARD)
        if len(seen) != count:
            raise IllegalPosition(_repeated(self.stacks))

    @classmethod
    def of(cls, stacks: Iterable[Iterable[tuple[SupportsIndex, SupportsIndex]]]) -> Self:
        """Build a layout from any iterables of cards ``(value, suit)``, tops first.

        Args:
            stacks: the stacks; values and suits may be of any integer type, including numpy's.

        Raises:
            IllegalPosition: see the class.

        >>> print(Layout.of([[(2, 2), (7, 1)], []]))
        2b 7a | -
        """
        each = (several(stack, "a stack") for stack in several(stacks, "stacks"))
        return cls(tuple(tuple(map(_card_of, stack)) for stack in each))

    @classmethod
    def unchecked(cls, stacks: tuple[Stack, ...]) -> Self:
        """Build a layout without checking its cards, such as cards from another layout.

        >>> layout = Layout.parse("2b 7a | 3a")
        >>> print(Layout.unchecked((layout.stacks[0][1:], layout.stacks[1])))
        7a | 3a
        """
        layout = object.__new__(cls)
        object.__setattr__(layout, "stacks", stacks)
        return layout

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Parse the text of a layout.

        Raises:
            NotationError: a word is not a card.
            IllegalPosition: a card appears twice.

        >>> Layout.parse("2b 7q1 | 3c")
        Traceback (most recent call last):
        suitwise.errors.NotationError: '7q1' is no card: write a value and a suit, as 7a or 7.27
        """
        of_kind(text, str, "text")
        return cls(tuple(_parse_stack(part) for part in text.split("|")) if text.strip() else ())

    def __str__(self) -> str:
        return " | ".join(" ".join(map(card_text, stack)) or "-" for stack in self.stacks)

    def __len__(self) -> int:
        return len(self.stacks)

    @property
    def cards(self) -> int:
        """The number of cards."""
        return sum(map(len, self.stacks))

    @property
    def is_won(self) -> bool:
        """True if every stack holds at most one card."""
        return max(map(len, self.stacks), default=0) <= 1


@lru_cache(1 << 13)  # a position is written after each move, and most of its cards stay the same
def card_text(card: Card) -> str:
    """Return the text of a card.

    >>> card_text((10, 3)), card_text((10, 30))
    ('10c', '10.30')
    """
    return f"{card[0]}{suit_text(card[1])}"


def suit_text(suit: int) -> str:
    """Return the text of a suit: a letter, or a dot and its number.

    >>> suit_text(2), suit_text(27)
    ('b', '.27')
    """
    return chr(96 + suit) if 1 <= suit <= 26 else f".{suit}"


def parse_card(text: str) -> Card:
    """Parse the text of a card.

    Raises:
        NotationError: the text is not a card.

    >>> parse_card("10c"), parse_card("10C"), parse_card("10.3")
    ((10, 3), (10, 3), (10, 3))
    """
    match = _CARD.fullmatch(text)
    if match is None:
        fault = phrase(
            "stacks.no-card",
            "{text} is no card: write a value and a suit, as 7a or 7.27",
            text=quoted(text),
        )
        raise NotationError(fault)
    value, letter, number = match.groups()
    return int(value), ord(letter.lower()) - 96 if letter else int(number)


def is_card(card: object) -> bool:
    """Return whether an object is a valid card; a pair with a bool or a float is not."""
    if not (isinstance(card, tuple) and len(card) == 2):
        return False
    return all(type(number) is int and 0 <= number <= MOST_NUMBER for number in card)


def _card_of(pair: tuple[SupportsIndex, SupportsIndex]) -> Card:
    try:
        value, suit = map(index, pair)
    except (TypeError, ValueError):
        raise IllegalPosition(_NO_CARD) from None
    return int(value), int(suit)


def _parse_stack(text: str) -> Stack:
    words = text.split()
    return () if words == ["-"] else tuple(map(parse_card, words))


def first_repeated(stacks: Iterable[Stack]) -> tuple[Card, int, int]:
    """Return the first card that appears twice, and the two stacks that contain it."""
    where: dict[Card, int] = {}
    for i, stack in enumerate(stacks):
        for card in stack:
            if card in where:
                return card, where[card], i
            where[card] = i
    raise AssertionError("fewer different cards than cards")


def _repeated(stacks: tuple[Stack, ...]) -> Phrase:
    """Return a message about the first card that appears twice."""
    card, first, then = first_repeated(stacks)
    if first == then:
        return phrase(
            "stacks.twice-in-one",
            "the card {card} is twice in stack {stack}; no two cards are alike",
            card=card_text(card),
            stack=then,
        )
    return phrase(
        "stacks.twice-in-two",
        "the card {card} is in stacks {first} and {then}; no two cards are alike",
        card=card_text(card),
        first=first,
        then=then,
    )


# --- Decks and the size of a deal -----------------------------------------------------------------
#
# There are two decks. The *even* deck is the game's own: all suits have the same number of cards, or
# nearly so. The *uneven* deck divides the cards among the suits at random: every division that gives
# each suit at least one card is equally likely.
#
# The uneven deck is the interesting one. With as many suits as stacks, a win requires a suit that
# consists of its ace alone (rules page: a path starts at such a source, and if removals alone win, the
# last ace that they uncover is one). A deck with two or more cards in every suit is therefore always
# lost, and from height 2 on the even deck is such a deck.

Deck: TypeAlias = Literal["even", "uneven"]
Verdict: TypeAlias = Literal["winnable", "lost", "any"]

MOST_CARDS = 1_000_000
NUMBERS = 1 << 63
"""Deal numbers are below this, like the random streams they are drawn from."""


def as_number(number: int) -> int:
    """Validate the number of a deal and return it as an int.

    Raises:
        IllegalPosition: it is negative, or 2**63 or more.

    >>> as_number(7)
    7
    """
    number = whole(number, "the number of a deal")
    if not 0 <= number < NUMBERS:
        raise IllegalPosition("deals are numbered from 0 to 2**63 - 1")
    return number


@rule
def card_numbered(several: int, shared: int, number: int) -> tuple[int, int]:
    """Return the value and the suit of a card in the even deck; both count from 1.

    Args:
        several: the number of suits with several cards.
        shared: the number of cards in those suits, dealt to them in turn; each later card is the only
            card of its suit.
        number: the index of the card in the deck, from 0.

    >>> [card_numbered(2, 5, number) for number in range(6)]
    [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3)]
    """
    if number >= shared:
        return 1, several + number - shared + 1
    return number // several + 1, number % several + 1


@rule
def cut_deck(suit: Any, suits: int, uneven: bool, seed: int, stream: int) -> int:
    """Assign suits to the cards of a deck; within a suit, later cards are higher.

    Args:
        suit: filled with the suit of each card, from 0.
        suits: the number of suits, at most the number of cards.
        uneven: divide the cards at random instead of assigning the suits in turn.
        seed: the seed.
        stream: the random stream.

    Returns:
        The number of random numbers used from the stream.

    >>> suit = [0] * 6
    >>> cut_deck(suit, 4, False, 1, 0), suit
    (0, [0, 1, 2, 3, 0, 1])
    >>> cut_deck(suit, 4, True, 1, 0), suit
    (5, [0, 0, 0, 1, 2, 3])
    """
    count = len(suit)
    index = kind = suit[0] = 0
    for card in range(1, count):
        if not uneven:
            suit[card] = card % suits
            continue
        # suits - 1 - kind of the remaining gaps must still be cut; all sets of gaps are equally likely.
        ticket, index = below(count - card, seed, stream, index)
        if ticket < suits - 1 - kind:
            kind += 1
        suit[card] = kind
    return index


@rule
def draw_cards(order: Any, tree: Any, seed: int, stream: int, index: int) -> int:
    """Draw all cards of a deck, one after the other.

    Each draw picks one of the remaining cards in deck order, as ``game.draw`` does. A Fenwick tree
    ("A new data structure for cumulative frequency tables", 1994) finds the card without moving the
    others.

    Args:
        order: filled with the cards in the order they are drawn.
        tree: array with one element more than ``order``, overwritten.
        seed: the seed.
        stream: the random stream.
        index: the index in the stream to start from.

    Returns:
        The index after the last random number used.

    >>> order = [0] * 5
    >>> draw_cards(order, [0] * 6, 1, 0, 0), order
    (5, [4, 3, 1, 2, 0])
    """
    count = len(order)
    for node in range(1, count + 1):
        tree[node] = node & -node
    widest = 1 << highest_bit(count)
    for k in range(count):
        ticket, index = below(count - k, seed, stream, index)
        before = 0
        width = widest
        while width:
            node = before + width
            if node <= count:
                if tree[node] <= ticket:
                    ticket -= tree[node]
                    before = node
                else:
                    tree[node] -= 1
            width >>= 1
        order[k] = before
    return index


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a deal and its deck.

    Args:
        stacks: the number of stacks.
        height: the number of cards in each stack.
        suits: the number of suits; None for as many as stacks.
        deck: the even or the uneven deck.

    Raises:
        IllegalPosition: a number is not positive, or there are too many cards or suits.

    >>> Size(4, 3).kinds, Size(4, 3, suits=2).kinds
    (4, 2)
    """

    stacks: int
    height: int
    suits: int | None = None
    deck: Deck = "uneven"

    def __post_init__(self) -> None:
        for name in ("stacks", "height", "kinds"):
            whole(getattr(self, name), name.replace("kinds", "suits"))
        if min(self.stacks, self.height, self.kinds) < 1:
            raise IllegalPosition("stacks, height and suits are 1 or more")
        if self.cards > MOST_CARDS:
            raise IllegalPosition(f"a deal has at most {MOST_CARDS:,} cards")
        if self.kinds > self.cards:
            raise IllegalPosition(f"{self.cards} cards can't be of more than {self.cards} suits")

    @property
    def kinds(self) -> int:
        """The number of suits."""
        return self.stacks if self.suits is None else self.suits

    @property
    def cards(self) -> int:
        """The number of cards dealt."""
        return self.stacks * self.height

    def never(self) -> Verdict | None:
        """Return the verdict that no deal of this size can have; None if both can occur.

        >>> Size(4, 3, suits=3).never(), Size(4, 3, suits=5).never(), Size(4, 3).never()
        ('lost', 'winnable', None)
        >>> Size(4, 3, deck="even").never()
        'winnable'
        """
        if self.kinds < self.stacks or self.height == 1:
            return "lost"
        if self.kinds > self.stacks or self.deck == "even" or self.stacks == 1:
            return "winnable"
        return None


# --- The options of the game (rules page) ---------------------------------------------------------


@dataclass(frozen=True)
class StacksVariant:
    """The options of a variant; ``game.Stacks`` documents them."""

    stacks: int = 4
    height: int = 4
    suits: int = 4
    singles: int = 1

    def __post_init__(self) -> None:
        for name in ("stacks", "height", "suits", "singles"):
            whole(getattr(self, name), name)
        if fault := self._fault():
            raise NotationError(fault)

    def _fault(self) -> Phrase | None:
        """Return why there is no such variant, or None if there is."""
        text, suits = str(self), self.suits
        if min(self.stacks, self.height, suits) < 1:
            return phrase(
                "stacks.too-few", "{variant}: stacks, height and suits are 1 or more", variant=text
            )
        if max(self.stacks, self.height) > MOST_CARDS:
            return phrase(
                "stacks.too-many",
                "{variant}: stacks and height are at most {most:,}",
                variant=text,
                most=MOST_CARDS,
            )
        if suits > self.cards:
            return phrase(
                "stacks.too-many-suits",
                "{variant}: {suits} suits need as many cards, not {cards}",
                variant=text,
                suits=suits,
                cards=self.cards,
            )
        if not 0 <= self.singles <= suits or self.singles == suits < self.cards:
            return phrase(
                "stacks.bad-singles",
                "{variant}: singles are 0 or more suits, and leave one for the rest",
                variant=text,
            )
        return None

    @property
    def cards(self) -> int:
        """The number of cards in a full deal."""
        return self.stacks * self.height

    def deck(self) -> tuple[Card, ...]:
        """Return the deck: 1a 1b … 2a 2b … for the suits with several cards, then the single cards.

        Raises:
            IllegalPosition: there are more than a million cards.

        >>> StacksVariant(stacks=3, height=2, suits=3).deck()
        ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3))
        """
        self.refuse_huge("deal")
        several = self.suits - self.singles
        shared = self.cards - self.singles
        return tuple([card_numbered(several, shared, number) for number in range(self.cards)])

    def holds(self, card: Card) -> bool:
        """Return whether a card is in the deck.

        >>> game = StacksVariant(stacks=3, height=2, suits=3)
        >>> game.holds((3, 1)), game.holds((3, 2)), game.holds((1, 3)), game.holds((2, 3))
        (True, False, True, False)
        """
        if not is_card(card):
            return False
        value, suit = card
        several = self.suits - self.singles
        if not 1 <= suit <= several:
            return several < suit <= self.suits and value == 1
        return value >= 1 and (value - 1) * several + suit <= self.cards - self.singles

    def refuse_huge(self, what: str) -> None:
        """Raise an error if the variant is too large for a feature.

        Raises:
            IllegalPosition: a full deal has more than a million cards.
        """
        if self.cards > MOST_CARDS:
            size = f"{self.stacks} stacks of {self.height} cards"
            raise IllegalPosition(f"{self} has no {what}: {size} are more than {MOST_CARDS:,}")
