"""What a knock is worth in worlds, and what it is worth to play on: both by the quick policy.

A world is a row of ``likely.likely_worlds``: the unseen cards, the other's first, then the
stock in the order in which it is drawn, and the habit of the other.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.gin.weighing.likely import hand_at
from suitwise.rummy.gin.weighing.playout import (
    HANDS,
    KNOWN,
    MOVER,
    PILE,
    knocked,
    lay,
    play_on,
)

MINE, MINE_KNOWN, TAKEN, ROOM, UNSEEN, PILED = range(6)
"""The columns of a sight: one's hand of eleven, its cards known to the other, the cards that the other
took, how many more it holds, how many cards are unseen, and the pile."""


@rule
def worth_of_discard(
    card: int, habit: int, sight: Any, world: Any, table: Any, options: Any
) -> int:
    """Return the points that a discard brings in a world; the seat that decides is seat 0.

    Args:
        card: the discard, a bit.
        habit: the habit of the seat itself from then on.
        sight: what the seat sees.
        world: the world.
        table: room for a table (``playout``).
        options: the variant's numbers.
    """
    table[HANDS] = sight[MINE]
    table[HANDS + 1] = hand_at(world, sight[ROOM], sight[TAKEN])
    table[KNOWN], table[KNOWN + 1] = sight[MINE_KNOWN], sight[TAKEN]
    table[PILE], table[MOVER] = sight[PILED], 0
    if not lay(table, card):
        return 0
    return play_on(table, world, sight[ROOM], options, habit, world[sight[UNSEEN]])


@rule
def weigh(
    cards: Any, habits: Any, sight: Any, worlds: Any, table: Any, options: Any, found: Any
) -> None:
    """Fill ``found`` with what a knock, and discards without one, are worth in each world.

    Args:
        cards: bits: the discard of the knock, then the others.
        habits: the habits of the seat itself after these discards; the first is not looked at.
        sight: what the seat sees.
        worlds: the worlds.
        table: room for a table.
        options: the variant's numbers.
        found: array (worlds, cards).
    """
    for row in range(len(worlds)):
        other = hand_at(worlds[row], sight[ROOM], sight[TAKEN])
        found[row, 0] = knocked(sight[MINE] & ~cards[0], other, options)
        for i in range(1, len(cards)):
            found[row, i] = worth_of_discard(
                cards[i], habits[i], sight, worlds[row], table, options
            )
