"""Worlds of an endgame: its state with the hands that a seat can't see dealt anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from suitwise.seeds import below, world_seed
from suitwise.texas42.endgame.state import EndgameState, as_hands
from suitwise.texas42.hidden.knowledge import absent_after
from suitwise.texas42.rules.dominoes import Domino, dominoes_of
from suitwise.texas42.rules.tricks import SEATS


def redealt(state: EndgameState, seat: int, seed: int, stream: int) -> EndgameState:
    """Return a state with the hands that a seat can't see dealt anew, every way alike."""
    others = [other for other in state.variant.dealt_seats if other != seat]
    kept = [state.dealt[at] if at not in others else 0 for at in SEATS]
    absent = [0, 0, 0, 0]
    for player, domino, suit in state.played():
        absent[player] |= absent_after(domino, suit, state.variant.declared)
        kept[player] |= 1 << domino
    hidden = dominoes_of(sum(state.dealt) & ~sum(kept))
    places = [state.variant.tricks - hand.bit_count() for hand in kept]
    holders = tuple(
        tuple(other for other in others if not absent[other] >> domino & 1) for domino in hidden
    )
    for other, domino in zip(
        _filled(holders, places, world_seed(seed), stream), hidden, strict=True
    ):
        kept[other] |= 1 << domino
    world = replace(state, dealt=as_hands(kept), plays=(), position=None, taken=(0, 0))
    world = world.with_position()
    for domino in state.plays:
        world = world.after_play(Domino(domino))
    return world


_Holders = tuple[tuple[int, ...], ...]


def _filled(holders: _Holders, places: list[int], seed: int, stream: int) -> Iterable[int]:
    """Yield the seat that each domino goes to, every way as likely as any other.

    Args:
        holders: for each domino in order the seats that may hold it.
        places: how many open places each seat has; used up.
        seed: 64-bit seed.
        stream: the stream.
    """
    index = 0
    for at, seats in enumerate(holders):
        ways = [_ways(holders[at:], tuple(places), seat) for seat in seats]
        ticket, index = below(sum(ways), seed, stream, index)
        seat = seats[sum(upto <= ticket for upto in accumulate(ways))]
        places[seat] -= 1
        yield seat


@lru_cache(maxsize=1 << 14)
def _ways(holders: _Holders, places: tuple[int, ...], to: int) -> int:
    """Return in how many ways open places are filled in order if the next domino goes to a seat.

    A place counts as a place of its own, so before the deal is whole each way to go on is counted.

    Args:
        holders: for each domino in order the seats that may hold it.
        places: how many open places each seat has.
        to: the seat that the first of them goes to.
    """
    left = tuple(number - (seat == to) for seat, number in enumerate(places))
    further = holders[1:]
    ahead = sum(_ways(further, left, seat) for seat in further[0]) if further else 1
    return places[to] * ahead if places[to] else 0
