"""A layout: stacks of face-up cards, as a value with a one-line text.

The text names the cards of each stack from the top down and parts the stacks by ``|``; ``-`` (or
nothing) is an empty stack. A card is its value and its suit: ``7a`` is the 7 of suit 1, ``7z`` of
suit 26, and ``7.27`` of suit 27; ``7.1`` is read as ``7a``, too. So ``2b 7a 1a | 4a 6b | -`` has an
empty stack, and 1a lies below 7a.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from suitwise.errors import IllegalPosition, NotationError

Card: TypeAlias = tuple[int, int]
"""A card: its value and its suit."""
Stack: TypeAlias = tuple[Card, ...]
"""The cards of a stack, the top first."""

MOST_NUMBER = 999_999_999
"""Values and suits are numbers from 0 to this."""

_CARD = re.compile(r"([0-9]{1,9})(?:([a-z])|\.([0-9]{1,9}))")


@dataclass(frozen=True, slots=True)
class Layout:
    """All stacks of a game, at its beginning or under way.

    Args:
        stacks: the stacks, each a tuple of cards ``(value, suit)`` from the top down; they may be
            empty and of unequal heights.

    Raises:
        IllegalPosition: a card appears twice, or a number is not in 0..999,999,999.

    >>> layout = Layout.parse("2b 7a 1a | 4a 6b | -")
    >>> layout.stacks[1], len(layout), layout.cards, layout.is_won
    (((4, 1), (6, 2)), 3, 5, False)
    >>> print(layout)
    2b 7a 1a | 4a 6b | -
    """

    stacks: tuple[Stack, ...]

    def __post_init__(self) -> None:
        seen: set[Card] = set()
        for stack in self.stacks:
            seen.update(stack)
        if len(seen) != self.cards:
            raise IllegalPosition(_repeated(self.stacks))
        for card in seen:
            if not all(0 <= number <= MOST_NUMBER for number in card):
                raise IllegalPosition(
                    f"a value and a suit are numbers from 0 to {MOST_NUMBER:,}, not {card}"
                )

    @classmethod
    def of(cls, stacks: Iterable[Iterable[tuple[int, int]]]) -> Layout:
        """Return the layout of any stacks of cards ``(value, suit)``, tops first.

        >>> print(Layout.of([[(2, 2), (7, 1)], []]))
        2b 7a | -
        """
        return cls(tuple(tuple((value, suit) for value, suit in stack) for stack in stacks))

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
        return cls(tuple(_parse_stack(part) for part in text.split("|")) if text.strip() else ())

    def __str__(self) -> str:
        return " | ".join(
            " ".join(map(card_text, stack)) if stack else "-" for stack in self.stacks
        )

    def __len__(self) -> int:
        return len(self.stacks)

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(map(len, self.stacks))

    @property
    def is_won(self) -> bool:
        """Whether every stack holds at most one card."""
        return all(len(stack) <= 1 for stack in self.stacks)


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

    >>> parse_card("10c"), parse_card("10.3")
    ((10, 3), (10, 3))
    """
    found = _CARD.fullmatch(text)
    if found is None:
        shown = ascii(text if len(text) <= 24 else text[:21] + "...")
        raise NotationError(f"{shown} is no card: write a value and a suit, as 7a or 7.27")
    value, letter, number = found.groups()
    return int(value), ord(letter) - 96 if letter else int(number)


def _parse_stack(text: str) -> Stack:
    words = text.split()
    return () if words == ["-"] else tuple(map(parse_card, words))


def _repeated(stacks: tuple[Stack, ...]) -> str:
    """Name the first card that appears twice, and where."""
    where: dict[Card, int] = {}
    for i, stack in enumerate(stacks):
        for card in stack:
            if card in where:
                first = where[card]
                place = f"twice in stack {i}" if first == i else f"in stacks {first} and {i}"
                return f"the card {card_text(card)} is {place}; no two cards are alike"
            where[card] = i
    raise AssertionError("fewer different cards than cards")
