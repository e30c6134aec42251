"""What a search knows about a declaration: who beats, follows and counts, with the trumps on top.

A search takes the dominoes by number again and again: the highest first, the lowest that wins. So that
these are single instructions, each declaration has an order of its own, a domino's *place*: all that is
not trump by rank, then the trumps by rank. The tables are made once from those of ``algebra``, one row
a declaration, and a search copies its row in front of its table of positions.
"""

from __future__ import annotations

import functools
from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.late_numpy import np
from suitwise.texas42.rules.dominoes import COUNT, N_DOMINOES
from suitwise.texas42.rules.suits import CALLED_SUIT, DOUBLES, FOLLOWS, LED, SEVENS, SUITS, TAU

# Where things lie in a row.
BEATEN_BY = 0
"""Where ``BEATEN`` begins for the suit that the domino of a place leads."""
FOLLOWING = BEATEN_BY + N_DOMINOES
"""The places that follow the domino of a place when it is led."""
BEATEN = FOLLOWING + N_DOMINOES
"""By suit and place: the places that beat it in a trick of that suit."""
WORTH = BEATEN + len(SUITS) * N_DOMINOES
"""What the domino of a place counts."""
FIVES = WORTH + N_DOMINOES
TENS = FIVES + 1
TRUMPS = FIVES + 2
NEAREST = FIVES + 3
"""The places at each of the eight distances from seven, in sevens; nothing otherwise."""
ROW = NEAREST + 8


@functools.cache
def order(declaration: int) -> tuple[int, ...]:
    """Return the dominoes of a declaration by place: trumps last, each part by rank.

    >>> from suitwise.texas42.rules.dominoes import format_dominoes
    >>> format_dominoes(order(5)[-3:])
    '5-4,6-5,5-5'
    """
    return tuple(sorted(range(N_DOMINOES), key=lambda domino: _standing(domino, declaration)))


def _standing(domino: int, declaration: int) -> tuple[int, int]:
    suit = CALLED_SUIT if declaration == SEVENS else LED[declaration * N_DOMINOES + domino]
    return TAU[(declaration * len(SUITS) + suit) * N_DOMINOES + domino], domino


@functools.cache
def ground() -> tuple[Any, Any]:
    """Return the rows of all declarations, ``int64[14, ROW]``, and the places, ``int64[14, 28]``."""
    rows = np.zeros((SEVENS + 1, ROW), np.int64)
    places = np.zeros((SEVENS + 1, N_DOMINOES), np.int64)
    for declaration in range(SEVENS + 1):
        dominoes = np.array(order(declaration))
        places[declaration, dominoes] = np.arange(N_DOMINOES)
        _fill(rows[declaration], declaration, dominoes)
    rows.flags.writeable = places.flags.writeable = False
    return rows, places


def _fill(row: Any, declaration: int, dominoes: Any) -> None:
    bits = np.int64(1) << np.arange(N_DOMINOES)
    at = declaration * len(SUITS)
    tau = np.array(TAU).reshape(-1, N_DOMINOES)[at : at + len(SUITS), dominoes]
    beaten = (tau[:, None, :] > tau[:, :, None]) @ bits
    row[BEATEN:WORTH] = beaten.reshape(-1)
    led = np.array(LED).reshape(-1, N_DOMINOES)[declaration, dominoes]
    row[BEATEN_BY:FOLLOWING] = BEATEN + led * N_DOMINOES
    following = np.array([(FOLLOWS[at + suit] >> dominoes & 1) @ bits for suit in SUITS])
    row[FOLLOWING:BEATEN] = following[led]
    worth = np.array(COUNT)[dominoes]
    row[WORTH : WORTH + N_DOMINOES] = worth
    row[FIVES], row[TENS] = (worth == 5) @ bits, (worth == 10) @ bits
    if declaration <= DOUBLES:
        row[TRUMPS] = following[CALLED_SUIT]
    if declaration == SEVENS:
        for far in range(8):
            row[NEAREST + far] = (tau[0] == 7 - far) @ bits


@rule
def placed(dominoes: int, places: Any, declaration: int) -> int:
    """Return a set of dominoes as a set of places."""
    bits = 0
    for domino in range(N_DOMINOES):
        if dominoes >> domino & 1:
            bits |= 1 << places[declaration, domino]
    return bits
