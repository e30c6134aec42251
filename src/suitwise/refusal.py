"""Why a move is not legal, as far as all games say it alike: the game is over, or it is another's turn.

A game adds its own rules: what chance may do, what a seat has to do, and why it may not do this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from suitwise.foundation.text.phrases import Phrase, Seat, phrase, phrased
from suitwise.game import CHANCE, OVER, State

Refusal: TypeAlias = Phrase
"""Why a move is not legal, by its code and its values: what ``State.why_not`` gives."""

S = TypeVar("S", bound=State[Any])
M = TypeVar("M")


def refusal(
    state: S,
    move: M,
    outcome: Callable[[S, M], str | None],
    to_do: Callable[[S, M], str | None],
    own: Callable[[S, M], str | None],
    lead: str = "",
) -> Refusal | None:
    """Return the rule that forbids a move, None if it is legal.

    Args:
        state: the state.
        move: the move.
        outcome: why chance can't do this.
        to_do: the task of the seat on turn, where the move is of another kind.
        own: why the seat may not make this move of the right kind.
        lead: the words before the task of a seat.

    Phrases of the game stay as they are; a plain text becomes one.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(seed=1, stream=0)
    >>> no = lambda state, move: "no"
    >>> refusal(state, "knock", no, lambda state, move: "draw", no)
    'seat 0 is to draw'
    >>> refusal(state, "H2", no, lambda state, move: None, no)
    'no'
    """
    if state.turn == OVER:
        return phrase("any.over", "the game is over")
    task = to_do(state, move) if state.turn != CHANCE else None
    if task:
        said = phrase("any.not-now", "{seat} is to {task}", seat=Seat(state.turn), task=task)
        return Phrase(f"{lead}{said}", said.code, said.template, said.params)
    fault = outcome(state, move) if state.turn == CHANCE else own(state, move)
    return None if fault is None else phrased(fault)
