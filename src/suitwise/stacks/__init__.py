"""Stack Management: which deals can be won, how, and why not.

>>> from suitwise import stacks
>>> layout = stacks.Layout.parse("7b 7a | 3b 6b")
>>> print(*stacks.winning_line(layout))
r1 r1 m0>1
>>> print(stacks.why_lost(stacks.Layout.parse("7b 7a | 6b 7c")))
3 suits in 2 stacks: the highest card of a suit never leaves, and a won stack holds one card
"""

from suitwise.stacks.cases import Cases, read_cases
from suitwise.stacks.decision import is_winnable
from suitwise.stacks.explain import why_lost
from suitwise.stacks.hint import Hint, hint
from suitwise.stacks.judge import judge_cases, judge_text
from suitwise.stacks.layout import Layout
from suitwise.stacks.moves import Move, parse_moves
from suitwise.stacks.proof import check_reason
from suitwise.stacks.reason import Chain, MoreSuits, NoPath, Reason, Stuck
from suitwise.stacks.referee import Referee, Refusal, replay
from suitwise.stacks.solutions import Solution, solve_cases, solve_text
from suitwise.stacks.state import Stacks, StacksState
from suitwise.stacks.strategy import winning_line

__all__ = [
    "Cases",
    "Chain",
    "Hint",
    "Layout",
    "MoreSuits",
    "Move",
    "NoPath",
    "Reason",
    "Referee",
    "Refusal",
    "Solution",
    "Stacks",
    "StacksState",
    "Stuck",
    "check_reason",
    "hint",
    "is_winnable",
    "judge_cases",
    "judge_text",
    "parse_moves",
    "read_cases",
    "replay",
    "solve_cases",
    "solve_text",
    "why_lost",
    "winning_line",
]
