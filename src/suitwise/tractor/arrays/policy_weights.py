"""The weights of the rule-based policy (``policy``, ``policy_chances``): integers, by their places.

The row is found by play of the policy against itself, by ``learn/tractor_weights.py``, which takes any
other row as well. A weight is in quarters of a point unless it says otherwise.
"""

from __future__ import annotations

(
    DRAWING,
    LONE_POINTS,
    RUFFED_POINTS,
    LEAD_LAST,
    TO_COME,
    TEMPO,
    TRUMP_KEPT,
    TRUMP_STEP,
    JOKER_KEPT,
    WINNER_KEPT,
    PLAIN_STEP,
    PAIR_KEPT,
    TRACTOR_KEPT,
    RESCUE,
    DUCK_POINTS,
    FEED_POINTS,
) = range(16)

WEIGHTS = (16, 12, 20, 0, 8, 0, 8, 4, 24, 16, 4, 32, 20, 8, 8, 12)
