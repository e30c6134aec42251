"""The standings of a seat of Indian rummy, and the points that it loses out of play."""

from __future__ import annotations

from typing import Literal, TypeAlias

Standing: TypeAlias = Literal["new", "in", "drop", "middle", "false"]
"""A seat has not drawn yet, is in play, dropped before it drew or later, declared falsely."""

STANDINGS: tuple[Standing, ...] = ("new", "in", "drop", "middle", "false")
IN_PLAY = ("new", "in")


def penalty(standing: Standing, drop: int, middle: int, cap: int) -> int:
    """Return the points that a seat loses out of play.

    Args:
        standing: its standing.
        drop: the points lost by dropping before the first draw.
        middle: the points lost by dropping later.
        cap: the points lost by a false declaration.

    >>> [penalty(standing, 20, 40, 80) for standing in STANDINGS if standing not in IN_PLAY]
    [20, 40, 80]
    """
    return {"drop": drop, "middle": middle}.get(standing, cap)
