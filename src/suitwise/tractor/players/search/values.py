"""What the attackers' points at the end of a deal are worth to a side: ranks, and a little for points.

Source: rules page §6, Points and levels. The ranks that a side rises more than the other are what is
played for (``rules.levels``): a step for every 40 points, with the ranks that must be defended. Between
the steps a rank's share of each point is added, since who is nearer to the next step gets there more
often than the rollouts, whose players are no better than the policy, can show.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from suitwise.tractor.rules.levels import NOBODY, TAKEN_OVER, rank_bits, ranks_after
from suitwise.tractor.state import TractorState

Ints: TypeAlias = NDArray[np.int64]

LEVEL = 1000
"""A rank is worth this much."""
_LEAST, _MOST = -300, 1000
"""The points beyond which nothing more is told apart."""
_STEP = 40
SMOOTH = 30
"""How much of the worth goes by points, in hundredths."""
LANDLORD = 900
"""What it is worth in a match to be landlord in the next deal rather than attacker: the landlord's side
gained 0.47 ranks a deal more in 20,000 deals of the policy with itself, its opponents as much less."""


def values_for(state: TractorState, seat: int, landlord: int = NOBODY) -> Ints:
    """Return what the attackers' points are worth to a seat's side, from the least points on.

    Args:
        state: a position of the deal.
        seat: the seat.
        landlord: who is landlord, if not as things stand.
    """
    landlord = state.current_landlord if landlord == NOBODY else landlord
    match = state.variant.match == "match"
    defend = rank_bits(state.profile.defend)
    found = _values(state.levels, landlord, match, defend)
    return found if (landlord ^ seat) & 1 == 0 else -found


@lru_cache(maxsize=8)
def _values(levels: tuple[int, int], landlord: int, match: bool, defend: int) -> Ints:
    """Return what points are worth to the landlord's side."""
    first = landlord & 1
    found = []
    for points in range(_LEAST, _MOST + 1):
        after = ranks_after(*levels, landlord, points, defend)
        gained = after[first] - levels[first] - (after[1 - first] - levels[1 - first])
        worth = LEVEL * gained + (
            LANDLORD * (1 if points < TAKEN_OVER else -1) // 2 if match else 0
        )
        near = LEVEL * (TAKEN_OVER - points) // _STEP
        found.append(((100 - SMOOTH) * worth + SMOOTH * near) // 100)
    return np.array(found, np.int64)


def worth_of(values: Ints, points: Ints) -> Ints:
    """Return what points are worth, by the table of ``values_for``."""
    return values[np.clip(points, _LEAST, _MOST) - _LEAST]
