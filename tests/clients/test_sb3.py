"""Stable-Baselines3 and sb3-contrib learn on the compiled vectors, and what was learnt plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv, VecMonitor, VecNormalize

from suitwise.arena.config import Config
from suitwise.arena.run import run
from suitwise.envs import BatchVectorEnv, SeatEnv, TractorPlayEnv
from suitwise.envs.sb3 import MaskablePlayer, make_vec_env
from suitwise.errors import SuitwiseError
from suitwise.game import load, play
from suitwise.players.named import register_player
from suitwise.tractor import play_move

LONGEST = {"gin": 16, "stacks": 8, "texas42(match=hand)": 8}
"""After so many of the learner's moves some games are over, others are cut off."""
OPPONENT = {"gin": "greedy", "stacks": "random", "texas42(match=hand)": "rules"}
SMALL: dict[str, Any] = {"n_steps": 32, "batch_size": 64, "n_epochs": 1, "seed": 1}


def first_legal(envs: Any) -> Any:
    return get_action_masks(envs).argmax(axis=1)


@pytest.mark.parametrize("game", LONGEST)
def test_the_games_are_those_of_the_vector_environment_told_as_sb3_has_it(game: str) -> None:
    options: dict[str, Any] = {"opponents": OPPONENT[game], "longest": LONGEST[game]}
    ours = make_vec_env(game, 16, seed=5, **options)
    theirs = BatchVectorEnv(game, 16, autoreset_mode="SameStep", **options)
    assert isinstance(ours, VecEnv)
    wanted, _ = theirs.reset(seed=5)
    assert (ours.reset() == wanted).all()
    ended = cut_off = 0
    for _ in range(60):
        masks = get_action_masks(ours)
        assert masks.dtype == np.bool_
        assert (masks == theirs.steps.masks).all()
        actions = theirs.steps.sample()
        seen, rewards, dones, infos = ours.step(actions)
        wanted, paid, over, cut, told = theirs.step(actions)
        assert (seen == wanted).all()
        assert rewards.dtype == np.float32
        assert (rewards == paid).all()
        assert (dones == over | cut).all()
        assert [info["seat"] for info in infos] == told["seat"].tolist()
        assert ["terminal_observation" in info for info in infos] == dones.tolist()
        for row in np.flatnonzero(dones):
            assert (infos[row]["terminal_observation"] == told["final_obs"][row]).all()
            assert infos[row]["terminal_seat"] == told["final_seat"][row]
            assert infos[row]["TimeLimit.truncated"] == cut[row]
            assert not infos[row]["illegal"]
            if over[row]:
                assert infos[row]["returns"] == tuple(told["returns"][row])
        ended, cut_off = ended + int(over.sum()), cut_off + int(cut.sum())
    assert ended
    assert cut_off


def test_an_illegal_action_ends_the_game_and_is_told_of() -> None:
    envs = make_vec_env("gin", 2, seed=5)
    envs.reset()
    _, rewards, dones, infos = envs.step([106, 1])
    assert (rewards[0], dones[0], infos[0]["illegal"]) == (-123, True, True)
    assert not dones[1]


def test_the_same_seed_deals_the_same_and_without_one_games_go_on() -> None:
    envs = make_vec_env("gin", 4)
    envs.seed(3)
    first, second = envs.reset(), envs.reset()
    assert (first != second).any()
    envs.seed(3)
    assert (envs.reset() == first).all()
    assert (make_vec_env("gin", 4, seed=3).reset() == first).all()
    assert (make_vec_env("gin", 4).reset() != make_vec_env("gin", 4).reset()).any()


def test_masks_are_asked_for_as_sb3_contrib_does_also_through_wrappers() -> None:
    envs = VecNormalize(VecMonitor(make_vec_env("gin", 4, seed=3)), norm_obs=False)
    envs.reset()
    assert is_masking_supported(envs)
    masks = get_action_masks(envs)
    assert masks.shape == (4, 107)
    assert (np.stack(envs.env_method("action_masks", indices=[2])) == masks[2:3]).all()
    assert (envs.get_attr("action_masks")[0]() == masks).all()
    assert envs.env_is_wrapped(Monitor) == [False] * 4
    with pytest.raises(AttributeError, match="have the method action_masks, not shuffle"):
        envs.env_method("shuffle")
    with pytest.raises(SuitwiseError, match="have no longest each"):
        envs.set_attr("longest", 3)


