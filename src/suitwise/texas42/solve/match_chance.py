"""The chance to win a match of marks from a score, where each later hand is an even one for one mark."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 12)
def match_chance(own: int, others: int) -> float:
    """Return the chance to win a match where a side needs ``own`` marks and the other ``others``.

    Each hand from then on is for one mark and as likely won as lost.

    >>> match_chance(1, 1), match_chance(1, 2), match_chance(2, 1), match_chance(0, 3)
    (0.5, 0.75, 0.25, 1.0)
    """
    if own <= 0 or others <= 0:
        return float(own <= 0)
    return (match_chance(own - 1, others) + match_chance(own, others - 1)) / 2
