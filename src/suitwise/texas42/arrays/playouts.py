"""Hands played out to the end from a packed position, at random or by the policy.

Everything is a rule on integers: one world a call, in Python, in machine code, or as a thread of a GPU
that keeps all of its state in registers (seed, Parallelization Strategy).
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.stepping.streams import moved, under
from suitwise.texas42.arrays.packed import (
    declaration_of,
    declaring_of,
    held_by,
    legal_of,
    out_of,
    placed_of,
    played,
    points_of,
    table_of,
    turn_of,
)
from suitwise.texas42.arrays.policy import choose_play
from suitwise.texas42.hidden.knowledge import absent_after
from suitwise.texas42.rules.dominoes import ALL, HAND_POINTS, N_DOMINOES

HAND = 7
"""The dominoes of a hand."""


@rule
def bit_numbered(bits: int, number: int) -> int:
    """Return the place of the set bit of a number, counted from the lowest; one of the first seven.

    Six steps whatever the number, each a choice without a branch: a quarter quicker than a loop that the
    processor can't foresee, and threads side by side never wait for each other.

    >>> [bit_numbered(0b10110, number) for number in range(3)]
    [1, 2, 4]
    """
    for step in range(HAND - 1):
        bits = bits & (bits - 1) if step < number else bits
    return lowest_bit(bits)


@rule
def owners(stream: int) -> tuple[int, int, int]:
    """Return the lower and the upper bits of the seats that the dominoes are dealt to, and the stream.

    Each of the equally likely deals comes from one choice for every domino: a seat, in proportion to
    the places that it has left.
    """
    lower = upper = 0
    # How many places are left to seat 0, to seats 0 and 1, to all but seat 3.
    one, two, three = HAND, 2 * HAND, 3 * HAND
    for domino in range(N_DOMINOES):
        stream = moved(stream)
        place = under(N_DOMINOES - domino, stream)
        seat = int(place >= one) + int(place >= two) + int(place >= three)
        one -= int(seat < 1)
        two -= int(seat < 2)
        three -= int(seat < 3)
        lower |= (seat & 1) << domino
        upper |= (seat >> 1) << domino
    return lower, upper, stream


@rule
def play_randomly(where: int, rest: int, stream: int) -> int:
    """Play a hand out, each domino chosen evenly among the legal ones; return its second integer.

    Args:
        where: the first integer of a packed position.
        rest: the second.
        stream: where the random numbers come from.
    """
    legal = legal_of(where, rest)
    while legal:
        stream = moved(stream)
        domino = bit_numbered(legal, under(count_bits(legal), stream))
        where, rest = played(where, rest, domino)
        legal = legal_of(where, rest)
    return rest


@rule
def may_hold(unseen: int, lacks: int, lacks_upper: int, seat: int) -> int:
    """Return the unseen dominoes that a seat may hold.

    Args:
        unseen: the dominoes that the other seats hold.
        lacks: those that seat 0 is known not to hold, and 28 bits above those of seat 1.
        lacks_upper: the same for seats 2 and 3.
        seat: the seat.
    """
    both = lacks_upper if seat & 2 else lacks
    return unseen & ~(both >> (N_DOMINOES if seat & 1 else 0))


@rule
def lacking(
    lacks: int, lacks_upper: int, seat: int, domino: int, suit: int, declaration: int
) -> tuple[int, int]:
    """Return the dominoes that the seats are known not to hold once one has played a domino.

    Args:
        lacks: as for ``may_hold``.
        lacks_upper: as for ``may_hold``.
        seat: the seat that played.
        domino: the domino played.
        suit: the suit led; negative for a lead.
        declaration: the declaration.

    >>> lacking(0, 0, 1, 0, 6, 5)[0] >> 28 == absent_after(0, 6, 5)
    True
    """
    absent = absent_after(domino, suit, declaration) << (N_DOMINOES if seat & 1 else 0)
    if seat & 2:
        return lacks, lacks_upper | absent
    return lacks | absent, lacks_upper


@rule
def policy_domino(where: int, rest: int, need: int, lacks: int, lacks_upper: int) -> int:
    """Return the domino that the policy plays in a packed position.

    Args:
        where: the first integer of the position.
        rest: the second.
        need: the points that the declaring side must take.
        lacks: as for ``may_hold``.
        lacks_upper: as for ``may_hold``.
    """
    seat, declaring = turn_of(where, rest), declaring_of(where)
    hand = held_by(where, rest, seat)
    unseen = rest & ALL & ~hand
    to_make = need - points_of(rest, declaring)
    to_set = HAND_POINTS + 1 - need - points_of(rest, 1 - declaring)
    ours = declaring == (seat & 1)
    return choose_play(
        seat,
        hand,
        declaration_of(where),
        table_of(rest),
        placed_of(rest),
        out_of(rest),
        to_make if ours else to_set,
        to_set if ours else to_make,
        may_hold(unseen, lacks, lacks_upper, (seat + 1) & 3),
        may_hold(unseen, lacks, lacks_upper, (seat + 2) & 3),
        may_hold(unseen, lacks, lacks_upper, (seat + 3) & 3),
    )
