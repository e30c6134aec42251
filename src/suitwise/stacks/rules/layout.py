"""A layout: stacks of face-up cards, as a value with a one-line text.

The text names the cards of each stack from the top down and parts the stacks by ``|``; ``-`` (or
nothing) is an empty stack. A card is its value and its suit: ``7a`` is the 7 of suit 1, ``7z`` of
suit 26, and ``7.27`` of suit 27; ``7.1`` and ``7A`` are read as ``7a``, too.
So ``2b 7a 1a | 4a 6b | -`` has an empty stack, and 1a lies below 7a.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import index
from typing import Self, SupportsIndex, TypeAlias

from suitwise.arguments import of_kind, several
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.foundation.text.quoting import quoted

Card: TypeAlias = tuple[int, int]
"""A card: its value and its suit."""
Stack: TypeAlias = tuple[Card, ...]
"""The cards of a stack, the top first."""

MOST_NUMBER = 999_999_999
"""Values and suits are numbers from 0 to this."""

_CARD = re.compile(r"([0-9]{1,9})(?:([a-zA-Z])|\.([0-9]{1,9}))")
_NO_CARD = f"a card is a value and a suit, both integers: numbers from 0 to {MOST_NUMBER:,}"


@dataclass(frozen=True, slots=True)
class Layout:
    """All stacks of a game, at its beginning or under way.

    Args:
        stacks: the stacks, each a tuple of cards ``(value, suit)`` from the top down; they may be
            empty and of unequal heights.

    Raises:
        IllegalPosition: a card appears twice, or is not two integers in 0..999,999,999.

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
        """Return the layout of any stacks of cards ``(value, suit)``, tops first.

        Args:
            stacks: the stacks; their numbers may be of any integer type, numpy's too.

        Raises:
            IllegalPosition: as for the class.

        >>> print(Layout.of([[(2, 2), (7, 1)], []]))
        2b 7a | -
        """
        each = (several(stack, "a stack") for stack in several(stacks, "stacks"))
        return cls(tuple(tuple(map(_card_of, stack)) for stack in each))

    @classmethod
    def unchecked(cls, stacks: tuple[Stack, ...]) -> Self:
        """Return the layout of cards that need no check, as those of another layout.

        >>> layout = Layout.parse("2b 7a | 3a")
        >>> print(Layout.unchecked((layout.stacks[0][1:], layout.stacks[1])))
        7a | 3a
        """
        layout = object.__new__(cls)
        object.__setattr__(layout, "stacks", stacks)
        return layout

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Read a layout's text.

        Raises:
            NotationError: a word is no card.
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
        """How many cards there are."""
        return sum(map(len, self.stacks))

    @property
    def is_won(self) -> bool:
        """Whether every stack holds at most one card."""
        return max(map(len, self.stacks), default=0) <= 1


@lru_cache(1 << 13)  # a position is told again after each move, and most of it is as it was
def card_text(card: Card) -> str:
    """Return the text of a card.

    >>> card_text((10, 3)), card_text((10, 30))
    ('10c', '10.30')
    """
    return f"{card[0]}{suit_text(card[1])}"


def suit_text(suit: int) -> str:
    """Return the text of a suit: a letter, or a point and its number.

    >>> suit_text(2), suit_text(27)
    ('b', '.27')
    """
    return chr(96 + suit) if 1 <= suit <= 26 else f".{suit}"


def parse_card(text: str) -> Card:
    """Read a card's text.

    Raises:
        NotationError: it is no card.

    >>> parse_card("10c"), parse_card("10C"), parse_card("10.3")
    ((10, 3), (10, 3), (10, 3))
    """
    found = _CARD.fullmatch(text)
    if found is None:
        raise NotationError(
            phrase(
                "stacks.no-card",
                "{text} is no card: write a value and a suit, as 7a or 7.27",
                text=quoted(text),
            )
        )
    value, letter, number = found.groups()
    return int(value), ord(letter.lower()) - 96 if letter else int(number)


def is_card(card: object) -> bool:
    """Tell whether a card has a text: one with a bool or a float has none."""
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
    """Return the first card that appears twice in some stacks, and the two stacks it appears in."""
    where: dict[Card, int] = {}
    for i, stack in enumerate(stacks):
        for card in stack:
            if card in where:
                return card, where[card], i
            where[card] = i
    raise AssertionError("fewer different cards than cards")


def _repeated(stacks: tuple[Stack, ...]) -> Phrase:
    """Name the first card that appears twice, and where."""
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
