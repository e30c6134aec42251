"""What marks are worth at a score: the chance to win the match, every later hand being even."""

from __future__ import annotations

from dataclasses import replace

from suitwise.texas42 import Texas42
from suitwise.texas42.players.search import worth_of_marks
from suitwise.texas42.rules.auction import MOST_MARKS
from suitwise.texas42.state import Texas42State


def at_score(totals: tuple[int, int]) -> Texas42State:
    state, _ = Texas42().start().rolled(1, 0)
    return replace(state, totals=totals if state.turn % 2 == 0 else (totals[1], totals[0]))


def test_where_one_mark_wins_the_match_two_are_worth_no_more() -> None:
    worth = worth_of_marks(at_score((6, 5)))
    assert worth[MOST_MARKS + 1] == worth[MOST_MARKS + 2] == 1
    assert worth[MOST_MARKS - 2] == 0 < worth[MOST_MARKS - 1]


def test_who_is_far_behind_gains_more_by_two_marks_than_two_lost_cost() -> None:
    worth = worth_of_marks(at_score((3, 6)))
    gain, loss = (
        worth[MOST_MARKS + 2] - worth[MOST_MARKS],
        worth[MOST_MARKS] - worth[MOST_MARKS - 2],
    )
    assert gain > loss > 0
    single, _ = Texas42(match="hand").start().rolled(1, 0)
    assert worth_of_marks(single)[MOST_MARKS - 2 :][:5] == [-2, -1, 0, 1, 2]
