"""What players of one game share: the first check of a state, and a move with the reason for it."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase
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


class Advice(NamedTuple):
    """A move and the reason for it.

    Args:
        move: the move.
        why: the reason in a sentence, which says no more than the move was chosen by.
    """

    move: Any
    why: Phrase


@runtime_checkable
class Adviser(Protocol):
    """A player that says why."""

    def advice(self, state: Any) -> Advice:
        """Return the move that it makes in a state, with its reason."""
