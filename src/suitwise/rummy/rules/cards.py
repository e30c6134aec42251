"""Hands as sorted multisets of cards, as games with two packs keep them; and the discard pile.

A hand is a sorted tuple of cards: suit by suit with the ace first, and jokers last. Copies of a card are
the same integer, and every joker is 54.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, TypeAlias

from suitwise.cards import ANY_JOKER, BLACK_JOKER, Card, format_cards, parse_cards
from suitwise.foundation.text.lines import matched
from suitwise.foundation.text.phrases import CardText

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
    if cards == others:  # a hand that is hidden whole, as most are
        return ()
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


def read_cards(text: str) -> Cards:
    """Parse cards, ``-`` for none; a joker of any colour is any joker.

    Raises:
        NotationError: the text is no cards.

    >>> cards_text(read_cards("JK S2 SA")), read_cards("-")
    ('SA S2 JK', ())
    """
    cards = parse_cards("" if text == "-" else text)
    return in_order(ANY_JOKER if card.is_joker else card for card in cards)


def card_named(card: int) -> CardText:
    """Return a card as part of a phrase.

    >>> card_named(54)
    'JK'
    """
    return CardText(Card(card))


def partly_hidden(cards: Cards, hidden: Cards) -> str:
    """Return a hand as text in which the hidden cards are a number.

    >>> partly_hidden((12, 0, 54), (0,)), partly_hidden((12,), (12,)), partly_hidden((12,), ())
    ('SA JK ?1', '?1', 'SA')
    """
    if not hidden:
        return cards_text(cards)
    visible = without(cards, hidden)
    return (f"{cards_text(visible)} " if visible else "") + f"?{len(hidden)}"


# --- The discard pile of gin, Indian rummy and rami -----------------------------------------------

Pile: TypeAlias = tuple[tuple[int, int], ...]
"""The cards from the bottom up, each with the seat that discarded it; -1 for the first upcard."""


def pile_text(pile: Pile) -> str:
    """Return the text of a pile in a position: each card with the seat that discarded it before it.

    >>> pile_text(((3, -1), (0, 1))), pile_text(())
    ('S5 1.S2', '-')
    """
    texts = (f"{seat}.{Card(card)}" if seat >= 0 else str(Card(card)) for card, seat in pile)
    return " ".join(texts) or "-"


def read_pile(text: str, seats: int, parse_card: Callable[[str], int]) -> Pile:
    """Parse the text of a pile.

    Args:
        text: the text.
        seats: the number of seats, at most 10.
        parse_card: the function that parses a card.

    Raises:
        NotationError: the text is not a pile.

    >>> read_pile("S5 1.S2", 2, Card)
    ((Card('S5'), -1), (Card('S2'), 1))
    """
    form = re.compile(rf"(?:([0-{seats - 1}])\.)?([A-Z0-9]{{2}})")

    def read() -> Iterator[tuple[int, int]]:
        for word in text.split() if text != "-" else ():
            match = matched(form, word, ": write a card of the pile as C5, 0.H7 or 1.H7")
            yield parse_card(match[2]), int(match[1] or -1)

    return tuple(read())


def pile_data(pile: Pile) -> list[dict[str, str | int | None]]:
    """Return a pile as data: each card and the seat that discarded it, None for the first upcard.

    >>> pile_data(((3, -1),))
    [{'card': 'S5', 'seat': None}]
    """
    return [{"card": str(Card(card)), "seat": seat if seat >= 0 else None} for card, seat in pile]


def turned_over(pile: Pile, hands: tuple[Cards, ...], known: tuple[Cards, ...]) -> dict[str, Any]:
    """Return what changes of a position when the stock is spent: the pile but its top is the stock.

    Of two seats each then knows the other's hand: it is what lies neither there nor on the pile.

    Args:
        pile: the pile.
        hands: the cards of every seat.
        known: the cards of every seat that all know.

    >>> turned_over(((3, -1), (0, 1)), ((1,), (2,)), ((), ()))
    {'pile': ((0, 1),), 'turned': (3,), 'known': ((1,), (2,)), '_stock': None}
    """
    return {
        "pile": pile[-1:],
        "turned": in_order(card for card, _ in pile[:-1]),
        "known": hands if len(hands) == 2 else known,
        "_stock": None,
    }
