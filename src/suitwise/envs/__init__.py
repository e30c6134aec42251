"""Environments of every game for reinforcement learning: Gymnasium, PettingZoo and OpenSpiel.

The environments use only the contract of ``suitwise.game``, so a new game has them all at once. A seat
observes its own view and nothing else. Nothing heavy is imported before an environment is used; they
need the extra ``rl``.

>>> import suitwise.envs
>>> env = suitwise.envs.SeatEnv("texas42(match=hand)", opponents="random")
>>> seen, info = env.reset(seed=1)
>>> seen.shape, info["action_mask"].nonzero()[0].tolist()
((431,), [42, 58])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from suitwise.errors import missing

if TYPE_CHECKING:
    from suitwise.envs.openspiel import register_games as register_openspiel
    from suitwise.envs.picture import seen_image as seen_image
    from suitwise.envs.picture import seen_text as seen_text
    from suitwise.envs.registered import register_envs as register_envs
    from suitwise.envs.seat import SeatEnv as SeatEnv
    from suitwise.envs.sight import Listed as Listed
    from suitwise.envs.sight import Numbered as Numbered
    from suitwise.envs.sight import actions_of as actions_of
    from suitwise.envs.table import TableEnv as TableEnv
    from suitwise.envs.table import env as env
    from suitwise.envs.table import raw_env as raw_env
    from suitwise.envs.tractor_play import TractorPlayEnv as TractorPlayEnv
    from suitwise.envs.vector import BatchVectorEnv as BatchVectorEnv

__all__ = [
    "BatchVectorEnv",
    "Listed",
    "Numbered",
    "SeatEnv",
    "TableEnv",
    "TractorPlayEnv",
    "actions_of",
    "env",
    "raw_env",
    "register_envs",
    "register_openspiel",
    "seen_image",
    "seen_text",
]

_PLACES = {
    "BatchVectorEnv": ("vector", "BatchVectorEnv"),
    "Listed": ("sight", "Listed"),
    "Numbered": ("sight", "Numbered"),
    "SeatEnv": ("seat", "SeatEnv"),
    "TableEnv": ("table", "TableEnv"),
    "TractorPlayEnv": ("tractor_play", "TractorPlayEnv"),
    "actions_of": ("sight", "actions_of"),
    "env": ("table", "env"),
    "raw_env": ("table", "raw_env"),
    "register_envs": ("registered", "register_envs"),
    "register_openspiel": ("openspiel", "register_games"),
    "seen_image": ("picture", "seen_image"),
    "seen_text": ("picture", "seen_text"),
}
"""The module of each name, and its name there."""


def __getattr__(name: str) -> Any:
    """Import a public name from its module.

    Raises:
        SuitwiseError: a package of the extra ``rl`` is missing.
    """
    if name not in _PLACES:
        raise AttributeError(f"module 'suitwise.envs' has no attribute {name!r}")
    module, attribute = _PLACES[name]
    try:
        return getattr(import_module(f"suitwise.envs.{module}"), attribute)
    except ModuleNotFoundError as error:
        raise missing(error, "rl") from error
