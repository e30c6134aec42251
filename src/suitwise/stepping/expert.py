"""What a compiled policy would do in the learner's place, as the number of an action.

A policy moves; it names no action. So it moves on a copy of the game, and each legal action is tried on
another until the two games are the same: one rule for every game, and none has to tell its policies
twice.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.fitting import fitted
from suitwise.stepping.loop import ENDED, HEAD, UNDER_WAY, Rules, act, play_other

NO_ACTION = -1
"""Where no single action does what the policy does."""


@rule
def is_same(one: Any, other: Any) -> bool:
    """Tell whether two records are of the same position: all that is the game's own in them."""
    others = 0
    for column in range(HEAD, len(one)):
        others += int(one[column] != other[column])
    return others == 0


@rule
def copy_game(record: Any, copy: Any) -> None:
    """Write a record into another."""
    for column in range(len(record)):
        copy[column] = record[column]


@rule
def expert_row(row: int, given: Any, actions: Any) -> None:
    """Find what a policy does in a row; 0 where the game is over.

    Args:
        row: the row.
        given: the records, the masks, the variant's numbers, two records to work in and the policy.
        actions: the actions that are filled.
    """
    records, masks, options, work, policy = given
    actions[row] = 0
    if records[row, ENDED] != UNDER_WAY:
        return
    after, tried = work[0], work[1]
    copy_game(records[row], after)
    play_other(after, options, policy)
    for action in range(masks.shape[1]):
        if masks[row, action] != 0:
            copy_game(records[row], tried)
            act(tried, options, action)
            if is_same(after, tried):
                actions[row] = action
                return
    actions[row] = NO_ACTION


@cache
def expert_of(rules: Rules) -> Any:
    """Return ``expert_row`` for a game."""
    return fitted(expert_row, {act: rules.act, play_other: rules.play_other})
