"""The turns that are no seat's: chance's, and that of a game that is over."""

from __future__ import annotations

CHANCE = -1
"""The turn of chance."""
OVER = -2
"""The turn when nobody moves any more."""

TURN_TEXT: dict[int, str] = {CHANCE: "chance", OVER: "over"}
"""The turns that are no seat's in a word."""
