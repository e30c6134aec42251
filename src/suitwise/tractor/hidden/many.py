"""Many deals of the hidden cards at once, as arrays, for players that search."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.tractor.hidden.dealing import ASIDE_ROW, deal_world
from suitwise.tractor.hidden.redealing import MOST_TRIED, front_of, given_of
from suitwise.tractor.state import TractorState


@rule
def deal_many(
    given: Any, front: Any, hands: Any, kitty: Any, seed: int, stream: int, most: int
) -> int:
    """Deal worlds one after the other; return how many could be dealt.

    Args:
        given: see ``dealing.deal_world``; likewise all that follow.
        front: see there.
        hands: array (n, 5, 2), filled.
        kitty: array (2, 2), room.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        most: how many deals to try for all worlds together.
    """
    index = 0
    for world in range(len(hands)):
        tried, index = deal_world(given, front, hands[world], kitty, seed, stream, index, most)
        if tried == 0:
            return world
        most -= tried
    return len(hands)


def many_worlds(
    state: TractorState, seat: int, count: int, seed: int, stream: int
) -> NDArray[np.int64]:
    """Return worlds that a seat can't tell from the true one, each drawn evenly from all.

    Returns:
        Array (n, 5, 2): for each world the hands in turn from the seat's own, and what is aside, masks
        of the cards there and there twice; n is ``count``, or less where worlds are hard to find.

    Raises:
        SuitwiseError: no deal that was tried agrees with the plays.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
    >>> many_worlds(state, 1, 3, seed=7, stream=0).shape
    (3, 5, 2)
    """
    given = given_of(state, seat)
    front = front_of(given.table, given.events)
    hands = np.zeros((count, ASIDE_ROW + 1, 2), np.int64)
    room = np.zeros((2, 2), np.int64)
    most = MOST_TRIED + count
    found = machine(deal_many)(tuple(given), front, hands, room, seed, stream, most)
    if not found:
        raise SuitwiseError(f"none of {most} deals agrees with all plays that seat {seat} saw")
    return hands[:found]
