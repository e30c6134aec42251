"""What a face shows a seat, as arrays: its observation, its mask, the features of its moves.

All faces show a seat through ``Sight``, so that none leaks more than it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gymnasium.spaces import Box, Dict, Discrete, Space

from suitwise.envs.actions import MOST, Listed, Numbered, actions_of
from suitwise.envs.small import Dtype, Numbers
from suitwise.fields import bounds
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.game import Game, State


@dataclass(frozen=True)
class Sight:
    """What a seat is shown of a game.

    Args:
        game: the variant.
        most: the most legal moves that are listed, where the game does not number them.
        dtype: what observations are of, ``float32`` or ``uint8`` (``envs.small``).

    >>> from suitwise.game import load
    >>> sight = Sight(load("gin"))
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> sight.observation(state, 0).shape, sight.mask(state, 0).nonzero()[0].tolist()
    ((381,), [1, 2])
    >>> bool(sight.mask(state, 1).any())
    False
    """

    game: Game[Any]
    most: int = MOST
    dtype: Dtype = "float32"

    @cached_property
    def numbers(self) -> Numbers:
        """What becomes of what a seat sees: bytes, where they were asked for."""
        return Numbers(self.game.observation_fields(), self.dtype)

    @cached_property
    def actions(self) -> Numbered | Listed:
        """The game's moves as numbers."""
        return actions_of(self.game, self.most)

    @property
    def is_listed(self) -> bool:
        """Whether what an action means is told by its features."""
        return isinstance(self.actions, Listed)

    # --- What a seat is shown ---------------------------------------------------------------------

    def observation(self, state: State[Any], seat: int) -> NDArray[Any]:
        """Return what a seat sees, laid flat: (width,) of the dtype."""
        return self.numbers.given(state.observe(seat).ravel())

    def mask(self, state: State[Any], seat: int, *, ended: bool = False) -> NDArray[np.int8]:
        """Return int8 (n,): 1 for each legal action of the seat on turn; zeros for a seat that waits.

        Args:
            state: the position.
            seat: the seat.
            ended: whether the episode has ended here, however it did: then nothing is legal.
        """
        if ended or state.turn != seat:
            return np.zeros(self.actions.n, np.int8)
        return self.actions.mask(state)

    def features(self, state: State[Any], seat: int, *, ended: bool = False) -> NDArray[np.float32]:
        """Return float32 (n, features): a row for each action of the mask, zeros elsewhere."""
        if ended or state.turn != seat:
            return np.zeros((self.actions.n, self.actions.width), np.float32)
        return self.actions.features(state)

    # --- The spaces -------------------------------------------------------------------------------

    def observation_space(self) -> Box[Any]:
        """Return the bounds of an observation."""
        return self.numbers.space()

    def state_space(self) -> Box[Any]:
        """Return the bounds of a position with nothing hidden."""
        low, high = bounds(self.game.fields_of_all())
        return Box(low, high, dtype=np.float32)

    def action_space(self) -> Discrete:
        """Return how many actions there are."""
        return Discrete(self.actions.n)

    def table_space(self) -> Dict:
        """Return the bounds of an observation with its mask, and features where actions are listed."""
        mask = Box(0, 1, (self.actions.n,), np.int8)
        spaces: dict[str, Space[Any]] = {
            "observation": self.observation_space(),
            "action_mask": mask,
        }
        if self.is_listed:
            spaces["action_features"] = self._features_space()
        return Dict(spaces)

    def _features_space(self) -> Box[Any]:
        low, high = bounds(self.game.move_fields())
        # The row of an action that is not legal is zeros.
        shape = (self.actions.n, 1)
        low, high = np.tile(np.minimum(low, 0), shape), np.tile(np.maximum(high, 0), shape)
        return Box(low, high, dtype=np.float32)
