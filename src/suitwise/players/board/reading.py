"""A board's form read by the readers of its game: a refusal names the field that it is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import Phrase, TypedName, phrase, reason_of

T = TypeVar("T")
_LABELS = "board.field"
"""Whose labels the names of fields are."""


def read(fields: Mapping[str, str], name: str, reader: Callable[[str], T]) -> T:
    """Return what a field holds, empty where it is not there.

    Args:
        fields: the form.
        name: the field.
        reader: reads its text.

    Raises:
        NotationError: the reader refuses the text.

    >>> read({"n": "7"}, "n", int)
    7
    >>> from suitwise.cards import parse_cards
    >>> read({"hand": "S2 X"}, "hand", parse_cards)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    suitwise.errors.NotationError: hand: no card at 'X': write a suit (S H D C) and a rank ...
    """
    try:
        return reader(fields.get(name, ""))
    except SuitwiseError as error:
        raise NotationError(_about(name, reason_of(error))) from None


def number(fields: Mapping[str, str], name: str, least: int, most: int) -> int:
    """Return the whole number that a field holds; the least where it is empty.

    Raises:
        NotationError: it holds none, or one out of bounds.

    >>> number({"points": "35"}, "points", 0, 300), number({}, "points", 0, 300)
    (35, 0)
    >>> number({"points": "x"}, "points", 0, 300)
    Traceback (most recent call last):
    suitwise.errors.NotationError: points: a whole number from 0 to 300
    """
    text = fields.get(name, "").strip() or str(least)
    if not re.fullmatch("-?[0-9]{1,9}", text) or not least <= int(text) <= most:
        why = phrase(
            "board.number", "a whole number from {least} to {most}", least=least, most=most
        )
        raise NotationError(_about(name, why))
    return int(text)


def is_empty(fields: Mapping[str, str], name: str) -> bool:
    """Tell whether there is nothing in a field.

    >>> is_empty({"hand": " "}, "hand"), is_empty({"hand": "S2"}, "hand")
    (True, False)
    """
    return not fields.get(name, "").strip()


def _about(name: str, why: Phrase) -> Phrase:
    return phrase("board.about", "{field}: {why}", field=TypedName(name, _LABELS), why=why)
