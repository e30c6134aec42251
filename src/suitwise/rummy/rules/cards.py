"""Hands as sorted multisets of cards, as games of rummy with two packs keep them.

A hand is a sorted tuple of cards: suit by suit with the ace first, and jokers last. Copies of a card are
the same integer, and every joker is 54.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from suitwise.cards import ANY_JOKER, BLACK_JOKER, format_cards

Cards: TypeAlias = tuple[int, ...]
"""A sorted multiset of cards."""

DECKS = 2


def place(card: int) -> int:
    """Return the sort key of a card.

    >>> [place(card) for card in (12, 0, 11, 25, 54)]  # SA S2 SK HA JK
    [0, 1, 12, 13, 54]
    """
    return card if card >= BLACK_JOKER else card // 13 * 13 + (card + 1) % 13


_place = tuple(map(place, range(ANY_JOKER + 1))).__getitem__


def in_order(cards: Iterable[int]) -> Cards:
    """Return cards sorted."""
    return tuple(sorted(cards, key=_place))


def plus(cards: Cards, card: int) -> Cards:
    """Return sorted cards with one card added.

    >>> plus((12, 1, 54), 0)
    (12, 0, 1, 54)
    """
    at = bisect_right(cards, _place(card), key=_place)
    return (*cards[:at], card, *cards[at:])


def minus(cards: Cards, card: int) -> Cards:
    """Return cards with one copy of a card removed if they have it.

    >>> minus((3, 3, 5), 3), minus((3, 5), 4)
    ((3, 5), (3, 5))
    """
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def without(cards: Cards, others: Cards) -> Cards:
    """Return cards with one copy of each of some others removed.

    >>> without((3, 3, 5), (3, 4))
    (3, 5)
    """
    for card in others:
        cards = minus(cards, card)
    return cards


@cache
def all_cards(jokers: int) -> Cards:
    """Return the cards of two packs with a number of jokers.

    >>> len(all_cards(2)), all_cards(2)[-3:]
    (106, (50, 54, 54))
    """
    return in_order([*range(BLACK_JOKER)] * DECKS + [ANY_JOKER] * jokers)


def is_within(cards: Iterable[int], others: Iterable[int]) -> bool:
    """Return whether cards are a sub-multiset of others.

    >>> is_within((3, 5), (3, 4, 5)), is_within((3, 3), (3, 4, 5))
    (True, False)
    """
    return Counter(cards) <= Counter(others)


def cards_text(cards: Iterable[int]) -> str:
    """Return cards as text separated by blanks, ``-`` for none.

    >>> cards_text((12, 0, 54)), cards_text(())
    ('SA S2 JK', '-')
    """
    return format_cards(cards, " ") or "-"


def partly_hidden(cards: Cards, hidden: Cards) -> str:
    """Return a hand as text in which the hidden cards are a number.

    >>> partly_hidden((12, 0, 54), (0,)), partly_hidden((12,), (12,)), partly_hidden((12,), ())
    ('SA JK ?1', '?1', 'SA')
    """
    if not hidden:
        return cards_text(cards)
    visible = without(cards, hidden)
    return (f"{cards_text(visible)} " if visible else "") + f"?{len(hidden)}"
