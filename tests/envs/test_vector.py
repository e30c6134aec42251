"""The vector environments: Gymnasium's own conventions, over every game that has compiled rules."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, NormalizeReward, RecordEpisodeStatistics
from numpy.typing import NDArray

from suitwise.envs import (
    BatchVectorEnv,
    SeatEnv,
    register_envs,
    seen_image,
    seen_text,
)
from suitwise.envs.registered import BATCHED
from suitwise.envs.vector import batch_of
from suitwise.errors import SuitwiseError
from suitwise.game import load
from suitwise.players.named import names_for
from suitwise.stepping.loop import OVER, UNDER_WAY
from suitwise.stepping.steps import Steps, expert_of

GAMES = list(BATCHED.values())


register_envs()


def played(env: BatchVectorEnv, steps: int, seed: int = 3) -> list[bytes]:
    """Play random legal actions; return what came of each step."""
    env.reset(seed=seed)
    seen = []
    for turn in range(steps):
        mask = env.steps.masks
        chosen = np.array([legal(row, turn) for row in mask])
        observations, rewards, over, cut, _ = env.step(chosen)
        seen.append(b"".join(a.tobytes() for a in (observations, rewards, over, cut)))
    return seen


def legal(mask: Any, turn: int) -> int:
    allowed = np.flatnonzero(mask)
    return int(allowed[turn % len(allowed)]) if len(allowed) else 0


@pytest.mark.parametrize("name", BATCHED)
def test_gymnasium_makes_the_vector_environment_by_its_id(name: str) -> None:
    env = gymnasium.make_vec(name, num_envs=3)
    assert isinstance(env, BatchVectorEnv)
    assert env.spec is not None
    assert env.spec.id == name
    seen, infos = env.reset(seed=1)
    assert seen in env.observation_space
    assert infos["action_mask"].shape == (3, env.single_action_space.n)  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponents", ["random", "self"])
def test_what_is_seen_lies_in_the_declared_space(game: str, opponents: Any) -> None:
    env = BatchVectorEnv(game, 16, opponents=opponents, seat="any")
    env.reset(seed=3)
    ended = 0
    for turn in range(2000):
        if turn >= 120 and ended >= 16:
            break
        chosen = np.array([legal(row, turn) for row in env.steps.masks])
        assert chosen in env.action_space
        seen, rewards, over, cut, infos = env.step(chosen)
        assert seen in env.observation_space
        assert rewards.dtype == np.float64
        assert over.dtype == cut.dtype == np.bool_
        assert not (over & cut).any()
        assert set(np.unique(infos["action_mask"])) <= {0, 1}
        assert infos["action_mask"].any(axis=1).all()
        assert (infos["action_mask"][over].sum(axis=1) == 1).all()
        ended += int(over.sum())
    assert ended >= 16


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same_games(game: str) -> None:
    env = BatchVectorEnv(game, 8)
    first = played(env, 40)
    assert played(env, 40) == first
    assert played(env, 40, seed=4) != first
    assert played(BatchVectorEnv(game, 8, threads=2), 40) == first


def test_without_a_seed_the_first_games_are_the_systems_own() -> None:
    one, other = BatchVectorEnv("gin", 4), BatchVectorEnv("gin", 4)
    assert (one.reset()[0] != other.reset()[0]).any()


def test_without_a_seed_later_games_go_on() -> None:
    env = BatchVectorEnv("gin", 4)
    first = env.reset(seed=3)[0].copy()
    assert (env.reset()[0] != first).any()
    assert (env.steps.numbers >= 4).all()


@pytest.mark.parametrize("name", BATCHED)
def test_a_list_has_a_seed_for_each_game_as_gymnasiums_own_vectors_take_it(name: str) -> None:
    env = gymnasium.make_vec(name, num_envs=4, opponents="random")
    seen, infos = env.reset(seed=[1, 2, 1, 9])  # type: ignore[arg-type]
    assert (seen[0] == seen[2]).all()
    assert (seen[0] != seen[1]).any()
    for _ in range(30):
        seen, _, _, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        assert (seen[0] == seen[2]).all()
    for seeds in ((1, 2, 1, 9), np.array([1, 2, 1, 9])):
        again = env.reset(seed=seeds)[0]  # type: ignore[arg-type]
        assert (again[0] == again[2]).all()


@pytest.mark.parametrize("game", ["gin", "texas42(match=hand)", "stacks", "stacks(height=3)"])
def test_a_game_of_a_list_begins_and_goes_on_as_it_does_alone(game: str) -> None:
    """Of stacks of three many a deal is solved before the first turn, and left out."""
    env, seeds = BatchVectorEnv(game, 4), [7, 8, 9, 3]
    alone = [BatchVectorEnv(game, 1) for _ in seeds]
    env.reset(seed=11)
    seen, infos = env.reset(seed=seeds)
    begun = [one.reset(seed=seed) for one, seed in zip(alone, seeds, strict=True)]
    ended = 0
    for _ in range(300):
        for row, (own, info) in enumerate(begun):
            assert (seen[row] == own[0]).all()
            assert (infos["action_mask"][row] == info["action_mask"][0]).all()
        actions = infos["action_mask"].argmax(axis=1)
        seen, _, over, _, infos = env.step(actions)
        ended += over.sum()
        stepped = [one.step(actions[[row]]) for row, one in enumerate(alone)]
        begun = [(one[0], one[4]) for one in stepped]
    assert ended > len(seeds), "later games are the same, too"
    (env.reset(), *(one.reset() for one in alone))
    assert env.steps.numbers.tolist() == [one.steps.numbers[0] for one in alone]


def test_a_seed_left_out_of_a_list_goes_on_or_is_the_systems_own() -> None:
    one, other = BatchVectorEnv("gin", 3), BatchVectorEnv("gin", 3)
    seen, again = (env.reset(seed=[4, None, 4])[0] for env in (one, other))
    assert (seen[0] == again[0]).all()
    assert (seen[1] != again[1]).any()
    before = one.steps.numbers.copy()
    one.reset(seed=[4, None, None])
    assert one.steps.numbers.tolist() == [0, before[1] + 1, before[2] + 1]
    one.reset(seed=4)
    one.reset(seed=[4, None, None])
    assert one.steps.numbers.tolist() == [0, 4, 5], "games of one seed are shared"
    mask = np.array([True, False, False])
    kept = one.steps.observations.copy()
    seen, _ = one.reset(seed=[5, 6, 7], options={"reset_mask": mask})
    assert (seen[1:] == kept[1:]).all()
    assert (seen[0] == BatchVectorEnv("gin", 1).reset(seed=5)[0][0]).all()


@pytest.mark.parametrize("seed", [[1, 2], [], [1, 2, 3, 4], [1, 2, -1], [1, 2, "3"], [1, 2, 2**64]])
def test_a_list_that_has_not_a_seed_for_each_game_is_refused(seed: list[Any]) -> None:
    with pytest.raises(SuitwiseError, match="seed"):
        BatchVectorEnv("gin", 3).reset(seed=seed)


def test_autoreset_is_declared() -> None:
    assert BatchVectorEnv("gin").metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    env = gymnasium.make_vec("suitwise/Gin-v0", autoreset_mode="SameStep")
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert env.unwrapped.autoreset_mode == AutoresetMode.SAME_STEP  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
def test_what_seats_get_lies_in_the_range_of_rewards(game: str) -> None:
    env = BatchVectorEnv(game, 32, opponents="self", autoreset_mode="SameStep")
    least, most = env.reward_range
    assert least == env.steps.batch.lowest
    assert least <= 0 < most
    env.reset(seed=3)
    for _ in range(120):
        _, rewards, *_ = env.step(env.steps.sample())
        assert (rewards >= least).all()
        assert (env.steps.returns <= most).all()


def test_an_environment_is_made_again_by_its_spec() -> None:
    env = gymnasium.make_vec(
        "suitwise/Texas42-v0", num_envs=2, seat=(0, 2), opponents=["rules"] * 2
    )
    assert env.spec is not None
    again = gymnasium.make_vec(env.spec)
    seen, infos = env.reset(seed=3)
    assert (again.reset(seed=3)[0] == seen).all()
    assert (infos["action_mask"] == again.reset(seed=3)[1]["action_mask"]).all()
    assert again.single_action_space == env.single_action_space
    assert again.single_observation_space == env.single_observation_space


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_gymnasiums_own_wrappers_go_over_it(mode: str) -> None:
    env = gymnasium.make_vec("suitwise/Stacks-v0", num_envs=8, autoreset_mode=mode)
    counted, listed = NormalizeReward(RecordEpisodeStatistics(env)), DictInfoToList(env)
    for wrapped in (counted, listed):
        wrapped.reset(seed=3)
    ends = 0
    for _ in range(30):
        *_, infos = counted.step(env.unwrapped.steps.sample())  # type: ignore[attr-defined]
        assert ("final_info" in infos) == (mode == "SameStep" and "episode" in infos)
        *_, told = listed.step(env.unwrapped.steps.sample())  # type: ignore[attr-defined]
        for one in told:
            assert ("final_info" in one) == (mode == "SameStep" and "returns" in one)
            ends += "returns" in one
    assert ends > 4


def test_gymnasiums_own_vectors_tell_of_the_last_position_as_ours_do() -> None:
    options: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}
    told = []
    for vector in (
        BatchVectorEnv("stacks", 4, **options),
        SyncVectorEnv([lambda: SeatEnv("stacks")] * 4, **options),
    ):
        _, infos = vector.reset(seed=3)
        while "final_info" not in infos:
            *_, infos = vector.step(infos["action_mask"].argmax(axis=1))
        told.append(infos)
    ours, theirs = told
    assert {"final_info", "_final_info", "final_obs", "_final_obs"} <= set(ours) & set(theirs)
    assert {"seat", "_seat"} <= set(ours["final_info"]) & set(theirs["final_info"])
    assert (ours["_final_info"] == ours["_final_obs"]).all()
    assert ours["final_info"]["returns"].shape == (4, 1)


def test_a_softmax_over_the_mask_stands_in_every_step() -> None:
    env = BatchVectorEnv("stacks", 64)
    _, infos = env.reset(seed=3)
    ends = 0
    for _ in range(80):
        weights = infos["action_mask"] / infos["action_mask"].sum(axis=1, keepdims=True)
        assert np.isfinite(weights).all()
        _, _, over, _, infos = env.step((weights.cumsum(axis=1) > 0.5).argmax(axis=1))
        ends += int(over.sum())
    assert ends > 8


def expert_in_python(steps: Steps, policy: str) -> NDArray[np.int64]:
    """Return what the policy would do in each game, by plain Python: nothing is compiled for it."""
    batch, actions = steps.batch, np.empty(steps.count, np.int64)
    number, work = batch.policies.index(policy), np.zeros((2, batch.columns), np.int64)
    given = steps.records, steps.masks, np.array(batch.options, np.int64), work, number
    for row in range(steps.count):
        expert_of(batch.rules)(row, given, actions)
    return actions


@pytest.mark.parametrize("game", [game for game in GAMES if len(batch_of(game).policies) > 1])
def test_who_follows_the_expert_plays_the_very_games_of_the_policy(
    game: str, exhaustive: bool
) -> None:
    """Whichever seat follows it, the others moving by the policy, all seats get the same.

    Compiling takes fifteen seconds at Tractor: the sample asks plain Python there.
    """
    batch = batch_of(game)
    policy, is_plain = batch.policies[1], batch.game.name == "tractor" and not exhaustive
    count, results = 24, []
    for seat in (0, 1):
        steps = BatchVectorEnv(
            game, count, seat=seat, opponents=policy, autoreset_mode="Disabled"
        ).steps
        steps.reset(3)
        while (steps.ended == UNDER_WAY).any():
            steps.step(expert_in_python(steps, policy) if is_plain else steps.expert(policy))
        assert (steps.ended == OVER).all()
        results.append(dict(zip(steps.numbers.tolist(), steps.returns.tolist(), strict=True)))
    both = set(results[0]) & set(results[1])
    assert len(both) > count // 3
    assert all(results[0][number] == results[1][number] for number in both)
    assert any(map(any, results[0].values()))


def test_partners_learn_together_against_compiled_opponents() -> None:
    game = "texas42(match=hand)"
    env = BatchVectorEnv(game, 64, seat=(0, 2), opponents="rules", autoreset_mode="SameStep")
    _, infos = env.reset(seed=3)
    seats, ends = [], 0
    for _ in range(60):
        seats.append(infos["seat"])
        _, rewards, over, _, infos = env.step(env.steps.sample())
        if over.any():
            returns = infos["returns"][over]
            assert (returns[:, 0] == returns[:, 2]).all()
            assert (returns[:, 0] == rewards[over]).all()
            ends += int(over.sum())
    assert set(np.unique(seats)) == {0, 2}
    assert ends > 64


def test_games_begin_anew_when_told() -> None:
    env = BatchVectorEnv("stacks", 8, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=3)
    begun = 8
    for _ in range(100):
        seen, _, over, _, _ = env.step(env.steps.sample())
        if over.any():
            last = seen[over].copy()
            _, infos = env.reset(options={"reset_mask": over})
            assert (seen[over] == last).all()
            assert infos["action_mask"].any(axis=1).all()
            begun += int(over.sum())
    assert begun > 16


def test_a_game_is_cut_off_after_so_many_moves() -> None:
    env = BatchVectorEnv("gin", 32, longest=1)
    env.reset(seed=3)
    _, rewards, over, cut, _ = env.step(np.array([legal(row, 0) for row in env.steps.masks]))
    assert (cut | over).all()
    assert cut.sum() > 16
    assert (rewards[cut] == 0).all()


def test_rewards_and_seats_of_a_step_stay_as_they_are() -> None:
    env = BatchVectorEnv("gin", 64, seat="any")
    _, infos = env.reset(seed=3)
    seats = infos["seat"]
    kept = seats.copy()
    for turn in range(60):
        env.step(np.array([legal(row, turn) for row in env.steps.masks]))
    assert (seats == kept).all()


def test_gymnasiums_own_wrapper_counts_the_episodes() -> None:
    env = RecordEpisodeStatistics(gymnasium.make_vec("suitwise/Stacks-v0", num_envs=8))
    _, infos = env.reset(seed=3)
    lengths = []
    for turn in range(80):
        chosen = np.array([legal(row, turn) for row in infos["action_mask"]])
        _, _, _, _, infos = env.step(chosen)
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(lengths) > 8
    assert 0 < max(lengths) <= 48


def test_what_was_told_in_a_step_stays_as_it_is() -> None:
    env = BatchVectorEnv("stacks", 16, autoreset_mode="SameStep")
    env.reset(seed=3)
    told: dict[str, Any] = {}
    while "final_obs" not in told:
        *_, told = env.step(env.steps.sample())
    told |= {f"final {name}": value for name, value in told.pop("final_info").items()}
    kept = {name: value.copy() for name, value in told.items() if "mask" not in name}
    for _ in range(30):
        env.step(env.steps.sample())
    assert all((told[name] == value).all() for name, value in kept.items())


def test_the_last_observation_is_the_one_before_the_new_game() -> None:
    same = BatchVectorEnv("gin", 32, autoreset_mode="SameStep", opponents="self")
    later = BatchVectorEnv("gin", 32, opponents="self")
    same.reset(seed=3)
    later.reset(seed=3)
    for _ in range(200):
        chosen, moved = same.steps.sample(), same.steps.seats.copy()
        *_, infos = same.step(chosen)
        seen, *_ = later.step(chosen)
        if "final_obs" in infos:
            over = infos["_final_obs"]
            assert (infos["final_obs"][over] == seen[over]).all()
            assert (infos["final_seat"][over] == moved[over]).all()
            return
    raise AssertionError("no game came to its end")


def test_what_was_seen_stays_as_it_was_unless_no_copies_are_asked_for() -> None:
    for copied in (True, False):
        env = BatchVectorEnv("gin", 32, copy=copied)
        seen, infos = env.reset(seed=3)
        kept = seen.copy(), infos["action_mask"].copy()
        steps = [env.step(env.steps.sample()) for _ in range(2)]
        stayed = (seen == kept[0]).all() and (infos["action_mask"] == kept[1]).all()
        assert stayed == copied
        assert np.shares_memory(steps[-1][0], env.steps.observations) != copied


def test_gymnasiums_own_name_of_the_longest_episode_is_taken() -> None:
    env = gymnasium.make_vec("suitwise/Gin-v0", num_envs=8, max_episode_steps=1)
    env.reset(seed=3)
    _, _, over, cut, _ = env.step(env.unwrapped.steps.sample())  # type: ignore[attr-defined]
    assert (over | cut).all()


def test_an_illegal_action_is_told_from_a_game_that_was_lost() -> None:
    env = BatchVectorEnv("gin", 4)
    env.reset(seed=3)
    _, rewards, over, cut, infos = env.step(np.array([1, 107, 1, 50]))
    assert over.tolist() == infos["illegal"].tolist() == [False, True, False, True]
    assert not cut.any()
    assert rewards.tolist() == [0, -123, 0, -123]
    assert infos["returns"][1].tolist() == [-123, 0]
    assert (infos["action_mask"][over].nonzero()[1] == 0).all()


def test_nothing_is_stepped_before_the_first_reset() -> None:
    env = BatchVectorEnv("gin", 2)
    with pytest.raises(ResetNeeded, match="reset begins the games"):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(ResetNeeded, match="the first reset begins all games"):
        env.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(SuitwiseError):
        env.reset(seed=2**64)
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(2, np.int64))


def test_a_game_that_is_over_is_not_stepped_where_games_begin_when_told() -> None:
    env = BatchVectorEnv("gin", 2, autoreset_mode="Disabled")
    env.reset(seed=3)
    env.step(np.array([1, 107]))
    with pytest.raises(ResetNeeded, match="game 1 is over: reset it by the option reset_mask"):
        env.step(np.array([1, 1]))
    env.reset(options={"reset_mask": np.array([False, True])})
    env.step(env.steps.sample())


@pytest.mark.parametrize("game", GAMES)
def test_copies_go_on_alike(game: str) -> None:
    env = BatchVectorEnv(game, 4)
    played(env, 5)
    other = pickle.loads(pickle.dumps(env))
    assert played(other, 5, seed=9) == played(env, 5, seed=9)


@pytest.mark.parametrize("game", GAMES)
def test_threads_change_nothing(game: str) -> None:
    one, two = (BatchVectorEnv(game, 600, threads=threads) for threads in (1, 2))
    for env in (one, two):
        env.reset(seed=3)
    for _ in range(30):
        chosen = one.steps.sample()
        assert (two.steps.sample() == chosen).all()
        mine, other = one.step(chosen)[:4], two.step(chosen)[:4]
        pairs: Any = zip(mine, other, strict=True)
        assert all(np.array_equal(a, b) for a, b in pairs)
    two.close()
    two.close()


@pytest.mark.parametrize("game", GAMES)
def test_opponents_are_named_as_the_players_are(game: str) -> None:
    assert set(batch_of(game).policies) <= set(names_for(load(game)))


def test_sampled_actions_are_legal_and_each_is_equally_likely() -> None:
    env = BatchVectorEnv("texas42(match=hand)", 20_000)
    env.reset(seed=3)
    chosen, masks = env.steps.sample(), env.steps.masks
    assert (masks[np.arange(len(chosen)), chosen] == 1).all()
    expected = (masks / masks.sum(axis=1, keepdims=True)).sum(axis=0)
    seen = np.bincount(chosen, minlength=68)
    common = expected > 20
    assert (seen[expected == 0] == 0).all()
    assert (np.abs(seen - expected)[common] < 5 * np.sqrt(expected[common])).all()
    assert (env.steps.sample() != chosen).any()


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"game": "indian13"}, "indian13 has no compiled environment: use SeatEnv"),
        ({"game": "texas42"}, "a match of marks is not stepped in arrays"),
        ({"game": "gin(to=100)"}, "single deals are played"),
        ({"game": "chess"}, "'chess' is no game"),
        ({"autoreset_mode": "soon"}, "an autoreset mode is one of NextStep, SameStep, Disabled"),
        ({"game": 7}, "a game is a variant or its text, not 7"),
        ({"longest": 0}, "longest is None for never, or a number from 1"),
        ({"opponents": ["clever"]}, "the others move by one of"),
        ({"opponents": ["random"] * 2}, "of the other seats there are 1, and 2 are named"),
        ({"seat": (0, 0)}, "the learner's seats are one or more, each named once, not (0, 0)"),
        ({"seat": ()}, "the learner's seats are one or more"),
        ({"opponents": "clever"}, "the others move by one of"),
        ({"render_mode": "film"}, "render_mode is one of ansi, rgb_array, human, not 'film'"),
    ],
)
def test_what_there_is_not_is_refused(options: dict[str, Any], fault: str) -> None:
    every: dict[str, Any] = {"game": "gin", "num_envs": 2} | options
    with pytest.raises(SuitwiseError) as told:
        BatchVectorEnv(**every)
    assert fault in str(told.value)


def test_an_environment_that_was_refused_is_closed_without_a_fault() -> None:
    refused = BatchVectorEnv.__new__(BatchVectorEnv)  # Gymnasium 1.1 closes what it throws away
    refused.close_extras()
    assert not hasattr(refused, "steps")


def test_an_option_of_reset_that_is_none_is_refused() -> None:
    with pytest.raises(SuitwiseError, match="reset has the option reset_mask, not mask"):
        BatchVectorEnv("stacks").reset(options={"mask": None})


# --- Pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BATCHED)
def test_a_vector_shows_of_each_game_what_its_learner_sees(name: str) -> None:
    """The text is that of a single environment in the position, which other tests hold to the row."""
    texts, images = (
        gymnasium.make_vec(name, num_envs=3, seat="any", render_mode=mode).unwrapped
        for mode in ("ansi", "rgb_array")
    )
    assert isinstance(texts, BatchVectorEnv)
    assert isinstance(images, BatchVectorEnv)
    for env in (texts, images):
        env.reset(seed=3)
        for _ in range(3):
            env.step(env.steps.sample())
    shown, drawn = texts.render(), images.render()
    assert shown is not None
    assert drawn is not None
    assert texts._followed is not None
    for row, (text, image) in enumerate(zip(shown, drawn, strict=True)):
        state, seat = texts._followed.position(row), int(texts.steps.seats[row])
        assert text == seen_text(state, seat)
        assert np.array_equal(image, seen_image(state, seat))


def test_pictures_change_no_game() -> None:
    plain, shown = BatchVectorEnv("gin", 8), BatchVectorEnv("gin", 8, render_mode="ansi")
    assert played(plain, 40) == played(shown, 40)
    assert plain.render() is None


def test_people_are_shown_every_game_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env, silent = (BatchVectorEnv("gin", 2, render_mode=mode) for mode in ("human", "ansi"))
    env.reset(seed=3)
    silent.reset(seed=3)
    for _ in range(3):
        texts = silent.render()
        assert texts is not None
        told = "".join(f"game {row}\n{text}\n\n" for row, text in enumerate(texts))
        assert capsys.readouterr().out == told
        actions = silent.steps.sample()
        env.step(actions)
        silent.step(actions)
    assert env.render() is None


def test_before_a_reset_there_is_nothing_to_look_at() -> None:
    with pytest.raises(ResetNeeded, match="reset begins the games"):
        BatchVectorEnv("gin", render_mode="ansi").render()


def test_a_game_whose_rows_are_not_read_back_shows_no_picture_and_says_what_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unread = replace(batch_of("gin"), reading=None)
    monkeypatch.setattr("suitwise.envs.vector.batch_of", lambda game: unread)
    assert BatchVectorEnv("gin").reset(seed=1)
    with pytest.raises(SuitwiseError, match=r"are not read back .* vectorization_mode="):
        BatchVectorEnv("gin", render_mode="ansi")
