"""How a hand stands in a packed position, and whether a side has prevailed in its contract."""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.seating import NOBODY, players
from suitwise.texas42.arrays.packed import (
    declaration_of,
    declaring_of,
    out_of,
    placed_of,
    points_of,
    tricks_of,
)
from suitwise.texas42.rules.contracts import MADE, OPEN, result_of
from suitwise.texas42.rules.dominoes import ALL
from suitwise.texas42.rules.tricks import HAND


@rule
def result_in(where: int, rest: int, call: int) -> int:
    """Return whether a contract is made, set, or open.

    Args:
        where: the first integer of the position.
        rest: the second.
        call: the call that won the auction.
    """
    declaring, out = declaring_of(where), out_of(rest)
    held = count_bits(rest & ALL) + placed_of(rest)
    left = held // 4 if out == NOBODY else (held - HAND) // players(out)
    first = tricks_of(rest)
    own = HAND - left - first if declaring else first
    return result_of(
        call,
        declaration_of(where),
        points_of(rest, declaring),
        points_of(rest, 1 - declaring),
        own,
        HAND - left - own,
        left,
    )


@rule
def prevails(where: int, rest: int, call: int, of_side: int) -> int:
    """Return 1 where a side has prevailed, 0 where the other has, -1 while the hand is open."""
    result = result_in(where, rest, call)
    if result == OPEN:
        return -1
    return int((result == MADE) == (of_side == declaring_of(where)))
