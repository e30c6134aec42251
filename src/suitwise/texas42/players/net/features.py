"""What the trained player's networks read, as numbers of inputs that are on.

A network is asked about one option at a time: its inputs are those of the decision, the same for all
options, and those of the option. Everything is a rule on integers and comes from what the seat sees: its
hand, the calls, the plays, and what these prove. Suits are told by rank as well as by domino, so that
what is learnt of fives holds for sixes.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.texas42.rules.dominoes import N_DOMINOES
from suitwise.texas42.rules.suits import FOLLOWS, SEVENS, SUITS, TAU

SUIT_SIZE = 7
"""The most dominoes of a suit."""


def _ranks(declaration: int, suit: int) -> list[int]:
    """Return the place of each domino in a suit, 0 for its highest; 0 for what does not follow."""
    at = (declaration * 8 + suit) * N_DOMINOES
    members = [one for one in range(N_DOMINOES) if FOLLOWS[declaration * 8 + suit] >> one & 1]
    members.sort(key=lambda one: -TAU[at + one])
    return [members.index(one) if one in members else 0 for one in range(N_DOMINOES)]


RANK = tuple(
    rank
    for declaration in range(SEVENS + 1)
    for suit in SUITS
    for rank in _ranks(declaration, suit)
)
"""The place of a domino in a suit, by ``(declaration * 8 + suit) * 28 + domino``."""


@rule
def place_in(domino: int, suit: int, declaration: int) -> int:
    """Return the place of a domino in a suit that it follows, 0 for the highest.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> [place_in(Domino(text), 7, 5) for text in ("5-5", "6-5", "5-0")]
    [0, 1, 6]
    """
    return RANK[(declaration * 8 + suit) * N_DOMINOES + domino]


@rule
def turn_on_set(on: Any, count: int, first: int, dominoes: int) -> int:
    """Turn on an input for each domino of a set."""
    while dominoes:
        on[count] = first + lowest_bit(dominoes)
        dominoes &= dominoes - 1
        count += 1
    return count


@rule
def turn_on_ranks(
    on: Any, count: int, first: int, dominoes: int, suit: int, declaration: int
) -> int:
    """Turn on an input for the place that each domino of a set has in a suit."""
    dominoes &= FOLLOWS[declaration * 8 + suit]
    while dominoes:
        on[count] = first + place_in(lowest_bit(dominoes), suit, declaration)
        dominoes &= dominoes - 1
        count += 1
    return count


@rule
def number_in(dominoes: int, suit: int, declaration: int) -> int:
    """Return how many dominoes of a set follow a suit.

    >>> from suitwise.texas42.rules.dominoes import ALL
    >>> [number_in(ALL, suit, 5) for suit in (7, 6, 5)]
    [7, 6, 0]
    """
    return count_bits(dominoes & FOLLOWS[declaration * 8 + suit])
