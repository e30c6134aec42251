"""Hidden cards dealt anew to seats with room that may hold them, every deal equally likely.

Which seats may hold a card does not depend on where the others lie, so the ways to deal the cards from
one on depend on the room that is left and nothing else. They are counted once, and each card goes to a
seat with the chance that the counts give it: no deal is drawn and thrown away. The cards may be any
values, the counts are whole numbers of any size.

Texas 42 and Tractor deal many worlds by rules of their own that compile: ``texas42.hidden.worlds``, and
``tractor.hidden.worlds``, where copies are alike. ``tests/test_seen.py`` holds all together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, islice
from math import factorial, perm, prod
from typing import TypeAlias, TypeVar

from suitwise.errors import IllegalPosition
from suitwise.seeds import below_any, shuffle

C = TypeVar("C")
_Holders: TypeAlias = tuple[tuple[int, ...], ...]
"""For each card the seats that may hold it."""
_Ways: TypeAlias = Callable[[int, tuple[int, ...]], int]


def count_deals(
    cards: Iterable[C], rooms: Sequence[int], may_hold: Callable[[int, C], bool]
) -> int:
    """Return in how many ways cards can be dealt.

    Args:
        cards: the cards; their number is that of all rooms.
        rooms: how many of them each seat holds.
        may_hold: whether a seat may hold a card.

    Raises:
        IllegalPosition: there are not as many cards as there is room.

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
    """Return what each seat holds in one deal at random, every one as likely as any other.

    While a deal is under way there is more room than cards. Then each way to fill the rest counts.

    Args:
        cards: the cards; quickest where those that few may hold come first.
        rooms: how many of them each seat has room for.
        may_hold: whether a seat may hold a card.
        seed: 64-bit seed.
        stream: the number of the world.

    Raises:
        IllegalPosition: the cards can't be dealt so.

    >>> deal_hidden("ABCD", (0, 1, 1, 2), lambda seat, card: seat < 3 or card in "AB", 7, 0)
    [[], ['C'], ['D'], ['A', 'B']]
    """
    cards, places, index = [*cards], tuple(rooms), 0
    holders = _holders(cards, places, may_hold)
    ways = _ways(holders, places)
    if not ways(0, places):
        raise IllegalPosition("no deal of the hidden cards agrees with what is known")
    hands: list[list[C]] = [[] for _ in places]
    for at, (card, seats) in enumerate(zip(cards, holders, strict=True)):
        left = [(seat, _less(places, seat)) for seat in seats]
        upto = [*accumulate(places[seat] * ways(at + 1, rest) for seat, rest in left)]
        ticket, index = below_any(upto[-1], seed, stream, index)
        seat, places = left[sum(most <= ticket for most in upto)]
        hands[seat].append(card)
    return hands


def deal_shuffled(
    cards: Iterable[C], rooms: Iterable[int], seed: int, stream: int
) -> list[list[C]]:
    """Return the hands dealt where any seat may hold any card; cards left over lie nowhere.

    >>> deal_shuffled(range(8), (3, 0, 4), seed=7, stream=1)
    [[0, 4, 2], [], [7, 5, 6, 1]]
    """
    pack = [*cards]
    shuffle(pack, seed, stream)
    top = iter(pack)
    return [[*islice(top, room)] for room in rooms]


# --- The ways to go on ----------------------------------------------------------------------------


def _holders(
    cards: Iterable[C], rooms: tuple[int, ...], may_hold: Callable[[int, C], bool]
) -> _Holders:
    """Return for each card the seats with room that may hold it."""
    seats = [seat for seat, room in enumerate(rooms) if room]
    return tuple(tuple(seat for seat in seats if may_hold(seat, card)) for card in cards)


def _less(places: tuple[int, ...], to: int) -> tuple[int, ...]:
    return tuple(places[seat] - (seat == to) for seat in range(len(places)))


@lru_cache(maxsize=64)
def _ways(holders: _Holders, rooms: tuple[int, ...]) -> _Ways:
    """Return a function: it counts the ways to put the cards from one on into places, all different."""
    seats = tuple(seat for seat, room in enumerate(rooms) if room)
    free = len(holders)
    while free and holders[free - 1] == seats:
        free -= 1

    @cache
    def ways(at: int, places: tuple[int, ...]) -> int:
        if at >= free:
            return perm(sum(places), len(holders) - at)
        open_to = (seat for seat in holders[at] if places[seat])
        return sum(places[seat] * ways(at + 1, _less(places, seat)) for seat in open_to)

    return ways
