"""A position of any game as an OpenSpiel state.

Chance's outcomes are numbered by their places among ``State.moves``, in the game's own order, and the
probabilities are their weights over the sum; players' actions are those of ``envs.actions``. Returns are
zero before the end, as OpenSpiel's terminal reward model has it, even where a game keeps a score.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pyspiel

from suitwise.arguments import whole_input
from suitwise.errors import SuitwiseError
from suitwise.game import CHANCE, OVER, State

if TYPE_CHECKING:
    from suitwise.envs.openspiel.node import Node

_PLAYERS = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
_WORD = 1 << 32


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position as OpenSpiel wants it; made by ``OpenSpielGame.new_initial_state`` and ``at``.

    Args:
        game: the game.
        node: where it stands.

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> state = game.at(game.variant.parse("0-0,1-1 4-2,4-4 5-5,6-2 6-5,6-6"))
    >>> state.current_player(), [state.action_to_string(action) for action in state.legal_actions()]
    (0, ['0-0', '1-1'])
    >>> state.information_state_string()
    'p0 0-0,1-1 8 -'
    """

    def __init__(self, game: pyspiel.Game, node: Node) -> None:
        super().__init__(game)
        self.node = node

    @property
    def position(self) -> State[Any]:
        """The state of the contract, ``suitwise.game``."""
        return self.node.state

    def current_player(self) -> int:
        """Return the seat on turn, or OpenSpiel's number for chance or the end."""
        return int(_PLAYERS.get(self.node.turn, self.node.turn))

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.node.turn == OVER

    def returns(self) -> list[float]:
        """Return what each player has got once the game is over, zeros before."""
        if self.is_terminal():
            return list(self.position.returns())
        return [0.0] * len(self.node.past)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of chance with their probabilities.

        Raises:
            SuitwiseError: there are more than the game declares.
        """
        chances = self.node.chances
        most = self.get_game().max_chance_outcomes()
        if len(chances) > most:
            raise SuitwiseError(f"chance has {len(chances)} outcomes, where {most} are declared")
        return list(enumerate(chances))

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions of the player on turn, ascending."""
        return self.node.legal

    def _apply_action(self, action: int) -> None:
        """Play a move, or let chance have an outcome."""
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the text of a move, or of an outcome of chance."""
        return str(self.node.move(action))

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> OpenSpielState:
        """Return a world that a player can't tell from this one, drawn by ``State.resample``.

        Its history begins there: how it could have come about is not made up, and the true history
        would tell what the player can't know. Its information state string is that of this state.

        Args:
            player: the player.
            probability_sampler: gives numbers from 0 to below 1; two of them make the seed.

        Raises:
            SuitwiseError: there is no such player, or the game finds no such world (``State.resample``
                says when).
        """
        whole_input(player, self.get_game().num_players() - 1, "a player is")
        high, low = (int(probability_sampler() * _WORD) for _ in range(2))
        node = self.node.resampled(player, (high << 32) | low)
        return OpenSpielState(self.get_game(), node)

    def __str__(self) -> str:
        return str(self.position)
