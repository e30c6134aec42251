"""What a seat does on a record of a deal of gin rummy that moves by a policy: as the players do.

``greedy`` is ``players.rule_based.GreedyGinPlayer`` and ``rules`` is ``GinPlayer`` with its own weights.
Both see their hand, the pile, and the cards that the other took from it.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.gin.arrays.stepped.rows import (
    DISCARD,
    DRAW,
    HANDS,
    HAS_BIG,
    KNOCKING,
    KNOWN,
    MOVER,
    PHASE,
    TOP,
    free_cards,
    stock_of,
)
from suitwise.rummy.gin.moves import BIG, DISCARDS, KNOCKS, PASS_NUMBER, PILE_NUMBER, STOCK_NUMBER
from suitwise.rummy.gin.rules.melds import (
    best_discard_points,
    card_at,
    gin_deadwood,
    keeping_least,
)
from suitwise.rummy.gin.weighing.ahead import DANGER, LOOK, discard_ahead, takes_ahead

POLICIES = ("random", "greedy", "rules")
GREEDY, RULES = 1, 2


@rule
def policy_move(record: Any, policy: int) -> int:
    """Return the number of the move that a policy makes for the seat on turn.

    Args:
        record: the record.
        policy: ``GREEDY`` or ``RULES``.
    """
    hand = record[HANDS + record[MOVER]]
    if record[PHASE] != DISCARD:
        if _takes_top(record, policy):
            return PILE_NUMBER
        return STOCK_NUMBER if record[PHASE] == DRAW else PASS_NUMBER
    if record[HAS_BIG]:
        return BIG
    if record[KNOCKING]:
        return KNOCKS + keeping_least(hand, record[KNOCKING])
    free = free_cards(record)
    if policy == GREEDY:
        return DISCARDS + keeping_least(hand, free)
    away = discard_ahead(hand, free, *_knowledge(record), DANGER, LOOK)
    return DISCARDS + card_at(lowest_bit(away))


@rule
def _takes_top(record: Any, policy: int) -> bool:
    """Tell whether the seat on turn takes the top of the pile."""
    hand, top = record[HANDS + record[MOVER]], record[TOP]
    if policy == GREEDY:
        return best_discard_points(hand | top, hand) < gin_deadwood(hand)
    return takes_ahead(hand, top, *_knowledge(record), DANGER, LOOK)


@rule
def _knowledge(record: Any) -> tuple[int, int, int]:
    """Return the cards that may come, those that the other took and holds, and how many more it has."""
    other = 1 - record[MOVER]
    taken = int(record[KNOWN + other])
    hidden = int(record[HANDS + other]) & ~taken
    return stock_of(record) | hidden, taken, count_bits(hidden)
