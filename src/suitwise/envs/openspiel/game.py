"""A variant of any game as an OpenSpiel game."""

from __future__ import annotations

from typing import Any, ClassVar

import pyspiel

from suitwise.arguments import whole
from suitwise.envs.actions import MOST, actions_of
from suitwise.envs.openspiel.entry import Entry, Parameters, game_info, game_type
from suitwise.envs.openspiel.memory import Diary, Name, Trail
from suitwise.envs.openspiel.node import Node
from suitwise.envs.openspiel.observer import AllObserver, OpenSpielObserver
from suitwise.envs.openspiel.state import OpenSpielState
from suitwise.errors import SuitwiseError
from suitwise.game import State


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A variant as OpenSpiel wants it; made by ``pyspiel.load_game`` and ``openspiel.openspiel_game``.

    Args:
        parameters: the options; those left out have their defaults.

    Raises:
        SuitwiseError: a parameter is out of bounds.

    Attributes:
        variant: the game of the contract.
        actions: its moves as numbers.
        turns: the most turns of a seat, where its view tells all; else None.
        rows: how many rows of what a seat was told an information state's tensor holds, 0 where it holds
            none (``State.told``).

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> game.num_players(), game.num_distinct_actions(), str(game.variant)[:15]
    (4, 28, 'texas42_endgame')
    """

    entry: ClassVar[Entry]
    """What the contract does not say of the game; ``game_class`` sets it."""

    def __init__(self, parameters: Parameters | None = None) -> None:
        entry = self.entry
        given = {**entry.parameters(), **(parameters or {})}
        variant = entry.variant_of(given)
        most = int(given.get("most", MOST))
        self.rows = whole(given.get("rows", 0), "rows", 0)
        actions = actions_of(variant, most)
        super().__init__(
            game_type(entry, variant, self.rows),
            game_info(entry, variant, actions),
            dict(entry.parameters_of(variant, most, self.rows)),
        )
        self.variant = variant
        self.actions = actions
        self.turns = entry.turns(variant)
        self._start = self._node(variant.start())

    def new_initial_state(self) -> OpenSpielState:
        """Return the state before the first move."""
        return OpenSpielState(self, self._start)

    def at(self, position: State[Any]) -> OpenSpielState:
        """Return the state of a position of the variant; its history begins there.

        Raises:
            SuitwiseError: the position is of another variant.
        """
        if position.game != self.variant:
            raise SuitwiseError(f"{position.game} is not {self.variant}")
        return OpenSpielState(self, self._node(position))

    def _node(self, position: State[Any]) -> Node:
        """Return the node of a position where no seat remembers a turn."""
        memory = Trail() if self.turns is not None else Diary() if self.rows else Name()
        return Node(self.actions, position, (memory,) * self.variant.facts.seats)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the turns of chance, ``NO_BOUND`` where they have no bound."""
        return int(self.max_game_length()) if self.variant.facts.chance else 0

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Parameters | None = None,
    ) -> OpenSpielObserver | AllObserver | None:
        """Return an observer: strings and tensors of what a player observes, or knows.

        With the private information of all players and no perfect recall it shows all there is. What a
        seat sees is of one piece: for public information alone, say, there is no observer.

        Raises:
            SuitwiseError: there are parameters, of which an observer has none.
        """
        if params:
            raise SuitwiseError(f"an observer has no parameters, not {', '.join(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info:
            return None
        if kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return OpenSpielObserver(self, bool(kind.perfect_recall))
        shows_all = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        return AllObserver(self) if shows_all and not kind.perfect_recall else None


def game_class(entry: Entry) -> type[OpenSpielGame]:
    """Return the class of the OpenSpiel games of an entry.

    Each has a class of its own: OpenSpiel lets go of what makes a game after Python has ended, which a
    class survives and a function does not.
    """
    return type(entry.short_name, (OpenSpielGame,), {"entry": entry, "__doc__": entry.title})
