"""Observations as bytes: the same numbers in whole parts, in every face that offers them."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from suitwise.envs import BatchVectorEnv, SeatEnv
from suitwise.envs.vector import batch_of
from suitwise.errors import SuitwiseError
from suitwise.fields import parts_of
from suitwise.game import load
from suitwise.testing import Kuhn

BATCHED = ("texas42(match=hand)", "gin", "stacks")
SINGLE = (*BATCHED, "texas42_endgame", "indian13(draws=60)")


@pytest.mark.parametrize("game", BATCHED)
def test_bytes_of_a_vector_over_their_parts_are_the_numbers(game: str) -> None:
    plain, copied, shared = (
        BatchVectorEnv(game, 24, dtype=dtype, copy=copy, autoreset_mode="SameStep")  # type: ignore[arg-type]
        for dtype, copy in (("float32", True), ("uint8", True), ("uint8", False))
    )
    parts, ended = parts_of(batch_of(game).fields), 0
    kept = [env.reset(seed=3)[0] for env in (plain, copied, shared)]
    for _ in range(40):
        numbers, whole, also = kept
        assert whole.dtype == also.dtype == np.uint8
        assert np.array_equal(whole, also)
        assert np.allclose(whole / parts, numbers, atol=1e-6)
        assert whole in copied.observation_space
        actions = plain.steps.sample()
        stepped = [env.step(actions) for env in (plain, copied, shared)]
        assert np.array_equal(shared.steps.observations, plain.steps.observations)
        assert np.array_equal(also, whole)  # the observation before the step is still there
        kept = [seen for seen, *_ in stepped]
        if "final_obs" in (infos := stepped[0][4]):
            rows = infos["_final_obs"]
            final = stepped[1][4]["final_obs"]
            assert final.dtype == np.uint8
            assert np.allclose((final / parts)[rows], infos["final_obs"][rows], atol=1e-6)
            ended += rows.sum()
    assert ended or game == "gin"


@pytest.mark.parametrize("game", SINGLE)
def test_bytes_of_a_seat_over_their_parts_are_the_numbers(game: str) -> None:
    plain, small = SeatEnv(game), SeatEnv(game, dtype="uint8")
    parts = parts_of(load(game).observation_fields())
    numbers, info = plain.reset(seed=5)
    whole, _ = small.reset(seed=5)
    over = False
    while not over:
        assert whole in small.observation_space
        assert np.allclose(whole / parts, numbers, atol=1e-6)
        action = info["action_mask"].argmax()
        numbers, _, over, _, info = plain.step(action)
        whole, *_ = small.step(action)


def test_gymnasium_finds_no_fault_with_bytes() -> None:
    with warnings.catch_warnings():
        # It takes any uint8 for a picture.
        warnings.simplefilter("ignore", UserWarning)
        check_env(SeatEnv("stacks", dtype="uint8"), skip_render_check=True)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("texas42(match=points)", "scores is 0 to 1.836 in parts of 250, beyond 255"),
        ("indian13", "drawn is 0 to 1 in parts of 300, beyond 255"),
        ("tractor(match=deal)", "points is 0 to 19.8 in parts of 200, beyond 255"),
        ("kuhn", "seen is not said to be whole numbers of anything"),
        ("stacks(stacks=16,height=16)", "stack_0 is 0 to 256 in parts of 1, beyond 255"),
    ],
)
def test_numbers_that_go_into_no_byte_are_refused_with_the_reason(game: str, why: str) -> None:
    with pytest.raises(SuitwiseError, match=f"observations are no bytes here: {why}"):
        SeatEnv(Kuhn() if game == "kuhn" else game, dtype="uint8")


def test_the_points_of_tractor_go_into_no_byte() -> None:
    with pytest.raises(SuitwiseError, match=r"points is 0 to 19\.8 in parts of 200, beyond 255"):
        BatchVectorEnv("tractor(match=deal)", 2, dtype="uint8")


def test_there_is_no_other_dtype() -> None:
    with pytest.raises(SuitwiseError, match="observations are float32 or uint8, not 'float64'"):
        BatchVectorEnv("stacks", 2, dtype="float64")  # type: ignore[arg-type]
