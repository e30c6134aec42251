"""Whether a contract is made in a packed position, and the position that plays have led to."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.foundation.seating import NOBODY, players
from suitwise.texas42.arrays.packed import (
    declaration_of,
    declaring_of,
    out_of,
    placed_of,
    played,
    points_of,
    suit_of,
    tricks_of,
    turn_of,
)
from suitwise.texas42.arrays.playouts import lacking
from suitwise.texas42.rules.contracts import result_of
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
    left = held // players(out) if out == NOBODY else (held - HAND) // players(out)
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
def after_plays(where: int, rest: int, plays: Any) -> tuple[int, int, int, int]:
    """Return the position that plays lead to, and what they prove (``may_hold``).

    Args:
        where: the first integer of the position before them.
        rest: the second.
        plays: the dominoes.
    """
    lacks = lacks_upper = 0
    for at in range(len(plays)):
        domino, seat, suit = item_at(plays, at), turn_of(where, rest), suit_of(where, rest)
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
        where, rest = played(where, rest, domino)
    return where, rest, lacks, lacks_upper
