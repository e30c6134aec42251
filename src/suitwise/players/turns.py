"""The first check of a player of one game: is this a state of its game, and a seat on turn?"""

from __future__ import annotations

from typing import Any, TypeVar

from suitwise.errors import SuitwiseError
from suitwise.game import State

S = TypeVar("S", bound=State[Any])


def on_turn(state: State[Any], kind: type[S], game: str) -> S:
    """Return a state in which a player of a game can choose.

    Args:
        state: the state.
        kind: the class of the game's states.
        game: what the game is called.

    Raises:
        SuitwiseError: it is one of another game, or no seat is on turn.

    >>> from suitwise.game import load
    >>> from suitwise.testing import Kuhn
    >>> on_turn(load("gin").start(), type(Kuhn().start()), "Kuhn poker")
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: a player of Kuhn poker was asked for a move of gin(knock=10,...
    """
    if not isinstance(state, kind):
        raise SuitwiseError(f"a player of {game} was asked for a move of {state.game}")
    if state.turn < 0:
        raise SuitwiseError(f"no seat is on turn: {str(state)[:60]}")
    return state
