"""The discard pile of gin, Indian rummy and rami: its text, the pile as data, a spent stock."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from suitwise.cards import Card
from suitwise.foundation.text.lines import matched
from suitwise.rummy.rules.cards import Cards, in_order

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
