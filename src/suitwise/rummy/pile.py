"""The discard pile of gin and Indian rummy: as text, as data, and as a line at the terminal.

A pile is its cards from the bottom up, each with the seat that laid it, -1 for the card that opened it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from suitwise.cards import Card, format_cards
from suitwise.foundation.text.lines import matched

Pile: TypeAlias = tuple[tuple[int, int], ...]

_SHOWN = 12
"""The number of cards from the top that a line shows."""


def pile_text(pile: Pile) -> str:
    """Return a pile as text, as in a position.

    >>> pile_text(((3, -1), (0, 1))), pile_text(())
    ('S5 1.S2', '-')
    """
    return (
        " ".join((f"{seat}." if seat >= 0 else "") + str(Card(card)) for card, seat in pile) or "-"
    )


def read_pile(text: str, seats: int, parse_card: Callable[[str], int]) -> Pile:
    """Parse the text of a pile.

    Args:
        text: the text.
        seats: the number of seats that can have laid a card.
        parse_card: parses a card.

    Raises:
        NotationError: the text is not a pile.

    >>> read_pile("S5 1.S2", 2, Card)
    ((Card('S5'), -1), (Card('S2'), 1))
    """
    form = re.compile(rf"(?:([0-{seats - 1}])\.)?([A-Z0-9]{{2}})")

    def read() -> Iterator[tuple[int, int]]:
        for word in text.split() if text != "-" else ():
            found = matched(form, word, ": write a card of the pile as C5, 0.H7 or 1.H7")
            yield parse_card(found[2]), int(found[1] or -1)

    return tuple(read())


def pile_data(pile: Pile) -> list[dict[str, str | int | None]]:
    """Return a pile as data: each card and the seat that laid it, None for the card that opened it.

    >>> pile_data(((3, -1),))
    [{'card': 'S5', 'seat': None}]
    """
    return [{"card": str(Card(card)), "seat": seat if seat >= 0 else None} for card, seat in pile]


def pile_line(pile: Pile) -> str:
    """Return a pile as a line for the terminal, the top on the right.

    >>> pile_line(((3, -1), (0, 1)))
    'pile  S5 S2'
    """
    more = "… " if len(pile) > _SHOWN else ""
    return f"pile  {more}{format_cards([card for card, _ in pile[-_SHOWN:]], ' ') or '-'}"
