"""What a move is worth in worlds, the deal played on from it by the quick policy.

A world is a row of ``likely.likely_worlds``: the unseen cards, the other's first, then the
stock in the order in which it is drawn, and the habit of the other. The seat that decides is seat 0.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.rummy.gin.rules.melds import gin_deadwood
from suitwise.rummy.gin.weighing.likely import hand_at
from suitwise.rummy.gin.weighing.playout import (
    BIG,
    HANDS,
    KNOWN,
    MOVER,
    PILE,
    TOP,
    knocked_with,
    lay,
    play_on,
    turn,
    wishes,
)

MINE, MINE_KNOWN, TAKEN, ROOM, UNSEEN, PILED, TOPMOST = range(7)
"""The columns of a sight: one's hand, its cards known to the other, the cards that the other took, how
many more it holds, how many cards are unseen, the pile, and the card on its top."""
SIGHT = TOPMOST + 1
KNOCKING, BIG_GIN, LAYING, TAKING, DRAWING, LEAVING, LEAVING_TOO = range(7)
"""The kinds of move: to knock, to show big gin, to lay a card and play on, to take the top of the pile,
to draw from the stock, to leave the upcard to the other, to leave it when the other has."""
KIND, CARD, HABIT, SETS, RUNS = range(5)
"""The columns of an option: its kind, the card that is laid as a bit, the seat's own habit from then on,
the sets and the runs of a knock."""
OPTION = RUNS + 1


@rule
def _set(table: Any, sight: Any, world: Any) -> None:
    """Set a table as the seat that decides sees it in a world."""
    table[HANDS] = sight[MINE]
    table[HANDS + 1] = hand_at(world, sight[ROOM], sight[TAKEN])
    table[KNOWN], table[KNOWN + 1] = sight[MINE_KNOWN], sight[TAKEN]
    table[PILE], table[TOP], table[MOVER] = sight[PILED], sight[TOPMOST], 0


@rule
def _worth_of_draw(option: Any, sight: Any, world: Any, table: Any, options: Any) -> int:
    """Return the points that a draw, or leaving the upcard, brings."""
    kind, habit = option[KIND], option[HABIT]
    at, theirs = sight[ROOM], world[sight[UNSEEN]]
    takes = kind == TAKING
    if kind == LEAVING_TOO:
        table[MOVER] = 1
    elif kind == LEAVING:
        table[MOVER] = 1
        takes = wishes(table)
        if not takes:
            table[MOVER] = 0
    own = habit if table[MOVER] == 0 else theirs
    at, points = turn(table, world, at, takes, options, own)
    return points if at < 0 else play_on(table, world, at, options, habit, theirs)


@rule
def worth_of(option: Any, sight: Any, world: Any, table: Any, options: Any) -> int:
    """Return the points that a move brings in a world.

    Args:
        option: the move.
        sight: what the seat sees.
        world: the world.
        table: room for a table (``playout``).
        options: the variant's numbers.
    """
    kind, other = option[KIND], hand_at(world, sight[ROOM], sight[TAKEN])
    if kind == KNOCKING:
        kept = sight[MINE] & ~option[CARD]
        return knocked_with(kept, other, option[SETS], option[RUNS], options)
    if kind == BIG_GIN:
        return gin_deadwood(other) + item_at(options, BIG)
    _set(table, sight, world)
    if kind != LAYING:
        return _worth_of_draw(option, sight, world, table, options)
    if not lay(table, option[CARD]):
        return 0
    theirs = world[sight[UNSEEN]]
    return play_on(table, world, sight[ROOM], options, option[HABIT], theirs)


@rule
def weigh(moves: Any, sight: Any, worlds: Any, table: Any, options: Any, found: Any) -> None:
    """Fill ``found`` with what moves are worth in each world.

    Args:
        moves: the moves, an option a row.
        sight: what the seat sees.
        worlds: the worlds.
        table: room for a table.
        options: the variant's numbers.
        found: array (worlds, moves).
    """
    for row in range(len(worlds)):
        for i in range(len(moves)):
            found[row, i] = worth_of(moves[i], sight, worlds[row], table, options)
