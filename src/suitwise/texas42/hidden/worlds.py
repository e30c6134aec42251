"""Hidden worlds: how the unseen dominoes can lie, counted, listed and sampled.

Rules page, Solvers and players. Which seats may hold a domino does not depend on where the others lie,
so the worlds are counted by dealing the unseen dominoes one by one into the open places: the number of
ways depends on how many dominoes and places are left, nothing else. The same table of counts makes the
number of a world into the world, as digits make a number: one uniform number below the count is one
uniform world, without a rejection, and no world contradicts the seat's knowledge.

Where a seat is known to hold some doubles at least, the doubles are dealt first, and ways that leave it
with too few count as none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from suitwise.arguments import of_kind, whole_input
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import grid, require_cuda, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import quickest, quickest_rows
from suitwise.foundation.arrays.rows import is_gpu
from suitwise.seeds import as_seed, below
from suitwise.texas42.hidden.knowledge import MOST_HELD, Knowledge
from suitwise.texas42.rules.dominoes import dominoes_of
from suitwise.texas42.rules.position import Hands, as_hands
from suitwise.texas42.rules.suits import EVERY_DOUBLE

MOST_WORLDS = 1 << 24
"""A call samples this many worlds at most."""
_PIECE = 1 << 12
"""Worlds are listed this many at a time."""
_ROOM_BITS = 16
"""Each sampled world has 2**16 random words of its own; that it needs a second one is rare."""

_COUNTING_S = 0.002
_DEALING_S = 0.00005
"""The seconds of counting the worlds, and of dealing one, as plain Python."""


# --- The rules ------------------------------------------------------------------------------------


@rule
def count_ways(holders: Any, places: Any, doubles: int, most: Any, ways: Any) -> int:
    """Fill the table of how many ways there are to deal the last dominoes out; return that of all.

    Args:
        holders: for each unseen domino, doubles first, a bit for each of the three hidden seats that
            may hold it.
        places: three numbers, the open places of the hidden seats; together as many as dominoes.
        doubles: how many of the dominoes are doubles.
        most: three numbers, the places that may be open still when the doubles lie.
        ways: array (dominoes + 1, 8, 8), filled: ``ways[at, one, two]`` for the dominoes from ``at``
            on, when the first seat has ``one`` open place and the second ``two``, the third the rest.

    >>> import numpy as np
    >>> ways = np.zeros((4, 8, 8), np.int64)
    >>> count_ways([7, 7, 4], [1, 1, 1], 0, [1, 1, 1], ways)  # the third domino is the third seat's
    2
    """
    count = len(holders)
    for at in range(count, -1, -1):
        for one in range(places[0] + 1):
            for two in range(places[1] + 1):
                three = count - at - one - two
                fits = 0 <= three <= places[2]
                if at == doubles:
                    fits = fits and one <= most[0] and two <= most[1] and three <= most[2]
                found = 0
                if fits and at == count:
                    found = 1
                elif fits:
                    if one and holders[at] & 1:
                        found += ways[at + 1, one - 1, two]
                    if two and holders[at] & 2:
                        found += ways[at + 1, one, two - 1]
                    if three and holders[at] & 4:
                        found += ways[at + 1, one, two]
                ways[at, one, two] = found
    return int(ways[0, places[0], places[1]])


@rule
def deal_world(number: int, unseen: Any, holders: Any, places: Any, ways: Any) -> tuple[int, int]:
    """Return the hands of the first and the second hidden seat in a world; the third has the rest.

    Args:
        number: the number of the world, below the count.
        unseen: the unseen dominoes, doubles first.
        holders: as for ``count_ways``.
        places: as for ``count_ways``.
        ways: as for ``count_ways``.
    """
    one, two = places[0], places[1]
    first = second = 0
    for at in range(len(unseen)):
        if one and holders[at] & 1:
            ahead = ways[at + 1, one - 1, two]
            if number < ahead:
                first |= 1 << unseen[at]
                one -= 1
                continue
            number -= ahead
        if two and holders[at] & 2:
            ahead = ways[at + 1, one, two - 1]
            if number < ahead:
                second |= 1 << unseen[at]
                two -= 1
                continue
            number -= ahead
    return first, second


@rule
def write_world(number: int, table: Any, hands: Any, row: int) -> None:
    """Write the four hands of a world into a row."""
    seat, left, unseen, holders, places, ways, rest = table
    first, second = deal_world(number, unseen, holders, places, ways)
    hands[row, seat] = left
    hands[row, (seat + 1) & 3] = first
    hands[row, (seat + 2) & 3] = second
    hands[row, (seat + 3) & 3] = rest & ~(first | second)


@rule
def numbered_row(i: int, given: Any, answer: Any) -> None:
    """Write the world of a number: ``given`` is the number of row 0 and a table."""
    first, table = given
    write_world(first + i, table, answer, i)


@rule
def sampled_row(i: int, given: Any, answer: Any) -> None:
    """Write a world at random: ``given`` is count, seed, stream, the first world and a table."""
    count, seed, stream, first, table = given
    number, _ = below(count, seed, stream, (first + i) << _ROOM_BITS)
    write_world(number, table, answer, i)


# --- The table of a seat's knowledge --------------------------------------------------------------


class _Table(NamedTuple):
    """A seat's knowledge as the rules take it; see ``count_ways``."""

    seat: int
    left: int
    unseen: NDArray[np.int64]
    holders: NDArray[np.int64]
    places: NDArray[np.int64]
    ways: NDArray[np.int64]
    rest: int


