"""Sample deals of hidden cards uniformly, given which seats may hold each card.

The cards are dealt one by one. Whether a seat may hold a card does not depend on the other cards, so the
number of ways to deal the remaining cards depends only on the room left in each hand. These numbers are
computed once by recursion, and each card goes to a seat with the probability that they give. Sampling is
therefore exact and rejects no deal. Cards may be any values; the numbers are unbounded integers.

Texas 42 and Tractor have compiled versions of their own for many worlds: ``texas42.hidden``, and
``tractor.hidden.redealing``, where copies of a card are indistinguishable. ``tests/test_seen.py``
compares them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, islice
from math import factorial, perm, prod
from typing import TypeAlias, TypeVar

from suitwise.errors import IllegalPosition
from suitwise.seeds import below_any, shuffle

C = TypeVar("C")
_Holders: TypeAlias = tuple[tuple[int, ...], ...]
"""For each card, the seats that may hold it."""
_Ways: TypeAlias = Callable[[int, tuple[int, ...]], int]
"""Counts the ways to deal the cards from an index on, given the room left in each hand."""


def count_deals(
    cards: Iterable[C], rooms: Sequence[int], may_hold: Callable[[int, C], bool]
) -> int:
    """Return the number of ways to deal cards.

    Args:
        cards: the cards, as many as the hands have room for.
        rooms: the number of cards for each seat.
        may_hold: whether a seat may hold a card.

    Raises:
        IllegalPosition: there are more or fewer cards than room.

    >>> count_deals(range(39), (0, 13, 13, 13), lambda seat, card: True)
    84478098072866400
    >>> count_deals("ABCD", (0, 1, 1, 2), lambda seat, card: seat < 3 or card in "AB")
    2
    """
    places = tuple(rooms)
    holders = _holders(cards, places, may_hold)
    if len(holders) != sum(places):
        raise IllegalPosition(f"{len(holders)} cards don't fill {sum(places)} places")
    return _ways(holders, places)(0, places) // prod(map(factorial, places))


def deal_hidden(
    cards: Iterable[C],
    rooms: Sequence[int],
    may_hold: Callable[[int, C], bool],
    seed: int,
    stream: int,
) -> list[list[C]]:
    """Return the hands of a random deal; every possible deal is equally likely.

    There may be more room than cards, for example in the middle of a deal; then each way to fill the
    remaining room counts as a deal of its own.

    Args:
        cards: the cards; it is fastest if the cards that few seats may hold come first.
        rooms: the number of cards that each seat has room for.
        may_hold: whether a seat may hold a card.
        seed: 64-bit seed.
        stream: the number of the world.

    Raises:
        IllegalPosition: no deal is possible.

    >>> deal_hidden("ABCD", (0, 1, 1, 2), lambda seat, card: seat < 3 or card in "AB", 7, 0)
    [[], ['C'], ['D'], ['A', 'B']]
    """
    cards, places, index = [*cards], tuple(rooms), 0
    holders = _holders(cards, places, may_hold)
    ways, free = _ways(holders, places), _first_free(holders, places)
    if not ways(0, places):
        raise IllegalPosition("no deal of the hidden cards agrees with what is known")
    hands: list[list[C]] = [[] for _ in places]
    for i, (card, seats) in enumerate(zip(cards, holders, strict=True)):
        if i + 1 < free:
            chances = [places[seat] * ways(i + 1, _less(places, seat)) for seat in seats]
        else:  # whoever gets this card, the others may be dealt in equally many ways
            rest = perm(sum(places) - 1, len(cards) - i - 1)
            chances = [places[seat] * rest for seat in seats]
        sums = [*accumulate(chances)]
        ticket, index = below_any(sums[-1], seed, stream, index)
        seat = seats[bisect_right(sums, ticket)]
        places = _less(places, seat)
        hands[seat].append(card)
    return hands


def deal_shuffled(
    cards: Iterable[C], rooms: Iterable[int], seed: int, stream: int
) -> list[list[C]]:
    """Return the hands of a random deal without restrictions; surplus cards are not dealt.

    >>> deal_shuffled(range(8), (3, 0, 4), seed=7, stream=1)
    [[0, 4, 2], [], [7, 5, 6, 1]]
    """
    pack = [*cards]
    shuffle(pack, seed, stream)
    top = iter(pack)
    return [[*islice(top, room)] for room in rooms]


# --- The number of ways to deal the remaining cards -----------------------------------------------


def _holders(
    cards: Iterable[C], rooms: tuple[int, ...], may_hold: Callable[[int, C], bool]
) -> _Holders:
    """Return for each card the seats that may hold it and have room."""
    seats = [seat for seat, room in enumerate(rooms) if room]
    return tuple(tuple(seat for seat in seats if may_hold(seat, card)) for card in cards)


def _less(places: tuple[int, ...], to: int) -> tuple[int, ...]:
    """Return the room left after a seat has got a card."""
    return (*places[:to], places[to] - 1, *places[to + 1 :])


def _first_free(holders: _Holders, rooms: tuple[int, ...]) -> int:
    """Return the index from which on cards may go anywhere."""
    seats = tuple(seat for seat, room in enumerate(rooms) if room)
    free = len(holders)
    while free and holders[free - 1] == seats:
        free -= 1
    return free


@lru_cache(maxsize=64)
def _ways(holders: _Holders, rooms: tuple[int, ...]) -> _Ways:
    """Return a function that counts the ways to put the remaining cards into places, all distinct."""
    free = _first_free(holders, rooms)

    @cache
    def ways(first: int, places: tuple[int, ...]) -> int:
        if first >= free:
            return perm(sum(places), len(holders) - first)
        open_seats = (seat for seat in holders[first] if places[seat])
        return sum(places[seat] * ways(first + 1, _less(places, seat)) for seat in open_seats)

    return ways
