"""Stack Management: which deals can be won, how, and why not.

>>> from suitwise import stacks
>>> layout = stacks.Layout.parse("7b 7a | 3b 6b")
>>> print(*stacks.winning_line(layout))
r1 r1 m0>1
>>> print(stacks.why_lost(stacks.Layout.parse("7b 7a | 6b 7c")))
3 suits in 2 stacks: the highest card of a suit never leaves, and a won stack holds one card
"""

from suitwise.stacks.ace_graph import AceGraph, ace_graph
from suitwise.stacks.cases import Cases, judge_input, read_cases
from suitwise.stacks.deals import deal
from suitwise.stacks.decision import is_winnable
from suitwise.stacks.deck import Size
from suitwise.stacks.difficulty import Difficulty, difficulty_of
from suitwise.stacks.explain import why_lost
from suitwise.stacks.hint import Hint, hint
from suitwise.stacks.judge import Batch, judge_cases, judge_file, judge_text
from suitwise.stacks.layout import Layout
from suitwise.stacks.making import make
from suitwise.stacks.moves import Move, parse_moves
from suitwise.stacks.picture import draw_layout, text_picture
from suitwise.stacks.proof import check_reason
from suitwise.stacks.reason import Chain, MoreSuits, NoPath, Reason, Stuck
from suitwise.stacks.referee import Referee, Refusal, replay
from suitwise.stacks.rulings import Ruling, rule_on
from suitwise.stacks.session import Session
from suitwise.stacks.solutions import Solution, solve_cases, solve_file, solve_text
from suitwise.stacks.state import Deal, Stacks, StacksState
from suitwise.stacks.strategy import winning_line
from suitwise.stacks.survey import Cell, Survey
from suitwise.stacks.survey_file import run_survey
from suitwise.stacks.wanted import Found, find, find_mixed

TITLE = "Stack Management"
"""What people call the game."""

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
    "rule_on",
    "run_survey",
    "solve_cases",
    "solve_file",
    "solve_text",
    "text_picture",
    "why_lost",
    "winning_line",
]
