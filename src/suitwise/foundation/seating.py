"""Four seats around a table: partners, sides and the order of play.

All functions but ``seats_from`` are rules (``foundation.arrays.compiled``). A seat may sit out.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import rule

SEATS = range(4)
NOBODY = -1
"""Stands for the seat that sits out when all four play."""


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
    """Return the number of players.

    Args:
        out: the seat that sits out, or NOBODY.

    >>> players(NOBODY), players(2)
    (4, 3)
    """
    return 4 if out == NOBODY else 3


@rule
def left_of(seat: int, out: int) -> int:
    """Return the next seat to play, skipping the seat that sits out.

    >>> left_of(1, NOBODY), left_of(1, out=2), left_of(3, NOBODY)
    (2, 3, 0)
    """
    following = (seat + 1) & 3
    return (following + 1) & 3 if following == out else following


@rule
def seat_at(leader: int, place: int, out: int) -> int:
    """Return the seat that plays at a position in a trick; the leader has position 0.

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
