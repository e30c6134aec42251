"""Players and strategies across the border: ours in OpenSpiel, OpenSpiel's among ours.

``ChooserBot`` lets a player of the contract sit at an OpenSpiel game, and ``BotChooser`` an OpenSpiel
bot at ours. ``StrategyPolicy`` makes a strategy of ``players.responses`` an OpenSpiel policy, which
``exploitability`` and its like measure; ``strategy_of`` goes the other way, and a ``StrategyPlayer``
plays what it gives.

>>> from open_spiel.python.algorithms.exploitability import exploitability
>>> from suitwise.envs.openspiel import Entry, openspiel_game, register_game
>>> from suitwise.players.responses import uniform
>>> from suitwise.testing import Kuhn
>>> register_game(Entry(Kuhn.name, "Kuhn poker", outcomes=lambda _: 3, turns=lambda _: 2))
>>> game = openspiel_game(Kuhn())
>>> round(exploitability(game, StrategyPolicy(game, uniform)), 6)
0.458333
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel
from open_spiel.python.policy import Policy

from suitwise.envs.openspiel.game import OpenSpielGame
from suitwise.envs.openspiel.state import OpenSpielState
from suitwise.game import Chooser, State
from suitwise.players.responses import Strategy


class ChooserBot(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel has no types
    """A player of the contract as an OpenSpiel bot, for games of ``suitwise.envs.openspiel``.

    At a game whose moves are listed the player may choose one that no action stands for, a burial of
    Tractor say; then it can't play there.

    Args:
        choose: chooses a move in a position; it plays every seat that the bot is given.

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> from suitwise.players.random import RandomPlayer
    >>> game = openspiel_game(load("gin"))
    >>> position, _ = game.variant.start().rolled(seed=3, stream=0)
    >>> state = game.at(position)
    >>> state.action_to_string(ChooserBot(RandomPlayer(7)).step(state))
    'pass'
    """

    def __init__(self, choose: Chooser) -> None:
        super().__init__()
        self._choose = choose

    def restart_at(self, state: OpenSpielState) -> None:
        """Begin anew at a state; a player of the contract looks at nothing but the position."""

    def step(self, state: OpenSpielState) -> int:
        """Return the action chosen.

        Raises:
            IllegalMove: no action stands for the move (``envs.actions.Listed``).
        """
        position = state.position
        return int(state.get_game().actions.number(position, self._choose(position)))


class BotChooser:
    """An OpenSpiel bot as a player of the contract.

    The bot is shown states that begin at the position: bots that follow a game by its history, or by
    ``inform_action``, can't play so. It must not look at more than the seat on turn knows; OpenSpiel's
    plain MCTS does, for it searches the true position.

    Args:
        game: the variant.
        bot: chooses an action in a state; it plays every seat that the player is given.

    >>> import numpy as np
    >>> from open_spiel.python.bots.uniform_random import UniformRandomBot
    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load, play
    >>> game = openspiel_game(load("stacks"))
    >>> bot = UniformRandomBot(0, np.random.RandomState(7))
    >>> play(game.variant.start(), BotChooser(game, bot), seed=1).returns
    (0.0,)
    """

    def __init__(self, game: OpenSpielGame, bot: pyspiel.Bot) -> None:
        self._game, self._bot = game, bot

    def __call__(self, state: State[Any]) -> Any:
        """Return a move.

        Raises:
            SuitwiseError: the position is of another variant.
            IllegalMove: the bot's action is not legal.
        """
        there = self._game.at(state)
        return there.node.move(int(self._bot.step(there)))


class StrategyPolicy(Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """A strategy as an OpenSpiel policy of all players.

    Args:
        game: the game.
        strategy: the chance of each move by what the seat on turn sees.

    >>> from suitwise.players.responses import uniform
    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> state = game.at(game.variant.parse("0-0,1-1 4-2,4-4 5-5,6-2 6-5,6-6"))
    >>> StrategyPolicy(game, uniform).action_probabilities(state)
    {0: 0.5, 2: 0.5}
    """

    def __init__(self, game: OpenSpielGame, strategy: Strategy) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._actions, self._strategy = game.actions, strategy

    def action_probabilities(
        self, state: OpenSpielState, player_id: int | None = None
    ) -> dict[int, float]:
        """Return the chance of each legal action of the player on turn."""
        position = state.position
        return {
            int(self._actions.number(position, move)): chance
            for move, chance in self._strategy(position).items()
        }


def strategy_of(game: OpenSpielGame, policy: Policy | pyspiel.Policy) -> Strategy:
    """Return an OpenSpiel policy as a strategy.

    The policy is shown states that begin at the position. So a table of information states serves where
    they are views (``observer``), not where they tell more.

    Args:
        game: the game.
        policy: the policy of all players.

    >>> from open_spiel.python.policy import UniformRandomPolicy
    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(dominoes=5-5 6-4 6-6 3-2 4-1 5-0 1-1 6-5)"))
    >>> state = game.variant.parse("6-4,5-5 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> strategy_of(game, UniformRandomPolicy(game))(state)
    {'5-5': 0.5, '6-4': 0.5}
    """

    def strategy(state: State[Any]) -> Mapping[Any, float]:
        there = game.at(state)
        chances = policy.action_probabilities(there)
        return {there.node.move(int(action)): chance for action, chance in chances.items()}

    return strategy