def test_a_monitor_tells_of_games_what_they_were_worth() -> None:
    envs = VecMonitor(make_vec_env("gin", 4, seed=3))
    envs.reset()
    told = []
    for _ in range(60):
        _, rewards, dones, infos = envs.step(first_legal(envs))
        told += [(rewards[row], infos[row]["episode"]["r"]) for row in np.flatnonzero(dones)]
    assert told
    assert all(paid == pytest.approx(worth) for paid, worth in told)


def test_a_step_without_actions_and_options_at_a_reset_are_refused() -> None:
    envs = make_vec_env("gin", 2)
    envs.reset()
    with pytest.raises(SuitwiseError, match="no actions to wait for"):
        envs.step_wait()
    with pytest.raises(SuitwiseError, match=r"actions are integers \(2,\)"):
        envs.step([1])
    envs.set_options({"to": 100})
    with pytest.raises(SuitwiseError, match="no options at a reset"):
        envs.reset()
    envs.close()


@pytest.mark.parametrize(
    ("game", "seat", "opponents"),
    [
        ("gin", 0, "self"),
        ("texas42(match=hand)", (0, 1), "random"),
        ("texas42(match=hand)", "any", ["random", "random", "self"]),
    ],
)
def test_a_learner_for_both_sides_is_refused(game: str, seat: Any, opponents: Any) -> None:
    with pytest.raises(SuitwiseError, match="a learner has seats of one side, not"):
        make_vec_env(game, 2, seat=seat, opponents=opponents)


@pytest.mark.parametrize("opponents", ["rules", ["rules", "self", "random"]])
def test_partners_learn_together(opponents: Any) -> None:
    own = 0 if isinstance(opponents, list) else (0, 2)
    envs = make_vec_env("texas42(match=hand)", 8, seed=3, seat=own, opponents=opponents)
    envs.reset()
    seats = {info["seat"] for _ in range(20) for info in envs.step(first_legal(envs))[3]}
    assert seats == {0, 2}


# --- Learning -------------------------------------------------------------------------------------


def test_plain_ppo_learns_on_what_it_is_paid_for_illegal_actions() -> None:
    model = PPO("MlpPolicy", VecMonitor(make_vec_env("gin", 8, seed=1)), **SMALL)
    model.learn(512)
    assert model.num_timesteps == 512
    assert min(game["r"] for game in model.ep_info_buffer) == -123


@pytest.fixture(scope="module")
def model() -> Any:
    envs = VecMonitor(make_vec_env("gin", 8, opponents="greedy", seat="any", longest=100))
    return MaskablePPO("MlpPolicy", envs, **SMALL).learn(1024)


