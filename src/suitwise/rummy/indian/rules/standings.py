"""How a seat of Indian rummy stands, and what it loses that is out of play."""

from __future__ import annotations

from typing import Literal, TypeAlias

Standing: TypeAlias = Literal["new", "in", "drop", "middle", "false"]
"""A seat has not drawn yet, is in play, dropped before it drew or later, declared falsely."""

STANDINGS: tuple[Standing, ...] = ("new", "in", "drop", "middle", "false")
IN_PLAY = ("new", "in")


def penalty(standing: Standing, drop: int, middle: int, cap: int) -> int:
    """Return what a seat loses that is out of play.

    Args:
        standing: how it stands.
        drop: what it costs to drop before the first draw.
        middle: what it costs to drop later.
        cap: what a false declaration costs.

    >>> [penalty(standing, 20, 40, 80) for standing in STANDINGS if standing not in IN_PLAY]
    [20, 40, 80]
    """
    return {"drop": drop, "middle": middle}.get(standing, cap)
