"""The deals that a seat can't tell apart: counted, and drawn with equal odds.

Cards that the same seats may hold form a group. The ways to split a group among the seats are few, each
split of n cards into a, b, … comes about in n!/(a! b! …) ways, and the ways of the other groups depend on the
room that is left. So a split is drawn in proportion to the deals that it begins, and no deal is rejected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import factorial, prod
from typing import TypeAlias

from suitwise.seeds import shuffle, word, world_seed

from whist.hidden.knowledge import Knowledge, knowledge_of
from whist.rules.tricks import bits_of, cards_of
from whist.state import Hands, WhistState

Rooms: TypeAlias = tuple[int, ...]
Groups: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
"""The places that may hold a card of a group, and how many cards it has."""
_DRAWS = 1 << 20
"""Splits are drawn from here in the stream, far beyond the numbers of the shuffle."""


def count_worlds(known: Knowledge) -> int:
    """Return how many deals agree with all that a seat knows.

    >>> from whist.game import Whist
    >>> state, _ = Whist().start().rolled(seed=1, stream=0)
    >>> count_worlds(knowledge_of(state, 2))
    28159366024288800
    """
    return _ways(_groups(known), known.rooms)


def redealt(state: WhistState, seat: int, seed: int, stream: int) -> WhistState:
    """Return a position that a seat can't tell from this one, each deal with equal odds."""
    known = knowledge_of(state, seat)
    hands = list(known.held)
    for card, at in _drawn(known, world_seed(seed), stream):
        if at < len(hands):
            hands[at] |= 1 << card
    played = [bits_of(card for t in state.tricks for at, card in t.plays if at == one) for one in range(4)]
    one, two, three, four = (hand | gone for hand, gone in zip(hands, played, strict=True))
    dealt: Hands = (one, two, three, four)
    return replace(state, dealt=dealt)


def _drawn(known: Knowledge, seed: int, stream: int) -> Iterator[tuple[int, int]]:
    """Yield each unseen card with the place where it lies in a world at random."""
    cards, index = list(cards_of(known.unseen)), _DRAWS
    shuffle(cards, seed, stream)
    groups, rooms = _groups(known), known.rooms
    while groups:
        ((holders, _), *_), rest = groups[:1], groups[1:]
        splits = list(_splits(groups, rooms))
        ticket, index = _below(sum(ways for _, ways in splits), seed, stream, index)
        for split, ways in splits:
            if ticket < ways:
                break
            ticket -= ways
        mine = (card for card in cards if _holders(known, card) == holders)
        places = (at for at, count in enumerate(split) for _ in range(count))
        yield from zip(mine, places, strict=True)
        groups, rooms = rest, _less(rooms, split)


def _holders(known: Knowledge, card: int) -> tuple[int, ...]:
    return tuple(
        at for at, room in enumerate(known.rooms) if room and known.may_hold[at] >> card & 1
    )


def _groups(known: Knowledge) -> Groups:
    return tuple(sorted(Counter(_holders(known, card) for card in cards_of(known.unseen)).items()))


@cache
def _ways(groups: Groups, rooms: Rooms) -> int:
    """Return in how many ways the cards of some groups lie in the room that there is."""
    return sum(ways for _, ways in _splits(groups, rooms)) if groups else 1


def _splits(groups: Groups, rooms: Rooms) -> Iterator[tuple[Rooms, int]]:
    """Yield how many cards of the first group each place gets, and the ways in which that comes about."""
    (holders, size), *rest = groups
    *others, last = holders
    for counts in product(*(range(min(size, rooms[at]) + 1) for at in others)):
        left = size - sum(counts)
        if 0 <= left <= rooms[last]:
            given = dict(zip(holders, (*counts, left), strict=True))
            split = tuple(given.get(at, 0) for at in range(len(rooms)))
            ways = _ways(tuple(rest), _less(rooms, split))
            yield split, ways * factorial(size) // prod(map(factorial, split))


def _less(rooms: Rooms, split: Rooms) -> Rooms:
    return tuple(room - count for room, count in zip(rooms, split, strict=True))


def _below(n: int, seed: int, stream: int, index: int) -> tuple[int, int]:
    """Return a uniform number below any n up to 2**63, and the index after the words it took."""
    while True:
        high, low = word(seed, stream, index), word(seed, stream, index + 1)
        number, index = high << 32 | low, index + 2
        if number < (1 << 64) // n * n:
            return number % n, index
