"""The columns of a whole deal: those of a round (``packed``), and what happened that all have seen.

A deal is a row of integers that is changed in place. Until the burial its cards go by their true names,
from then on by those of a round.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.tractor.arrays.packed import COLUMNS
from suitwise.tractor.rules.cutting.bench import ROOM

SHOWN = COLUMNS
"""The cards that each seat has shown for bids, two masks each; the landlord's count for nothing."""
GONE = SHOWN + 8
"""The cards that each seat has played, two masks each."""
ABSENT = GONE + 8
"""The cards of which each seat is known to hold none but what it has shown."""
LONE = ABSENT + 4
"""The cards of which each seat is known to hold at most one."""
UNDRAWN = LONE + 4
"""The cards that nobody has drawn, two masks."""
INDEX = UNDRAWN + 2
"""Where in its stream chance goes on."""
BIDDER, BID, COPIES = range(INDEX + 1, INDEX + 4)
"""Whose bid stands, its card and how many are shown; 0 copies where nobody has bid."""
NOTED = COPIES + 1
"""How many moves are noted."""
BENCH = NOTED + 1
"""Where plays are held against throws (``cutting.bench``)."""
ALL_COLUMNS = BENCH + ROOM

LANDLORD_GIVEN, FIRST, LEVELS, DEFEND = 0, 1, 2, 4
"""The numbers of a variant: the landlord, -1 where the bidding decides; who draws first; the levels of
the sides; the ranks that must be defended, a bit each."""

RANDOM, THROWS = 0, 1
"""The policies at random, and that of the rule-based player who throws."""


@rule
def note(record: Any, moves: Any, once: int, twice: int) -> None:
    """Note a move: its cards by their true names, and those of them shown twice; a pass has none."""
    at = 2 * record[NOTED]
    moves[at], moves[at + 1] = once, twice
    record[NOTED] += 1
