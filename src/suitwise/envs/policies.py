"""A trained policy as a player: at the arena, at a table, as an opponent of another learner.

A policy (``players.Policy``) is whatever takes an observation and a mask and gives the number of an
action; the library that trained it doesn't matter. It is asked with what ``SeatEnv`` shows a seat.
"""

from __future__ import annotations

from typing import Any

from suitwise.envs.sight import Sight
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import np
from suitwise.game import Chooser, Game, State
from suitwise.players.turns import Policy


def chooser_of(policy: Policy, game: Game[Any]) -> Chooser:
    """Return a player of a game that moves as a policy says.

    Where moves are listed (``actions.Listed``) the policy is asked about the first 128 as ``SeatEnv``
    lists them.

    Args:
        policy: the policy.
        game: the variant whose observations and actions the policy knows.

    Returns:
        A callable that takes a state and gives a move; where the policy chooses an action that is not
        legal it raises ``IllegalMove``, ``SuitwiseError`` where it gives no number of one.

    >>> from suitwise.game import load, play
    >>> hand = load("texas42(match=hand)")
    >>> highest = chooser_of(lambda seen, mask: mask.nonzero()[0][-1], hand)
    >>> play(hand.start(), highest, seed=3).moves[28:33]
    ('2m', '3m', '4m', '5m', 'notrump')
    """
    sight = Sight(game)

    def choose(state: State[Any]) -> Any:
        mask = sight.mask(state, state.turn)
        action = np.asarray(policy(sight.observation(state, state.turn), mask))
        if action.size != 1:
            raise SuitwiseError(f"a policy gives one action, not {action.size}")
        return sight.actions.move(state, action.item())

    return choose
