"""What players share: the first check of a state, when a choice is clear, a move and its reason.

``Policy`` is what a player may be made of: it knows numbers alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State

S = TypeVar("S", bound=State[Any])
CLEAR = 4.0
"""A choice is clear when it leads every other by this many standard errors of the difference."""
FEW = 30
"""In fewer worlds than these nothing is clear."""
SAME = 200
"""Two moves that were worth the same in this many worlds are taken for equal."""


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


def is_clear(found: NDArray[Any]) -> bool:
    """Tell whether no more worlds are needed: one option leads the others clearly, or equals them.

    The worlds are the same for all options, so it is the differences that are looked at.

    Args:
        found: array (worlds, options), what each option is worth in each world.

    >>> import numpy as np
    >>> is_clear(np.array([[1, 0]] * 30)), is_clear(np.array([[1, 0], [0, 1], [1, 1]] * 20))
    (True, False)
    """
    count = len(found)
    best = int(found.sum(axis=0).argmax())
    lead = np.delete(found[:, best, None] - found, best, axis=1)
    errors = lead.std(axis=0) / np.sqrt(count)
    same = (lead == 0).all(axis=0) & (count >= SAME)
    ahead = (lead.mean(axis=0) > CLEAR * errors) & (count >= FEW)
    return bool((same | ahead).all())


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


def advice_of(player: Any, state: Any, name: str = "that advises") -> Advice:
    """Return the move that a player would make in a state, and why, as far as it says so.

    Args:
        player: the player.
        state: a seat's turn.
        name: what the player is called where it gives no reasons.

    >>> from suitwise.testing import Kuhn
    >>> print(*advice_of(lambda state: "b", Kuhn().parse("KJ"), "bold"), sep=": ")
    b: the player bold would play it, but gives no reasons
    """
    if isinstance(player, Adviser):
        return player.advice(state)
    if len(state.moves()) == 1:
        return only_move(state)
    why = phrase(
        "any.no-reason", "the player {name} would play it, but gives no reasons", name=name
    )
    return Advice(player(state), why)


def only_move(state: Any) -> Advice:
    """Return the only legal move, with that as the reason."""
    only = phrase("any.only-move", "it is the only legal move")
    return Advice(next(iter(state.moves())), only)
