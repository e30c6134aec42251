"""Stable-Baselines3: compiled vectors of games as its ``VecEnv``, and its models as players.

Nothing heavy is imported before it is used. The extra ``sb3`` installs the packages, PyTorch included.

>>> from suitwise.envs.sb3 import make_vec_env
>>> envs = make_vec_env("gin", 4, opponents="greedy", seed=7)
>>> envs.reset().shape
(4, 381)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from gymnasium.spaces import Box, Discrete

from suitwise.envs.sight import chooser_of_shape
from suitwise.errors import SuitwiseError, missing
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.game import Chooser, Game

if TYPE_CHECKING:
    from suitwise.envs.sb3.vector import BatchVecEnv


__all__ = ["MaskablePlayer", "make_vec_env"]


def make_vec_env(
    game: str | Game[Any],
    n_envs: int = 1,
    seed: int | None = None,
    *,
    seat: int | Sequence[int] | Literal["any"] = 0,
    opponents: str | Sequence[str] = "random",
    longest: int | None = None,
    threads: int = 1,
) -> BatchVecEnv:
    """Return many games of one variant as a ``VecEnv``, stepped by compiled rules.

    The options are those of ``BatchVectorEnv``. A game that is over begins anew in the same step, as
    Stable-Baselines3 expects.

    Args:
        game: the variant, or its text; it must have compiled rules.
        n_envs: the number of games.
        seed: the seed of the cards and of the other seats; a random one if omitted.
        seat: the learner's seat; several seats of one side, such as ``(0, 2)``; or ``any``.
        opponents: the policy of the other seats, one compiled policy of the game or a list.
        longest: the number of learner's moves after which a game is truncated; None for never.
        threads: the number of threads; 0 for all cores.

    Raises:
        SuitwiseError: Stable-Baselines3 is missing, the variant has no compiled rules, an option is out
            of range, or the learner would play for more than one side.

    >>> envs = make_vec_env("texas42(match=hand)", 3, seed=1, seat=(0, 2), opponents="rules")
    >>> seen = envs.reset()
    >>> actions = [mask.argmax() for mask in envs.env_method("action_masks")]
    >>> seen, rewards, dones, infos = envs.step(actions)
    >>> seen.shape, rewards.tolist(), infos[0]["seat"]
    ((3, 431), [0.0, 0.0, 0.0], 0)
    """
    try:
        from suitwise.envs.sb3.vector import BatchVecEnv
    except ModuleNotFoundError as error:
        raise missing(error, "sb3") from error
    return BatchVecEnv(
        game,
        n_envs,
        seed,
        seat=seat,
        opponents=opponents,
        longest=longest,
        threads=threads,
    )


# --- A model of sb3-contrib's MaskablePPO as a player ---------------------------------------------


@dataclass(frozen=True)
class MaskablePlayer:
    """Plays the most probable action of a saved MaskablePPO model.

    To use it in the arena, derive a class and register it under a name
    (``players.named.register_player``). Its fingerprint covers the model's file.

    A model trained on ``TractorPlay-v0``, the play of a deal of Tractor, plays whole deals and matches:
    the rule-based player makes all other decisions (``tractor.PolicyPlayer``).

    Args:
        model: the file that ``model.save`` wrote.

    >>> from suitwise.game import load
    >>> MaskablePlayer("nowhere.zip").files()
    ['nowhere.zip']
    >>> MaskablePlayer("nowhere.zip").seated(load("gin"), seed=1, stream=0)
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: there is no model nowhere.zip
    """

    model: str = "model.zip"

    def files(self) -> list[str]:
        """Return the files on which the player's choices depend."""
        return [self.model]

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of a seat. It uses no random numbers, so every seat gets the same.

        Raises:
            SuitwiseError: sb3-contrib is missing, the file does not exist or holds no model, or the
                model's observations or actions are not those of the game in float32.
        """
        path = Path(self.model)
        if not path.is_file():
            raise SuitwiseError(f"there is no model {self.model}")
        return _chooser(path.resolve(), path.stat().st_mtime_ns, game)


@lru_cache(maxsize=8)
def _chooser(path: Path, _written: int, game: Game[Any]) -> Chooser:
    """Return the player of a model file; a newer file has another time of writing and is read again."""
    try:
        from sb3_contrib import MaskablePPO
    except ModuleNotFoundError as error:
        raise missing(error, "sb3") from error
    try:
        model = MaskablePPO.load(path, device="cpu")
    except (ValueError, KeyError, AttributeError, OSError) as error:
        raise SuitwiseError(f"{path.name} holds no model of MaskablePPO") from error
    seen, actions = model.observation_space, model.action_space
    if not isinstance(seen, Box) or not isinstance(actions, Discrete):
        raise SuitwiseError(f"{path.name} is of no game: it sees {seen} and does {actions}")
    if seen.dtype != np.float32:
        raise SuitwiseError(f"{path.name} has learnt from {seen.dtype}, players see float32")

    def policy(seen: Any, mask: Any) -> Any:
        return model.predict(seen, action_masks=mask, deterministic=True)[0]

    return chooser_of_shape(policy, game, seen.shape, int(actions.n), path.name)
