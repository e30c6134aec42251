"""Positions and moves of Tractor by the numbers of ``TractorPlay-v0``, and back (``sight``)."""

from __future__ import annotations

from typing import Any, SupportsIndex

from suitwise.arguments import of_kind
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.game import State
from suitwise.tractor.moves import Move
from suitwise.tractor.numbered.sight import PlaySight
from suitwise.tractor.state import TractorState


def play_observation(state: State[Any], seat: int) -> NDArray[np.float32]:
    """Return what a seat sees of the play of a deal, as ``TractorPlay-v0`` shows it: float32 (600,).

    Args:
        state: a position in which cards are played, or at the end of a deal.
        seat: the seat.

    Raises:
        IllegalPosition: the play has not begun, the leader of a failed throw is choosing its part, or
            the house is not the standard one.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.table_replay import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> play_observation(state, state.turn).shape, float(play_observation(state, 0)[:54].sum())
    ((600,), 11.5)
    """
    return PlaySight(state, seat).observation


def play_mask(state: State[Any]) -> NDArray[np.int8]:
    """Return which numbered actions the seat on turn may take: int8 (600,), zeros at the end of a deal.

    Args:
        state: see ``play_observation``.

    Raises:
        IllegalPosition: see there.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.table_replay import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> [str(play_move(state, action)) for action in play_mask(state).nonzero()[0]]
    ['D4', 'D5', 'D6', 'DQ', 'BJ']
    """
    return _on_turn(state).mask


def play_move(state: State[Any], action: SupportsIndex) -> Move:
    """Return the move of a numbered action of the seat on turn.

    Args:
        state: see ``play_observation``.
        action: the action, a whole number.

    Raises:
        IllegalMove: the action is not legal here, with the reason.
        IllegalPosition: see ``play_observation``.
        SuitwiseError: the action is no whole number.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.table_replay import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> print(play_move(state, 28))
    D4
    >>> play_move(state, 54)
    Traceback (most recent call last):
    suitwise.errors.IllegalMove: S2S2, action 54: one card was led, and the replies are 0 to 53
    """
    return _on_turn(state).move(action)


def play_action(state: State[Any], move: Move) -> int:
    """Return the number of the action that plays a move of the seat on turn.

    Replies to more than one card may be the same cards in several ways; the number is the first.

    Args:
        state: see ``play_observation``.
        move: a legal move.

    Raises:
        IllegalMove: the move is not legal, or it has no number: a throw that is not certain to stand or
            is a part of one, a reply to more than one card that is none of the four, or a claim.
        IllegalPosition: see ``play_observation``.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.table_replay import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> play_action(state, Move.parse("D4"))
    28
    >>> play_action(state, Move.parse("D3"))
    Traceback (most recent call last):
    suitwise.errors.IllegalMove: D3: the hand has no D3
    """
    return _on_turn(state).action(move)


def _on_turn(state: State[Any]) -> PlaySight:
    """Return what the seat on turn sees; at the end of a deal, where none is, any."""
    return PlaySight(state, max(of_kind(state, TractorState, "state").turn, 0))
