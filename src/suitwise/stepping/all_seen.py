"""What every seat sees in the games that are stepped: all there is to know, for a critic in training."""

from __future__ import annotations

from functools import cache
from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.fitting import fitted
from suitwise.stepping.loop import SEAT, Rules, observe


@rule
def all_seen_row(row: int, given: Any, seen: Any) -> None:
    """Write what each seat of a row's game sees, the learner first, over zeros.

    Args:
        row: the row.
        given: the records and the variant's numbers.
        seen: float32 (n, seats, width), which is filled.
    """
    records, options = given
    for place in range(seen.shape[1]):
        seat = (records[row, SEAT] + place) % options[0]
        observe(records[row], options, seat, seen[row, place])


@cache
def all_seen_of(rules: Rules) -> Any:
    """Return ``all_seen_row`` for a game."""
    return fitted(all_seen_row, {observe: rules.observe})
