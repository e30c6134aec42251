"""Stack Management: which deals can be won, how, and why not.

>>> from suitwise import stacks
>>> layout = stacks.Layout.parse("7b 7a | 3b 6b")
>>> print(*stacks.winning_line(layout))
r1 r1 m0>1
>>> print(stacks.why_lost(stacks.Layout.parse("7b 7a | 6b 7c")))
3 suits in 2 stacks: the highest card of a suit never leaves, and a won stack holds one card
"""

from typing import TYPE_CHECKING, Any

from suitwise.picture.notebook import shows
from suitwise.stacks.deals import Found, deal, find, find_mixed, make
from suitwise.stacks.game import Stacks
from suitwise.stacks.judge.cases import Cases, judge_input, read_cases
from suitwise.stacks.judge.judge import (
    Batch,
    Ruling,
    Solution,
    judge_cases,
    judge_file,
    judge_text,
    rule_on,
    solve_cases,
    solve_file,
    solve_text,
)
from suitwise.stacks.picture import draw_layout, text_picture
from suitwise.stacks.review import review
from suitwise.stacks.rules.layout import Layout, Size
from suitwise.stacks.rules.moves import Move, Referee, Refusal, parse_moves, replay
from suitwise.stacks.rules.table import is_winnable
from suitwise.stacks.solve.find_reason import AceGraph, ace_graph, why_lost
from suitwise.stacks.solve.reason import Chain, MoreSuits, NoPath, Reason, Stuck, check_reason
from suitwise.stacks.solve.winning_line import Difficulty, Hint, difficulty_of, hint, winning_line
from suitwise.stacks.state import Deal, StacksState
from suitwise.stacks.survey import Cell, Survey, run_survey

if TYPE_CHECKING:
    from suitwise.stacks.session import Session

shows(Layout, svg="suitwise.stacks.picture:draw_stacks")
shows(StacksState, svg="suitwise.stacks.picture:draw_state")

TITLE = "Stack Management"
"""The name of the game."""

__all__ = [
    "AceGraph",
    "Batch",
    "Cases",
    "Cell",
    "Chain",
    "Deal",
    "Difficulty",
    "Found",
    "Hint",
    "Layout",
    "MoreSuits",
    "Move",
    "NoPath",
    "Reason",
    "Referee",
    "Refusal",
    "Ruling",
    "Session",
    "Size",
    "Solution",
    "Stacks",
    "StacksState",
    "Stuck",
    "Survey",
    "ace_graph",
    "check_reason",
    "deal",
    "difficulty_of",
    "draw_layout",
    "find",
    "find_mixed",
    "hint",
    "is_winnable",
    "judge_cases",
    "judge_file",
    "judge_input",
    "judge_text",
    "make",
    "parse_moves",
    "read_cases",
    "replay",
    "review",
    "rule_on",
    "run_survey",
    "solve_cases",
    "solve_file",
    "solve_text",
    "text_picture",
    "why_lost",
    "winning_line",
]


def __getattr__(name: str) -> Any:
    """Import ``Session`` on first use, since the judge does not need the code for playing."""
    if name == "Session":
        from suitwise.stacks.session import Session

        return Session
    raise AttributeError(f"module 'suitwise.stacks' has no attribute {name!r}")
