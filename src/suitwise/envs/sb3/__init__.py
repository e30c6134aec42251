"""Stable-Baselines3 drives the games: compiled vectors as its ``VecEnv``, its models as players.

Nothing heavy is imported before something is made; the extra ``sb3`` installs what is needed, PyTorch
with it.

>>> from suitwise.envs.sb3 import make_vec_env
>>> envs = make_vec_env("gin", 4, opponents="greedy", seed=7)
>>> envs.reset().shape
(4, 381)
"""

from __future__ import annotations

from suitwise.envs.sb3.making import make_vec_env as make_vec_env
from suitwise.envs.sb3.players import MaskablePlayer as MaskablePlayer

__all__ = ["MaskablePlayer", "make_vec_env"]
