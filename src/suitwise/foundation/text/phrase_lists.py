"""Several things said one after the other, as phrases: with commas, semicolons, words between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from suitwise.foundation.text.phrases import phrase


def all_of(things: Iterable[str]) -> str:
    """Join things by ``and``: a phrase where there are several, else the only one or an empty text.

    >>> all_of(["spades", "hearts", "clubs"])
    'spades and hearts and clubs'
    """
    return _joined(_and, things)


def one_of(things: Iterable[str]) -> str:
    """Join things by ``or``, otherwise as ``all_of``.

    >>> one_of(["S2", "C2"])
    'S2 or C2'
    """
    return _joined(_or, things)


def listed(things: Iterable[str]) -> str:
    """Join things by commas, otherwise as ``all_of``.

    >>> listed(["35 points", "levels 2 4"])
    '35 points, levels 2 4'
    """
    return _joined(_comma, things)


def in_turn(things: Iterable[str]) -> str:
    """Join things by semicolons, otherwise as ``all_of``.

    >>> in_turn(["leaves 5", "S2 leaves 7"])
    'leaves 5; S2 leaves 7'
    """
    return _joined(_then, things)


def _joined(join: Callable[[str, str], str], things: Iterable[str]) -> str:
    first, *others = [*things] or [""]
    return reduce(join, others, first)


def _and(most: str, last: str) -> str:
    return phrase("any.and", "{most} and {last}", most=most, last=last)


def _or(most: str, last: str) -> str:
    return phrase("any.or", "{most} or {last}", most=most, last=last)


def _then(most: str, last: str) -> str:
    return phrase("any.then", "{first}; {second}", first=most, second=last)


def _comma(most: str, last: str) -> str:
    return phrase("any.list", "{most}, {last}", most=most, last=last)
