"""Why a move is not legal, as far as all games say it alike: the game is over, or it is another's turn.

A game adds its own rules: what chance may do, what a seat has to do, and why it may not do this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from suitwise.game import CHANCE, OVER, State

S = TypeVar("S", bound=State[Any])
M = TypeVar("M")


def refusal(
    state: S,
    move: M,
    outcome: Callable[[S, M], str | None],
    to_do: Callable[[S, M], str | None],
    own: Callable[[S, M], str | None],
    lead: str = "",
) -> str | None:
    """Return the rule that forbids a move, None if it is legal.

    Args:
        state: the state.
        move: the move.
        outcome: why chance can't do this.
        to_do: the task of the seat on turn, where the move is of another kind.
        own: why the seat may not make this move of the right kind.
        lead: the words before the task of a seat.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(seed=1, stream=0)
    >>> no = lambda state, move: "no"
    >>> refusal(state, "knock", no, lambda state, move: "draw", no)
    'seat 0 is to draw'
    >>> refusal(state, "H2", no, lambda state, move: None, no)
    'no'
    """
    if state.turn == OVER:
        return "the game is over"
    if state.turn == CHANCE:
        return outcome(state, move)
    task = to_do(state, move)
    return f"{lead}seat {state.turn} is to {task}" if task else own(state, move)
