"""Stable-Baselines3 drives the games: compiled vectors as its ``VecEnv``, its models as players.

Nothing heavy is imported before something is made; the extra ``sb3`` installs what is needed, PyTorch
with it.

>>> from suitwise.envs.sb3 import make_vec_env
>>> envs = make_vec_env("gin", 4, opponents="greedy", seed=7)
>>> envs.reset().shape
(4, 381)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from gymnasium.spaces import Box, Discrete

from suitwise.envs.sight import Sight, chooser_of
from suitwise.errors import SuitwiseError, missing
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.game import Chooser, Game
from suitwise.players.turns import Policy
from suitwise.tractor.arrays.conversion import SEEN
from suitwise.tractor.arrays.play import ACTIONS
from suitwise.tractor.game import Tractor
from suitwise.tractor.players.rule_based import PolicyPlayer

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


# --- A model of sb3-contrib's MaskablePPO as a player ---------------------------------------------


@dataclass(frozen=True)
class MaskablePlayer:
    """Plays the action that a saved MaskablePPO thinks best.

    Register a class of your own that inherits from it under a name (``players.named.register_player``),
    and the arena seats it; its fingerprint holds the model's file.

    A model that has learnt the play of a deal of Tractor (``TractorPlay-v0``) plays whole deals and
    matches: what is no play of cards is left to the rule-based player (``tractor.PolicyPlayer``).

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
        """Return the files that the player's choices hang on."""
        return [self.model]

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of a seat; it draws nothing, so every seat's is the same.

        Raises:
            SuitwiseError: sb3-contrib is missing, there is no such file or no model in it, or the model
                sees another number of things or has another number of actions than the game, or has
                learnt from bytes.
        """
        path = Path(self.model)
        if not path.is_file():
            raise SuitwiseError(f"there is no model {self.model}")
        return _chooser(path.resolve(), path.stat().st_mtime_ns, game)


@lru_cache(maxsize=8)
def _chooser(path: Path, _written: int, game: Game[Any]) -> Chooser:
    """Return the player that a file holds; a file that is written again is read again."""
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
    known = _sizes(game)
    size = seen.shape, actions.n
    if size not in known:
        wanted = " or ".join(f"{width} and {n}" for (width,), n in known)
        raise SuitwiseError(
            f"{path.name} sees {' by '.join(map(str, seen.shape))} numbers and has {actions.n} actions, "
            f"{game.name} {wanted}"
        )
    if seen.dtype != np.float32:
        raise SuitwiseError(f"{path.name} has learnt from {seen.dtype}, players see float32")

    def policy(seen: Any, mask: Any) -> Any:
        return model.predict(seen, action_masks=mask, deterministic=True)[0]

    return known[size](policy)


def _sizes(game: Game[Any]) -> dict[tuple[tuple[int, ...], int], Callable[[Policy], Chooser]]:
    """Return what models of a game see and how many actions they have, and what makes players of them.

    Tractor has two: the whole game, and the play of its deals, where each action has its number.
    """
    sight = Sight(game)
    whole = sight.observation_space().shape, sight.actions.n
    makers: dict[tuple[tuple[int, ...], int], Callable[[Policy], Chooser]] = {
        whole: lambda policy: chooser_of(policy, game)
    }
    if isinstance(game, Tractor):
        makers[(SEEN,), ACTIONS] = PolicyPlayer
    return makers
