"""Makes the ``VecEnv`` of a game, and says what to install where Stable-Baselines3 is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from suitwise.errors import missing
from suitwise.game import Game

if TYPE_CHECKING:
    from suitwise.envs.sb3.vector import BatchVecEnv


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

    The options are those of ``BatchVectorEnv``; autoreset is Stable-Baselines3's own, in the same step.

    Args:
        game: the variant, or its text; one of those that have compiled rules.
        n_envs: how many games.
        seed: the seed of the games' cards and of the other seats; without one the system's own.
        seat: the learner's seat; several of one side, as ``(0, 2)``; or ``any``.
        opponents: how the other seats move, one of the game's compiled players or a list.
        longest: the learner's moves after which a game is cut off; None for never.
        threads: how many threads; 0 for all cores.

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
