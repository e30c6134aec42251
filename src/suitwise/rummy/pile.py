"""The pile of discards of gin and of Indian rummy: as text, as data, and as a line at the terminal.

A pile is its cards from the bottom up, each with the seat that laid it, -1 for the card that opened it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from suitwise.cards import Card, format_cards
from suitwise.foundation.text.position_text import matched

Pile: TypeAlias = tuple[tuple[int, int], ...]

_SHOWN = 12
"""A line shows this many cards from the top."""


def pile_text(pile: Pile) -> str:
    """Return a pile as it stands in the text of a position.

    >>> pile_text(((3, -1), (0, 1))), pile_text(())
    ('S5 1.S2', '-')
    """
    return (
        " ".join((f"{seat}." if seat >= 0 else "") + str(Card(card)) for card, seat in pile) or "-"
    )


def read_pile(text: str, seats: int, parse_card: Callable[[str], int]) -> Pile:
    """Read the text of a pile.

    Args:
        text: the text.
        seats: how many seats can have laid a card.
        parse_card: reads a card.

    Raises:
        NotationError: it is no pile.

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
    """Return each card and the seat that laid it, None for the card that opened the pile.

    >>> pile_data(((3, -1),))
    [{'card': 'S5', 'seat': None}]
    """
    return [{"card": str(Card(card)), "seat": seat if seat >= 0 else None} for card, seat in pile]


def pile_line(pile: Pile) -> str:
    """Return the line that the terminal shows: the top of the pile on the right.

    >>> pile_line(((3, -1), (0, 1)))
    'pile  S5 S2'
    """
    more = "… " if len(pile) > _SHOWN else ""
    return f"pile  {more}{format_cards([card for card, _ in pile[-_SHOWN:]], ' ') or '-'}"