@pytest.fixture(scope="module")
def saved(model: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "gin.zip"
    model.save(path)
    return path


def test_maskable_ppo_learns_and_plays_legal_moves_alone(model: Any) -> None:
    games = make_vec_env("gin", 16, seed=9, longest=100)
    seen, ended = games.reset(), 0
    for _ in range(150):
        masks = get_action_masks(games)
        actions, _ = model.predict(seen, action_masks=masks)
        assert masks[range(16), actions].all()
        seen, _, dones, infos = games.step(actions)
        assert not any(infos[row]["illegal"] for row in np.flatnonzero(dones))
        ended += int(dones.sum())
    assert ended
    mean, _ = evaluate_policy(model, VecMonitor(games), n_eval_episodes=10)
    assert -123 < mean < 123


def test_the_same_model_is_evaluated_on_single_seats(model: Any) -> None:
    games = DummyVecEnv([lambda: SeatEnv("gin", longest=100, illegal="raise")])
    mean, _ = evaluate_policy(model, games, n_eval_episodes=3, warn=False)
    assert -123 < mean < 123
    assert isinstance(games.envs[0], gymnasium.Env)


# --- Playing --------------------------------------------------------------------------------------


class Trained(MaskablePlayer):
    """As a script of one's own makes it."""


register_player("trained", Trained, "gin")


def test_a_model_is_a_player_and_its_file_stands_in_the_plan(saved: Path, tmp_path: Path) -> None:
    match = {"game": "gin", "players": [f"trained(model={saved})", "greedy"], "deals": 3}
    standings = run(Config.from_json({"match": [match]}), tmp_path)
    met = standings.matches[0].pairs[0].paired
    assert met is not None
    assert met.deals == 3
    assert f'"file {saved}": "' in (tmp_path / "plan.json").read_text("utf-8")


def test_a_model_plays_as_it_predicts(model: Any, saved: Path) -> None:
    gin, sight = load("gin"), SeatEnv("gin")
    chooser = MaskablePlayer(str(saved)).seated(gin, seed=1, stream=0)
    state, _ = gin.start().rolled(3, 0)
    seen, info = sight.shown(state)
    wanted, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
    assert gin.move_number(chooser(state)) == wanted
    record = play(gin.start(), lambda s: chooser(s) if s.turn == 0 else last(s), seed=3)
    assert record.returns


def last(state: Any) -> Any:
    """Return the last legal move: a knock wherever there is one."""
    return list(state.moves())[-1]


def test_a_file_that_is_no_model_or_one_of_another_game_is_refused(
    saved: Path, tmp_path: Path
) -> None:
    (tmp_path / "no.zip").write_bytes(b"no model")
    with pytest.raises(SuitwiseError, match=r"no\.zip holds no model of MaskablePPO"):
        MaskablePlayer(str(tmp_path / "no.zip")).seated(load("gin"), 1, 0)
    with pytest.raises(
        SuitwiseError, match="sees 381 numbers and has 107 actions, stacks 32 and 16"
    ):
        MaskablePlayer(str(saved)).seated(load("stacks"), 1, 0)


@pytest.fixture(scope="module")
def of_tractor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that has learnt the play of a deal of Tractor on the compiled vector."""
    games = make_vec_env("tractor(match=deal)", 8, seed=1, seat="any", opponents="rules")
    model = MaskablePPO("MlpPolicy", VecMonitor(games), **SMALL).learn(512)
    path = tmp_path_factory.mktemp("models") / "play.zip"
    model.save(path)
    return path


def test_a_model_of_the_play_of_tractor_plays_whole_deals_in_the_arena(
    of_tractor: Path, tmp_path: Path
) -> None:
    register_player("trained_play", Trained, "tractor")
    player = f"trained_play(model={of_tractor})"
    match = {"game": "tractor(match=deal)", "players": [player, "rules"], "deals": 2}
    standings = run(Config.from_json({"match": [match]}), tmp_path, workers=1)
    met = standings.matches[0].pairs[0].paired
    assert met is not None
    assert met.deals == 2


def test_a_model_of_the_play_of_tractor_plays_as_it_predicts_on_its_environment(
    of_tractor: Path,
) -> None:
    """In Gymnasium's single environment and as a player it chooses alike, all through a deal."""
    model = MaskablePPO.load(of_tractor, device="cpu")
    env = TractorPlayEnv(opponents="rules", illegal="raise")
    chooser = MaskablePlayer(str(of_tractor)).seated(env.game, seed=1, stream=0)
    seen, info = env.reset(seed=3)
    over, moves = False, 0
    while not over:
        action, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
        assert chooser(env.position) == play_move(env.position, int(action))
        seen, _, over, _, info = env.step(int(action))
        moves += 1
    assert moves > 5
    with pytest.raises(
        SuitwiseError, match="sees 600 numbers and has 600 actions, gin 381 and 107"
    ):
        MaskablePlayer(str(of_tractor)).seated(load("gin"), 1, 0)


class Other(gymnasium.Env[Any, Any]):
    """An environment of something else, which sees two things and does two."""

    observation_space = gymnasium.spaces.Dict({"seen": gymnasium.spaces.Box(0, 1, (380,))})
    action_space = gymnasium.spaces.MultiDiscrete([107, 2])


def test_a_model_of_bytes_or_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "of_bytes.zip"
    MaskablePPO("MlpPolicy", DummyVecEnv([lambda: SeatEnv("gin", dtype="uint8")]), **SMALL).save(
        path
    )
    with pytest.raises(SuitwiseError, match="has learnt from uint8, players see float32"):
        MaskablePlayer(str(path)).seated(load("gin"), 1, 0)
    MaskablePPO("MultiInputPolicy", DummyVecEnv([Other]), **SMALL).save(path)
    with pytest.raises(SuitwiseError, match="is of no game: it sees Dict"):
        MaskablePlayer(str(path)).seated(load("gin"), 1, 0)


def test_a_model_that_is_written_again_is_read_again(model: Any, tmp_path: Path) -> None:
    path = tmp_path / "again.zip"
    model.save(path)
    MaskablePlayer(str(path)).seated(load("gin"), 1, 0)
    path.write_bytes(b"no model any more")
    with pytest.raises(SuitwiseError, match="holds no model"):
        MaskablePlayer(str(path)).seated(load("gin"), 1, 0)
