"""TorchRL drives the faces as it comes: single seats, compiled vectors, tables."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torchrl.data import Binary, Unbounded
from torchrl.envs import (
    ActionMask,
    GymEnv,
    GymWrapper,
    PettingZooWrapper,
    TransformedEnv,
    check_env_specs,
    default_info_dict_reader,
)

import suitwise.envs
from suitwise.envs import BatchVectorEnv, SeatEnv

MOVES = 200


def masked(env: Any, actions: int) -> Any:
    """Return an environment that draws legal actions alone, the mask read out of its infos."""
    specs = [Binary(actions, dtype=torch.int8), Unbounded((), dtype=torch.int64)]
    env.set_info_dict_reader(default_info_dict_reader(["action_mask", "seat"], spec=specs))
    return TransformedEnv(env, ActionMask())


def by_id() -> Any:
    suitwise.envs.register_envs()
    return GymEnv("suitwise/Gin-v0", opponents="greedy", illegal="raise", seat="any")


@pytest.mark.parametrize(
    "make",
    [
        lambda: GymWrapper(SeatEnv("gin", opponents="greedy", illegal="raise", seat="any")),
        lambda: GymWrapper(
            SeatEnv("gin", opponents="greedy", illegal="raise", seat="any"),
            categorical_action_encoding=True,
        ),
        by_id,
    ],
    ids=["wrapped", "wrapped, numbers", "by its id"],
)
def test_a_seat_is_played_by_legal_actions_alone(make: Any) -> None:
    env = masked(make(), 107)
    env.set_seed(3)
    moves = env.rollout(MOVES, break_when_any_done=False)
    assert moves["observation"].shape == (MOVES, 381)
    assert set(moves["seat"].tolist()) == {0, 1}
    over = moves["next", "done"]
    assert over.any()
    assert (moves["next", "reward"][~over] == 0).all()
    assert (moves["next", "reward"][over] != 0).any()


@pytest.mark.parametrize("mode", ["SameStep", "Disabled"])
def test_the_compiled_vector_keeps_torchrls_specs_and_what_was_seen_last(mode: str) -> None:
    games = BatchVectorEnv("gin", 8, opponents="greedy", seat="any", autoreset_mode=mode)
    env = GymWrapper(games, categorical_action_encoding=True)
    if mode == "Disabled":  # in the same step it reads all infos by itself
        env.auto_register_info_dict()
    check_env_specs(env)
    env.set_seed(3)
    moves = TransformedEnv(env, ActionMask()).rollout(MOVES, break_when_any_done=False)
    assert moves.shape == (8, MOVES)
    chosen = moves["action_mask"].gather(-1, moves["action"].unsqueeze(-1))
    assert (chosen == 1).all()
    over = moves["next", "done"].squeeze(-1)
    assert over.any()
    # What follows in a row is what was seen next, but where a game was over: there it is the new game's.
    goes_on = ~over[:, :-1]
    seen, following = moves["next", "observation"][:, :-1], moves["observation"][:, 1:]
    assert (seen[goes_on] == following[goes_on]).all()
    assert (seen[~goes_on] != following[~goes_on]).any(dim=-1).all()
    # It is told where games are over; elsewhere TorchRL leaves what was in its memory.
    assert not moves["next", "illegal"].reshape(over.shape)[over].any()


def test_torchrl_refuses_games_that_begin_anew_in_the_next_step() -> None:
    with pytest.raises(RuntimeError, match="auto-reset mode must be one of SAME_STEP or DISABLED"):
        GymWrapper(BatchVectorEnv("gin", 2))


@pytest.mark.parametrize("game", ["gin", "texas42(match=hand)"])
@pytest.mark.parametrize("face", ["env", "raw_env"])
def test_the_agents_of_a_table_are_played_by_masks(game: str, face: str) -> None:
    table = getattr(suitwise.envs, face)(game)
    agents = list(table.possible_agents)
    env = PettingZooWrapper(table, use_mask=True, group_map={"all": agents}, done_on_any=False)
    check_env_specs(env)
    moves = env.rollout(MOVES, break_when_any_done=False)
    on_turn = moves["all", "mask"]
    assert (on_turn.sum(dim=-1) == 1).all()
    assert (moves["all", "action_mask"].any(dim=-1) >= on_turn).all()
    over = moves["next", "done"]
    assert over.any() or game == "gin"
    if game != "gin":
        paid = moves["next", "all", "reward"].squeeze(-1)[over.squeeze(-1)]
        assert (paid[:, :2] == -paid[:, 1:3]).all()
