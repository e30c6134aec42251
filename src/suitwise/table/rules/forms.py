"""The form of each part of a client's message: its kind, its length, its signs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from unicodedata import category

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.rules.words import LANGUAGES

MOST_DEPTH = 4
MOST_CHAT = 300
MOST_NAME = 24
MOST_MOVE = 600
WHATS = ("takeback", "claim", "pause", "end", "swap")
FIXED_PHRASES = 10

OR_NULL = {("hello", "token"), ("why", "trick"), ("sit", "seat"), ("intend", "move")}
"""What may be null."""


def depth(plain: Any) -> int:
    """Return how deep lists and objects are nested.

    >>> depth({"p": [1, {}]}), depth(7)
    (3, 0)
    """
    level, layers = [plain], 0
    while level := [one for one in level if isinstance(one, (dict, list))]:
        layers += 1
        if layers > MOST_DEPTH:
            return layers
        level = [
            below for one in level for below in (one.values() if isinstance(one, dict) else one)
        ]
    return layers


_BROKEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control signs and halves of signs, which are no text."""
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control signs, ends of lines, turns of direction that would reach beyond a text, halves of signs."""


def _text(most: int, least: int = 0, unshown: re.Pattern[str] = _UNSHOWN) -> Callable[[Any], bool]:
    """Return the form of a text that can be shown."""

    def is_so(value: Any) -> bool:
        return (
            isinstance(value, str) and least <= len(value) <= most and unshown.search(value) is None
        )

    return is_so


_TURNING = re.compile("[\u200b\u2028-\u202e\u2060-\u206f\ufeff]")
"""Signs of no width, and turns of direction: by them a name looks like another, or like none."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that are drawn as nothing."""


def why_no_name(name: str) -> Phrase | None:
    """Return why somebody can't be called so, None for no name, and for one that can be seen.

    >>> why_no_name("Ann"), why_no_name("")
    (None, None)
    >>> print(why_no_name("A\\u200bnn"))
    a name is made of signs that can be seen: leave out signs of no width and turns of direction
    """
    is_seen = any(category(sign)[0] not in "CMZ" and sign not in _BLANK for sign in name)
    if _TURNING.search(name) is None and (is_seen or not name.strip()):
        return None
    return phrase(
        "table.unseen-name",
        "a name is made of signs that can be seen: "
        "leave out signs of no width and turns of direction",
    )


def _number(most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and 0 <= value <= most


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_with(item: tuple[Any, Any]) -> bool:
    """Tell whether this says with whom to change seats, the one thing that a proposal names."""
    name, seat = item
    return name == "with" and type(seat) is int and 0 <= seat <= 63


FORMS: dict[str, Callable[[Any], bool]] = {
    "id": _text(32, 1),
    "table": _text(16, 1),
    "token": _text(64, 1),
    "since": _number(1 << 53),
    "lang": lambda value: value in LANGUAGES,
    "at": _number(1 << 53),
    "move": _text(MOST_MOVE),
    "q": _number(1 << 53),
    "cards": _text(MOST_MOVE),
    "trick": _number(1000),
    "what": lambda value: value in WHATS,
    "p": lambda value: isinstance(value, dict) and all(map(_is_with, value.items())),
    "k": _number(1 << 53),
    "yes": _flag,
    "on": _flag,
    "seat": _number(63),
    "name": _text(MOST_NAME, unshown=_BROKEN),
    "player": _text(64),
    "text": _text(MOST_CHAT, 1),
    "n": _number(FIXED_PHRASES - 1),
}
"""The form of each part of a message."""
