"""A loop in arrays of JAX that lie where the environment writes: nothing is copied on its way there."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

import numpy as np
import pytest

from suitwise.envs import BatchVectorEnv

jnp: Any = import_module("jax.numpy")


def place(array: Any) -> int:
    """Return where an array of JAX lies."""
    return int(array.unsafe_buffer_pointer())


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("count", [1, 16, 1000])
def test_arrays_of_a_step_are_taken_where_they_lie_and_stay_as_they_are(
    count: int, dtype: Literal["float32", "uint8"]
) -> None:
    env, plain = (BatchVectorEnv("texas42(match=hand)", count, dtype=dtype) for _ in range(2))
    seen, infos = env.reset(seed=1)
    now, told = plain.reset(seed=1)
    kept = []
    for _ in range(20):
        observed, mask = map(jnp.from_dlpack, (seen, infos["action_mask"]))
        assert (place(observed), place(mask)) == (
            seen.ctypes.data,
            infos["action_mask"].ctypes.data,
        )
        kept.append((observed, now.copy(), mask, told["action_mask"].copy()))
        scores = jnp.where(mask == 1, observed.astype(float).sum(axis=1, keepdims=True), -jnp.inf)
        actions = scores.argmax(axis=1)
        seen, rewards, _, _, infos = env.step(actions)
        now, paid, _, _, told = plain.step(np.array(actions))
        assert rewards.tolist() == paid.tolist()
    for observed, shown, mask, allowed in kept:
        assert np.array_equal(observed, shown)
        assert np.array_equal(mask, allowed)
