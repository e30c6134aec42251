"""A model of sb3-contrib's MaskablePPO as a player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from gymnasium.spaces import Box, Discrete

from suitwise.envs.sight import Sight, chooser_of
from suitwise.errors import SuitwiseError, missing
from suitwise.foundation.arrays.late_numpy import np
from suitwise.game import Chooser, Game
from suitwise.players.turns import Policy
from suitwise.tractor.arrays.stepped.actions import ACTIONS
from suitwise.tractor.arrays.stepped.positions import SEEN
from suitwise.tractor.game import Tractor
from suitwise.tractor.players.policy import PolicyPlayer


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
