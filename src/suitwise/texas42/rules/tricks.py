"""The rules of one trick: who plays in which order, who wins, what it is worth.

Rules page, The game; over plain integers, the same text in Python, machine code and CUDA. The suits
and ranks are those of ``suits``. The dominoes of a trick, in the order of play, are one integer, a
*table*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from suitwise.foundation.arrays.compiled import rule
from suitwise.texas42.rules.dominoes import COUNT, N_DOMINOES
from suitwise.texas42.rules.suits import LED, rank_in

SEATS = range(4)
NOBODY = -1
"""Who sits out when four play."""
HAND = 7
"""The dominoes that each seat is dealt, and the tricks of a hand."""
TRICK_POINT = 1
"""What a trick is worth beside its count."""
DOMINO_BITS = 5
"""What each domino takes of a table; the domino led lies lowest."""
_DOMINO = (1 << DOMINO_BITS) - 1


@rule
def partner(seat: int) -> int:
    """Return the seat opposite.

    >>> partner(3)
    1
    """
    return seat ^ 2


@rule
def side(seat: int) -> int:
    """Return 0 for seats 0 and 2, 1 for seats 1 and 3.

    >>> [side(seat) for seat in range(4)]
    [0, 1, 0, 1]
    """
    return seat & 1


@rule
def players(out: int) -> int:
    """Return how many play when a seat, or nobody, sits out.

    >>> players(NOBODY), players(2)
    (4, 3)
    """
    return 4 if out == NOBODY else 3


@rule
def left_of(seat: int, out: int) -> int:
    """Return the next seat to play.

    >>> left_of(1, NOBODY), left_of(1, out=2), left_of(3, NOBODY)
    (2, 3, 0)
    """
    following = (seat + 1) & 3
    return (following + 1) & 3 if following == out else following


@rule
def seat_at(leader: int, place: int, out: int) -> int:
    """Return who plays at a place of the trick, the leader at 0.

    >>> [seat_at(3, place, out=0) for place in range(3)]
    [3, 1, 2]
    """
    skips = out != NOBODY and (out - leader) & 3 <= place
    return (leader + place + skips) & 3


def seats_from(leader: int, out: int) -> tuple[int, ...]:
    """Return the seats of a trick in the order of play.

    >>> seats_from(3, NOBODY)
    (3, 0, 1, 2)
    """
    seats = [leader]
    for _ in range(players(out) - 1):
        seats.append(left_of(seats[-1], out))
    return tuple(seats)


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
        placed: how many they are, one or more.
        declaration: what was declared.
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


# --- Of dominoes one by one -----------------------------------------------------------------------


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
