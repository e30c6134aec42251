"""What players share: the check of a state, the random stream of a decision, a move and its reason.

``Policy`` is what a player may be made of: it knows numbers alone.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
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


def stream_of(state: State[Any], purpose: bytes = b"") -> int:
    """Return the random stream of a decision: a hash of what the seat on turn sees, and of a purpose.

    >>> from suitwise.testing import Kuhn
    >>> stream_of(Kuhn().parse("KJ")) == stream_of(Kuhn().parse("KQ"))
    True
    """
    view = state.view(state.turn).encode()
    return int.from_bytes(hashlib.blake2b(view, digest_size=7, person=purpose).digest(), "little")


class Policy(Protocol):
    """A trained policy, whatever has trained it: from what is seen and may be done to what is done.

    It is called with an observation, float32 (width,), and a mask, int8 (actions,), with a 1 for each
    legal action, and gives the number of one of these: a whole number or an array of one. Where many
    games are asked about at once both have a row for each, and it gives integers (n,).

    ``envs.policies.chooser_of`` makes a player of it, ``envs.mirrored.mirrored_score`` says what it is
    worth, ``tractor.PolicyPlayer`` seats one that has learnt the play of Tractor.

    >>> def first(seen, mask):  # of one game or of many
    ...     return mask.argmax(axis=-1)
    >>> from suitwise.envs.policies import chooser_of
    >>> from suitwise.game import load, play
    >>> hand = load("texas42(match=hand)")
    >>> play(hand.start(), chooser_of(first, hand), seed=3).returns
    (0.0, 0.0, 0.0, 0.0)
    """

    def __call__(
        self, observation: NDArray[np.float32], mask: NDArray[np.int8], /
    ) -> Any:  # a number, or an array of one for each row
        """Return the number of an action, or one for each row."""


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
