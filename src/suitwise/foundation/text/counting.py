"""Numbers of things as sentences say them."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """Return a number of things in words that fit it.

    >>> counted(1, "card"), counted(0, "card"), counted(25, "card")
    ('1 card', '0 cards', '25 cards')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
