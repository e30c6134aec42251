"""A whole loop in tensors of PyTorch that lie where the environment writes: nothing is copied."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

import numpy as np
import pytest

from suitwise.envs import BatchVectorEnv

torch: Any = import_module("torch")


@pytest.mark.parametrize("take", ["from_numpy", "from_dlpack"])
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_a_loop_in_tensors_made_once_plays_the_games_of_one_in_arrays(
    take: str, dtype: Literal["float32", "uint8"]
) -> None:
    env, plain = (
        BatchVectorEnv("texas42(match=hand)", 16, dtype=dtype, copy=copy) for copy in (False, True)
    )
    tensor = getattr(torch, take)
    views: list[Any] = []
    seen, infos = env.reset(seed=1)
    now, told = plain.reset(seed=1)
    for step in range(30):
        if step < 2:
            views.append((tensor(seen), tensor(infos["action_mask"])))
        observed, mask = views[step % 2]
        assert observed.data_ptr() == seen.ctypes.data
        assert mask.data_ptr() == infos["action_mask"].ctypes.data
        assert np.array_equal(observed.numpy(), now)
        scores = torch.where(mask.bool(), observed.float().sum(1, keepdim=True), -torch.inf)
        actions = scores.argmax(1)
        seen, rewards, _, _, infos = env.step(actions.numpy())
        now, paid, _, _, told = plain.step(actions.numpy())
        assert tensor(rewards).data_ptr() == rewards.ctypes.data
        assert tensor(rewards).tolist() == paid.tolist()
        assert np.array_equal(infos["action_mask"], told["action_mask"])
