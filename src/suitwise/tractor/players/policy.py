"""A policy of numbers, such as a net trained on ``TractorPlay-v0``, as a player of whole deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.arguments import a_function
from suitwise.game import Chooser, State
from suitwise.players.turns import Policy, on_turn
from suitwise.tractor.arrays.conversion import PlaySight
from suitwise.tractor.moves import Move
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.state import TractorState

_RULES = TractorPlayer()


@dataclass(frozen=True, slots=True)
class PolicyPlayer:
    """Plays cards as a policy of numbers says, and all else as another player does.

    Bids, burials and the parts of failed throws are left to the other player.

    Args:
        policy: it is called with the observation, float32 (600,), and the mask, int8 (600,), of the seat
            on turn, as ``TractorPlay-v0`` shows them, and gives an action of the mask.
        others: the player that bids, buries, and chooses the part of a throw that has failed.

    >>> from suitwise.game import load, play
    >>> game = load("tractor(match=deal)")
    >>> first = PolicyPlayer(lambda observation, mask: mask.argmax())
    >>> play(game.start(), first, seed=1).returns
    (1.0, -1.0, 1.0, -1.0)
    """

    policy: Policy
    others: Chooser = _RULES

    def __post_init__(self) -> None:
        a_function(self.policy, "policy")
        a_function(self.others, "others")

    def __call__(self, state: State[Any]) -> Move:
        """Return a move.

        Raises:
            IllegalMove: the policy's action is not legal, with the reason.
            IllegalPosition: the house is not the standard one.
            SuitwiseError: the state is one of another game, no seat is on turn, or what the policy
                gives is no whole number.
        """
        here = on_turn(state, TractorState, "Tractor")
        if here.phase != "play":
            move: Move = self.others(here)
            return move
        sight = PlaySight(here, here.turn)
        return sight.move(self.policy(sight.observation, sight.mask))
