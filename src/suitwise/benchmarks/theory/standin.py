"""A tree as OpenSpiel's learners in Python ask for a game: forced moves left out, states for nothing.

Deep methods look at a state for its tensor, its actions and what comes after. The tensors and the
numbers of the actions are those of the registered game (``envs.openspiel``), one tensor an information
set, without the places that hold the same everywhere; what comes after is read off the tree, where
chance and forced moves are drawn together.
"""

from __future__ import annotations

from typing import Any

from suitwise.errors import missing
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.players.trees.tree import GameTree, Sizes

CHANCE, OVER = -1, -4


class StandIn:
    """A tree in the place of an OpenSpiel game.

    Args:
        tree: the game; its variant is one that ``envs.openspiel`` registers.

    Raises:
        SuitwiseError: OpenSpiel is not installed.

    >>> from suitwise.benchmarks.theory.tasks import chosen
    >>> game = StandIn(chosen("two-66")[0].tree())
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 90)
    >>> state = state.child(0)
    >>> state.current_player(), state.legal_actions(), game.tensors.shape
    (0, [3, 8], (223, 56))
    """

    def __init__(self, tree: GameTree) -> None:
        try:
            from suitwise.envs.openspiel import openspiel_game
        except ModuleNotFoundError as error:
            raise missing(error, "rl") from error

        self.tree = tree
        self.game = openspiel_game(tree.game)
        states = [self.game.at(tree.game.parse(one.example)) for one in tree.sets]
        tensors = np.array([state.information_state_tensor() for state in states], np.float32)
        self.tensors = tensors[:, (tensors != tensors[0]).any(axis=0)]
        """A row an information set."""
        self.slots = [
            dict(sorted(_slots(state, first, one.moves).items()))
            for first, one, state in zip(tree.firsts.tolist(), tree.sets, states, strict=False)
        ]
        """The slots of each information set by action."""
        self.seats = [one.seat for one in tree.sets]
        self.sets = tree.set_of.tolist()
        self.payoffs = tree.payoffs.tolist()
        self.chances = tree.chance.tolist()
        self._after: dict[tuple[int, int], list[int]] = {}
        before = zip(tree.parent[1:].tolist(), tree.slot[1:].tolist(), strict=True)
        for node, key in enumerate(before, 1):
            self._after.setdefault(key, []).append(node)

    def after(self, node: int, slot: int) -> StandInState:
        """Return the state that a slot leads to: a turn of chance where it leads to several."""
        return StandInState(self, self._after[node, slot])

    def new_initial_state(self) -> StandInState:
        """Return the state before everything."""
        return self.after(0, self.tree.slots)

    def num_players(self) -> int:
        """Return how many seats there are."""
        return self.tree.seats

    def num_distinct_actions(self) -> int:
        """Return how many actions there are in all."""
        return int(self.game.num_distinct_actions())

    def get_type(self) -> Any:
        """Return what OpenSpiel calls the type of the registered game."""
        return self.game.get_type()

    def parts(self, chances: list[NDArray[np.float64]]) -> Sizes:
        """Return by slots what is given by actions, a row an information set, as parts of one."""
        found = np.zeros(self.tree.slots)
        for slots, row in zip(self.slots, chances, strict=True):
            for action, slot in slots.items():
                found[slot] = row[action]
        return self.tree.shares(found)


def _slots(state: Any, first: int, moves: tuple[str, ...]) -> dict[int, int]:
    places = {move: first + place for place, move in enumerate(moves)}
    return {action: places[state.action_to_string(action)] for action in state.legal_actions()}


class StandInState:
    """A state of a stand-in.

    Args:
        game: the stand-in.
        nodes: the nodes it may come to; several are a turn of chance.
    """

    __slots__ = ("_game", "_nodes")

    def __init__(self, game: StandIn, nodes: list[int]) -> None:
        self._game, self._nodes = game, nodes

    @property
    def number(self) -> int:
        """The information set, -1 at an end."""
        return int(self._game.sets[self._nodes[0]])

    def is_chance_node(self) -> bool:
        """Tell whether chance is on turn."""
        return len(self._nodes) > 1

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return not self.is_chance_node() and self.number < 0

    def current_player(self) -> int:
        """Return who is on turn, as OpenSpiel numbers chance and the end."""
        if self.is_chance_node():
            return CHANCE
        return OVER if self.number < 0 else self._game.seats[self.number]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may be drawn, and how likely each is."""
        return [(at, self._game.chances[node]) for at, node in enumerate(self._nodes)]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the actions of the seat on turn, ascending."""
        return list(self._game.slots[self.number])

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """Return what the seat on turn knows; before the deal, for the shape, zeros."""
        if self.is_chance_node():
            return np.zeros(self._game.tensors.shape[1], np.float32)
        row: NDArray[np.float32] = self._game.tensors[self.number]
        return row

    def child(self, action: int) -> StandInState:
        """Return the state after an action, or an outcome of chance."""
        if self.is_chance_node():
            return StandInState(self._game, [self._nodes[action]])
        return self._game.after(self._nodes[0], self._game.slots[self.number][action])

    def returns(self) -> list[float]:
        """Return what each seat got."""
        found: list[float] = self._game.payoffs[self._nodes[0]]
        return found
