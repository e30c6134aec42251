"""What shows itself of Texas 42 in notebooks."""

from __future__ import annotations

from suitwise.texas42.picture.svg import draw_hand
from suitwise.texas42.rules.dominoes import Domino
from suitwise.texas42.rules.position import Trick


def draw_one(domino: Domino) -> str:
    """Draw a domino as SVG."""
    return draw_hand([domino], str(domino))


def draw_won(trick: Trick) -> str:
    """Draw the dominoes of a trick in the order of play, and say who wins it."""
    points = f"{trick.points} point{'s' * (trick.points != 1)}"
    return draw_hand(trick.dominoes, f"seat {trick.leader} led, seat {trick.winner} wins {points}")
