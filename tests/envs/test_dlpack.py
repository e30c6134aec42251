"""What a vector gives out is taken by other libraries where it lies, by DLPack, without a copy."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.envs import BatchVectorEnv


def taken(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array as another library gets it."""
    return np.from_dlpack(array)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_all_that_a_step_gives_is_shared_and_not_copied(
    dtype: Literal["float32", "uint8"],
) -> None:
    env = BatchVectorEnv("stacks", 4, dtype=dtype, copy=False)
    _, infos = env.reset(seed=1)
    seen, rewards, over, cut, infos = env.step(infos["action_mask"].argmax(axis=1))
    for array in (seen, infos["action_mask"], infos["seat"], rewards, over, cut):
        assert np.shares_memory(taken(array), array)
        assert array.flags.c_contiguous
        assert array.flags.writeable


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_what_was_taken_twice_shows_every_second_step_from_then_on(
    dtype: Literal["float32", "uint8"],
) -> None:
    env, plain = (BatchVectorEnv("gin", 4, dtype=dtype, copy=copy) for copy in (False, True))
    views: list[Any] = []
    seen, infos = env.reset(seed=1)
    now, _ = plain.reset(seed=1)
    for step in range(8):
        if step < 2:
            views.append((taken(seen), taken(infos["action_mask"])))
        observed, mask = views[step % 2]
        assert np.array_equal(observed, now)
        assert np.array_equal(mask, infos["action_mask"])
        actions = mask.argmax(axis=1)
        seen, _, _, _, infos = env.step(actions)
        now, *_ = plain.step(actions)
