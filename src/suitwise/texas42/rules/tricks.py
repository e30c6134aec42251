"""The rules of one trick: its winner and its points.

Rules page, The game; over plain integers, the same text in Python, machine code and CUDA. The suits
and ranks are those of ``suits``. The dominoes of a trick, in the order of play, are one integer, a
*table*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from suitwise.foundation.arrays.compiled import rule
from suitwise.texas42.rules.dominoes import COUNT, N_DOMINOES
from suitwise.texas42.rules.suits import LED, rank_in

HAND = 7
"""The dominoes that each seat is dealt, and the tricks of a hand."""
TRICK_POINT = 1
"""The points of a trick beside its count."""
DOMINO_BITS = 5
"""The bits of each domino of a table; the domino led lies lowest."""
_DOMINO = (1 << DOMINO_BITS) - 1


@rule
def led_suit(domino: int, declaration: int) -> int:
    """Return the suit that a domino led calls for.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> led_suit(Domino("6-4"), declaration=5), led_suit(Domino("6-4"), declaration=4)  # 7: trump
    (6, 7)
    """
    return LED[declaration * N_DOMINOES + domino]


@rule
def domino_on(table: int, place: int) -> int:
    """Return the domino at a place of a table."""
    return table >> DOMINO_BITS * place & _DOMINO


@rule
def winner_so_far(table: int, placed: int, declaration: int) -> tuple[int, int]:
    """Return the place of the domino that wins a trick so far, and the trick's points so far.

    Of equals the domino played first wins.

    Args:
        table: the dominoes in the order of play.
        placed: how many dominoes lie there, one or more.
        declaration: the declaration.
    """
    lead = domino_on(table, 0)
    suit, winner, points = led_suit(lead, declaration), 0, TRICK_POINT + COUNT[lead]
    highest = rank_in(lead, suit, declaration)
    for place in range(1, placed):
        domino = domino_on(table, place)
        points += COUNT[domino]
        rank = rank_in(domino, suit, declaration)
        if rank > highest:
            highest, winner = rank, place
    return winner, points


# --- Sequences of dominoes ------------------------------------------------------------------------


def table_with(dominoes: Iterable[int]) -> int:
    """Return dominoes in the order of play as a table."""
    table = at = 0
    for domino in dominoes:
        table |= domino << at
        at += DOMINO_BITS
    return table


def winning_place(dominoes: Sequence[int], declaration: int) -> int:
    """Return which domino of a trick, in the order of play, wins so far.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes
    >>> winning_place(as_dominoes("6-3 6-6 5-0 6-4"), declaration=5)
    2
    """
    return winner_so_far(table_with(dominoes), len(dominoes), declaration)[0]


def trick_points(dominoes: Sequence[int]) -> int:
    """Return the points of a trick, one and its count.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes
    >>> trick_points(as_dominoes("6-3 6-6 5-0 6-4"))
    16
    """
    return TRICK_POINT + sum(COUNT[domino] for domino in dominoes)
