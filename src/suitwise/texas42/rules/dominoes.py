"""The 28 dominoes of a double-six set, and their text (seed §1; rules page, The algebra).

A domino is a small integer, the same in every table, kernel and file: ``high * (high + 1) // 2 + low``,
so 0-0 is 0, 1-0 is 1, 1-1 is 2 and 6-6 is 27. A set of dominoes is an integer of 28 bits. Written form:
the higher end first, ``6-4``; read in either order, with a colon, too, between commas or blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from suitwise.arguments import of_kind, several, whole
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import phrase
from suitwise.foundation.text.quoting import quoted

PIPS = range(7)
N_DOMINOES = 28
ALL = (1 << N_DOMINOES) - 1

_ENDS = tuple((high, low) for high in PIPS for low in range(high + 1))
HIGH = tuple(high for high, _ in _ENDS)
"""The higher end of each domino."""
LOW = tuple(low for _, low in _ENDS)
"""Its lower end."""

_COUNTS = {5: 5, 10: 10}
COUNT = tuple(_COUNTS.get(high + low, 0) for high, low in _ENDS)
"""The count of each domino: the ends of 5-5 and 6-4 sum to ten, those of 5-0, 4-1 and 3-2 to five."""
HAND_POINTS = 42
"""The points of a hand: 35 of count, and one a trick."""

_DOMINO = re.compile(r"([0-6])\s*[-:]\s*([0-6])")


class Domino(int):
    """One domino: an integer from 0 to 27 that prints as text.

    Args:
        domino: the integer, or its text.

    Raises:
        NotationError: it is no domino.

    >>> Domino("4:6"), int(Domino("6-4")), Domino(27), Domino("6-4").count
    (Domino('6-4'), 25, Domino('6-6'), 10)
    """

    def __new__(cls, domino: int | str) -> Domino:
        """Make a domino from its integer or its text."""
        if isinstance(domino, str):
            found = _DOMINO.fullmatch(domino.strip())
            if found is None:
                raise NotationError(
                    phrase(
                        "texas42.no-domino",
                        "{text} is no domino: write its ends, as 6-4",
                        text=quoted(domino),
                    )
                )
            return super().__new__(cls, domino_of(int(found[1]), int(found[2])))
        domino = whole(domino, "a domino is a text or")
        if not 0 <= domino < N_DOMINOES:
            raise NotationError(f"a domino is an integer from 0 to {N_DOMINOES - 1}")
        return super().__new__(cls, domino)

    @property
    def high(self) -> int:
        """Its higher end."""
        return HIGH[self]

    @property
    def low(self) -> int:
        """Its lower end."""
        return LOW[self]

    @property
    def is_double(self) -> bool:
        """Whether its ends are equal."""
        return HIGH[self] == LOW[self]

    @property
    def count(self) -> int:
        """The points that it counts for the side that takes it."""
        return COUNT[self]

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Domino({str(self)!r})"


_TEXTS = tuple(f"{high}-{low}" for high, low in zip(HIGH, LOW, strict=True))
"""The texts of all dominoes, which thousands of places share."""
DOMINOES = tuple(map(Domino, range(N_DOMINOES)))
"""All dominoes by their numbers."""
DominoesLike: TypeAlias = str | Iterable[int]
"""Dominoes as text, or as integers or ``Domino`` objects."""


def domino_of(one: int, other: int) -> int:
    """Return the domino with these ends.

    >>> domino_of(4, 6), domino_of(6, 4)
    (25, 25)
    """
    high, low = max(one, other), min(one, other)
    return high * (high + 1) // 2 + low


def parse_dominoes(text: str) -> tuple[Domino, ...]:
    """Read dominoes between commas or blanks, in the order written.

    Raises:
        NotationError: something is no domino.

    >>> parse_dominoes("6-4, 0-5 3-3")
    (Domino('6-4'), Domino('5-0'), Domino('3-3'))
    """
    of_kind(text, str, "text")
    return tuple(Domino(word) for word in text.replace(",", " ").split())


def as_dominoes(dominoes: DominoesLike) -> tuple[Domino, ...]:
    """Return dominoes given as text, integers or ``Domino`` objects.

    >>> as_dominoes([25, 27]) == as_dominoes("6-4 6-6")
    True
    """
    if isinstance(dominoes, str):
        return parse_dominoes(dominoes)
    given = several(dominoes, "dominoes")
    return tuple(d if isinstance(d, Domino) else Domino(d) for d in given)


def format_dominoes(dominoes: Iterable[int], separator: str = ",") -> str:
    """Write dominoes in the order given.

    >>> format_dominoes([25, 27])
    '6-4,6-6'
    """
    of_kind(separator, str, "separator")
    return separator.join(str(Domino(domino)) for domino in several(dominoes, "dominoes"))


def mask_of(dominoes: Iterable[int]) -> int:
    """Return a set of dominoes as bits.

    >>> bin(mask_of([0, 3]))
    '0b1001'
    """
    bits = 0
    for domino in several(dominoes, "dominoes"):
        bits |= 1 << whole(domino, "a domino", 0, N_DOMINOES - 1)
    return bits


def dominoes_of(bits: int) -> tuple[Domino, ...]:
    """Return the dominoes of a set of bits, in ascending order.

    >>> dominoes_of(0b1001)
    (Domino('0-0'), Domino('2-0'))
    """
    try:
        return tuple(domino for domino in DOMINOES if bits >> domino & 1)
    except TypeError:
        whole(bits, "a set of dominoes")
        raise
