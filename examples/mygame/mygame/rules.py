"""The rules that are the game's own; all others are those of ``suitwise.tricks.rules``."""

from __future__ import annotations

from typing import Any

from suitwise import tricks
from suitwise.foundation.arrays.compiled import rule
from suitwise.tricks.rules import POINTS


@rule
def score_trick(record: Any, options: Any, winner: int) -> None:
    """Score a point for who took the trick."""
    record[POINTS + winner] += 1


RULES = tricks.TrickRules(score_trick=score_trick)
