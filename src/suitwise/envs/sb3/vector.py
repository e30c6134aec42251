"""``BatchVectorEnv`` as a ``VecEnv`` of Stable-Baselines3.

It follows the conventions of Stable-Baselines3: a game that is over begins anew in the same step, infos
are one dict per game, ``terminal_observation`` is the learner's last observation,
``TimeLimit.truncated`` tells whether the game was truncated, and rewards are float32.
``env_method("action_masks")`` returns the masks, as sb3-contrib expects.

Sources: Stable-Baselines3's guide, "Vectorized Environments"; sb3-contrib's, "Maskable PPO".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from suitwise.envs.vector import BatchVectorEnv
from suitwise.errors import SuitwiseError
from suitwise.game import Game
from suitwise.stepping.loop import CUT_OFF, ILLEGAL, UNDER_WAY

Indices = int | Iterable[int] | None
Stepped = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]


class BatchVecEnv(VecEnv):  # type: ignore[misc]
    """Many games side by side for Stable-Baselines3.

    Every info has ``seat``, the seat that the observation belongs to. If the game ended, the info also
    has ``terminal_observation``, ``terminal_seat``, ``TimeLimit.truncated``, ``illegal`` and, unless the
    game was truncated, ``returns`` of all seats.

    Args:
        game: the variant, or its text.
        num_envs: the number of games.
        seed: the seed of the first ``reset``.
        options: ``seat``, ``opponents``, ``longest``, ``threads`` of ``BatchVectorEnv``.

    Attributes:
        games: the underlying vector environment.

    Raises:
        SuitwiseError: the variant has no compiled rules, an option is out of range, or the learner has
            seats of more than one side. Advantages are estimated along the decisions of a row, so they
            would credit one side with what is good for the other.

    >>> envs = BatchVecEnv("gin", 2, seed=7)
    >>> envs.reset().shape, [mask.nonzero()[0].tolist() for mask in envs.env_method("action_masks")]
    ((2, 381), [[1, 2], [1, 2]])
    """

    def __init__(
        self,
        game: str | Game[Any],
        num_envs: int = 1,
        seed: int | None = None,
        *,
        seat: int | Sequence[int] | Literal["any"] = 0,
        opponents: str | Sequence[str] = "random",
        longest: int | None = None,
        threads: int = 1,
    ) -> None:
        self.games = BatchVectorEnv(
            game,
            num_envs,
            seat=seat,
            opponents=opponents,
            autoreset_mode=AutoresetMode.SAME_STEP,
            longest=longest,
            threads=threads,
        )
        _require_one_side(self.games)
        self._actions: NDArray[np.int64] | None = None
        spaces = self.games.single_observation_space, self.games.single_action_space
        super().__init__(num_envs, *spaces)
        if seed is not None:
            self.seed(seed)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of legal actions, bool (n, actions)."""
        return self.games.steps.masks.astype(np.bool_)

    # --- Games ------------------------------------------------------------------------------------

    def reset(self) -> NDArray[np.float32]:
        """Begin all games anew: those of a seed set since the last reset, else the next ones.

        Raises:
            SuitwiseError: options were set.
        """
        if any(self._options):
            raise SuitwiseError("games have no options at a reset: a variant's are in its text")
        seen, infos = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        self.reset_infos = _seats(infos["seat"])
        return seen

    def step_async(self, actions: Any) -> None:
        """Take the actions, integers (n,), for ``step_wait`` to play."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> Stepped:
        """Play the actions.

        Returns:
            Observations, rewards, which games ended and began anew, and an info per game.

        Raises:
            SuitwiseError: no actions were given, or they are not one integer for each game.
        """
        if self._actions is None:
            raise SuitwiseError("there are no actions to wait for: step_async takes them")
        actions, self._actions = self._actions, None
        before = self.games.steps.seats.copy()
        seen, rewards, terminated, truncated, _ = self.games.step(actions)
        steps, dones = self.games.steps, terminated | truncated
        infos = _seats(steps.seats)
        for row in np.flatnonzero(dones).tolist():
            infos[row] |= self._final_info(row, int(before[row]))
        return seen, rewards.astype(np.float32), dones, infos

    def _final_info(self, row: int, seat: int) -> dict[str, Any]:
        """Return the additional info of a game that has ended."""
        steps = self.games.steps
        how = steps.ended[row]
        assert how != UNDER_WAY
        info = {
            "terminal_observation": steps.last[row].copy(),
            "terminal_seat": seat,
            "TimeLimit.truncated": bool(how == CUT_OFF),
            "illegal": bool(how == ILLEGAL),
        }
        return info if how == CUT_OFF else info | {"returns": tuple(steps.returns[row].tolist())}

    def close(self) -> None:
        """End the threads, if there are any."""
        self.games.close()

    # --- Attributes and methods of each game ------------------------------------------------------

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute once for each game; all games share its value.

        Raises:
            AttributeError: there is no such attribute.
        """
        value = self.action_masks if attr_name == "action_masks" else getattr(self.games, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refuse to set an attribute, since all games share their values.

        Raises:
            SuitwiseError: always.
        """
        raise SuitwiseError(f"games in arrays have no {attr_name} each: make others instead")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Return the mask of each game, bool (actions,), for the method ``action_masks``.

        Raises:
            AttributeError: it is another method.
        """
        if method_name != "action_masks":
            raise AttributeError(f"games in arrays have the method action_masks, not {method_name}")
        masks = self.action_masks()
        return [masks[index] for index in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """Return False for each game: none is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[None]:
        """Return no images; ``SeatEnv`` draws."""
        return [None] * self.num_envs


def _seats(seats: NDArray[np.int64]) -> list[dict[str, Any]]:
    return [{"seat": seat} for seat in seats.tolist()]


def _require_one_side(games: BatchVectorEnv) -> None:
    """Refuse a learner with seats of more than one side."""
    learners, side_of = games.steps.learners, games.game.facts.side_of
    if len({side_of[seat] for seat in learners}) > 1:
        raise SuitwiseError(
            f"{games.game.name}: here a learner has seats of one side, not "
            f"{', '.join(map(str, learners))}: what is good for one of these is bad for another"
        )