def _table_of(known: Knowledge) -> tuple[int, _Table]:
    """Return the number of worlds, and the table that they are made from."""
    others = [(known.seat + step) & 3 for step in (1, 2, 3)]
    may_hold, places = known.may_hold, np.array([known.places[seat] for seat in others], np.int64)
    most = places - np.array([known.doubles_left[seat] for seat in others])
    doubles = dominoes_of(known.unseen & EVERY_DOUBLE)
    unseen = [*doubles, *dominoes_of(known.unseen & ~EVERY_DOUBLE)]
    holders = [
        sum((may_hold[seat] >> domino & 1) << at for at, seat in enumerate(others))
        for domino in unseen
    ]
    table = _Table(
        known.seat,
        known.left,
        np.array(unseen, np.int64),
        np.array(holders, np.int64),
        places,
        np.zeros((len(unseen) + 1, MOST_HELD + 1, MOST_HELD + 1), np.int64),
        known.unseen,
    )
    count = quickest(count_ways, _COUNTING_S)
    return count(table.holders, places, len(doubles), most, table.ways), table


# --- Counting, listing and sampling ---------------------------------------------------------------


def count_worlds(known: Knowledge) -> int:
    """Return how many deals of the unseen dominoes agree with all that a seat knows.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> hand = mask_of(as_dominoes("5-5 5-4 6-6 6-1 4-4 3-0 1-0"))
    >>> count_worlds(Knowledge(0, hand))
    399072960
    >>> count_worlds(Knowledge(0, hand, 5, plays=as_dominoes("5-5 5-1 5-0 6-2")))
    4624620
    """
    of_kind(known, Knowledge, "known")
    return _table_of(known)[0]


def every_world(known: Knowledge) -> Iterator[Hands]:
    """Yield every world, each once, as the hands that the seats still hold.

    They come in the order of their numbers, and are made as they are asked for.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> known = Knowledge(0, mask_of(as_dominoes("6-6")), pack=mask_of([0, 1, 2, 27]))
    >>> len(list(every_world(known))), next(every_world(known))
    (6, (134217728, 1, 4, 2))
    """
    of_kind(known, Knowledge, "known")
    count, table = _table_of(known)
    for first in range(0, count, _PIECE):
        hands = np.empty((min(_PIECE, count - first), 4), np.int64)
        rows = quickest_rows(numbered_row, len(hands) * _DEALING_S)
        rows((first, table), hands, 0, len(hands))
        yield from map(as_hands, hands.tolist())


def sample_worlds(
    known: Knowledge, n: int, seed: int, stream: int = 0, *, first: int = 0, device: str = "cpu"
) -> NDArray[np.int64]:
    """Return worlds at random, each independent of the others and uniform among all.

    Args:
        known: the seat's knowledge.
        n: how many worlds, at most 16,777,216.
        seed: 64-bit seed.
        stream: the stream of random numbers, say the number of a decision.
        first: the number of the first world, below 2**40; more worlds of a stream are those that follow.
        device: ``cpu``, or ``cuda`` for a GPU (extra ``cuda``); the worlds are the same.

    Returns:
        Array (n, 4): the hands that the seats still hold, sets of bits.

    Raises:
        IllegalPosition: no deal agrees with the seat's knowledge.
        SuitwiseError: a number is negative or too great, or there is no such device.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> known = Knowledge(0, mask_of(as_dominoes("5-5 5-4 6-6 6-1 4-4 3-0 1-0")))
    >>> hands = sample_worlds(known, 1000, seed=7)
    >>> hands.shape, hands[:, 0].tolist() == 1000 * [known.hand]
    ((1000, 4), True)
    """
    of_kind(known, Knowledge, "known")
    n = whole_input(n, MOST_WORLDS, "the worlds that are sampled in a call are")
    stream = whole_input(stream, (1 << 63) - 1, "a stream is")
    first = whole_input(first, (1 << 40) - 1, "the number of the first world is")
    there = is_gpu(device)
    count, table = _table_of(known)
    if not count:
        raise IllegalPosition("no deal of the unseen dominoes agrees with the plays")
    hands = np.empty((n, 4), np.int64)
    given = (count, as_seed(seed), stream, first, tuple(table))
    if there:
        require_cuda()
        grid(sampled_row)(given, hands)
    else:
        quickest_rows(sampled_row, n * _DEALING_S)(given, hands, 0, n)
    return hands
