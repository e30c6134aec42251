"""The Gymnasium environment of a single seat: episodes, opponents, seeds, illegal actions, checkers.

Tested with Gymnasium 1.4.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

import suitwise.testing  # noqa: F401  (its games are loaded by name)
from suitwise.envs import Listed, SeatEnv, register_envs
from suitwise.envs.registered import BATCHED, ENVS
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import OVER, State, load
from suitwise.players import RandomPlayer
from suitwise.players.named import names_for
from tests.envs.leaks import same
from tests.envs.variants import GAMES, MORE, NO_NUMBERS, WON, WRONG_SEEDS

register_envs()


def at_random(info: dict[str, Any], rng: np.random.Generator) -> int:
    """Return a legal action."""
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


def episode(env: SeatEnv, seed: int | None, most: int = 3000) -> list[Any]:
    """Play an episode at random; return all that the environment gave."""
    rng = np.random.default_rng(0 if seed is None else seed)
    given: list[Any] = [env.reset(seed=seed)]
    info, over = given[0][1], False
    while not over:
        assert len(given) < most
        given.append(env.step(at_random(info, rng)))
        *_, terminated, truncated, info = given[-1]
        over = terminated or truncated
    return given


# --- Gymnasium's checker --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ENVS)
def test_gymnasium_finds_no_fault_with_a_registered_environment(name: str) -> None:
    env = gymnasium.make(name)
    check_env(env.unwrapped)


@pytest.mark.parametrize("name", ENVS)
def test_an_id_stands_for_a_variant_and_another_can_be_given(name: str) -> None:
    env = gymnasium.make(name).unwrapped
    assert isinstance(env, SeatEnv)
    assert env.game == load(ENVS[name])
    other = gymnasium.make(name, game="kuhn").unwrapped
    assert isinstance(other, SeatEnv)
    assert other.game == load("kuhn")


@pytest.mark.parametrize("name", sorted(set(ENVS) & set(BATCHED)))
def test_games_with_a_batch_are_gymnasiums_own_vector_where_that_is_asked_for(name: str) -> None:
    envs = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", illegal="raise")
    assert isinstance(envs, SyncVectorEnv)
    assert envs.reset(seed=5)[0].shape == envs.observation_space.shape
    envs.close()


@pytest.mark.parametrize("name", sorted(set(ENVS) - set(BATCHED)))
def test_games_without_a_batch_are_vectorized_by_gymnasium(name: str) -> None:
    envs = gymnasium.make_vec(name, num_envs=3)
    assert isinstance(envs, SyncVectorEnv)
    seen, info = envs.reset(seed=5)
    assert seen.shape == envs.observation_space.shape
    alone = SeatEnv(ENVS[name])
    for row in range(3):
        first, _ = alone.reset(seed=5 + row)
        assert np.array_equal(seen[row], first)
    actions = info["action_mask"].argmax(axis=1)
    _, _, _, _, info = envs.step(actions)
    assert info["action_mask"].shape == (3, alone.actions.n)
    envs.close()


# --- Episodes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [text for text in (*GAMES, *MORE) if text != WON])
def test_a_random_episode_ends_with_what_the_seat_got(text: str) -> None:
    for seat in range(load(text).facts.seats):
        env = SeatEnv(text, seat=seat)
        given = episode(env, seed=seat)
        assert [step[1:4] for step in given[1:-1]] == [(0.0, False, False)] * (len(given) - 2)
        _, reward, terminated, truncated, info = given[-1]
        assert env.position.turn == OVER
        assert (reward, terminated, truncated) == (env.position.returns()[seat], True, False)
        assert not info["action_mask"].any()
        for seen, *_ in given:
            assert env.observation_space.contains(seen)


@pytest.mark.parametrize("text", GAMES)
def test_an_environment_gives_what_it_shows_of_its_position(text: str) -> None:
    env = SeatEnv(text)
    rng = np.random.default_rng(1)
    seen, info = env.reset(seed=1)
    over = False
    while not over:
        assert same((seen, info), env.shown(env.position))
        assert np.array_equal(seen, env.position.observe(0).ravel())
        assert info["action_mask"].tolist() == env.actions.mask(env.position).tolist()
        assert ("action_features" in info) == isinstance(env.actions, Listed)
        seen, _, over, _, info = env.step(at_random(info, rng))
    assert same((seen, info), env.shown(env.position))


def test_the_features_of_listed_moves_stand_in_the_info() -> None:
    env = SeatEnv("tractor(match=deal)", most=20)
    given = episode(env, seed=4)
    for *_, info in given:
        features = info["action_features"]
        assert features.shape == (20, env.actions.width)
        assert not features[info["action_mask"] == 0].any()
    assert max(int(info["action_mask"].sum()) for *_, info in given) == 20


@pytest.mark.parametrize("text", GAMES)
def test_the_same_seed_gives_the_same_episodes(text: str) -> None:
    first, again = SeatEnv(text), SeatEnv(text)
    for seed in (3, None, None):
        assert same(episode(first, seed), episode(again, seed))


def test_the_next_game_is_another_and_a_seed_goes_back_to_the_first() -> None:
    env = SeatEnv("gin")
    games = []
    for seed in (3, None, None, 3, None):
        env.reset(seed=seed)
        games.append(str(env.position))
    assert len(set(games[:3])) == 3
    assert games[3:] == games[:2]


def test_a_seed_deals_as_the_game_itself_does() -> None:
    env = SeatEnv("texas42(match=hand,shaker=3)")
    env.reset(seed=12)
    assert env.position == env.game.start().rolled(12, 0)[0]


def test_without_a_seed_games_differ_from_one_environment_to_the_next() -> None:
    games = set()
    for _ in range(4):
        env = SeatEnv("gin")
        env.reset()
        games.add(str(env.position))
    assert len(games) == 4


def test_the_cards_of_a_game_do_not_depend_on_who_plays_it_nor_on_the_games_before() -> None:
    one, other = (SeatEnv("gin", opponents=name) for name in ("random", "rules"))
    rng = np.random.default_rng(0)
    for seed in (1, None, None):
        (_, info), _ = one.reset(seed=seed), other.reset(seed=seed)
        assert one.position == other.position
        one.step(at_random(info, rng))


def test_a_step_after_the_end_asks_for_a_reset() -> None:
    env = SeatEnv("stacks")
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)
    episode(env, seed=1)
    with pytest.raises(ResetNeeded, match="the episode is over"):
        env.step(0)


def test_an_episode_is_cut_off_after_as_many_actions_as_asked_for() -> None:
    env = SeatEnv("gin", longest=7)
    given = episode(env, seed=2)
    assert [step[2:4] for step in given[1:]] == [(False, False)] * 6 + [(False, True)]
    assert given[-1][1] == 0
    with pytest.raises(ResetNeeded):
        env.step(0)


@pytest.mark.parametrize("text", ["gin", "tractor(match=deal)"])
def test_nothing_is_legal_once_an_episode_is_cut_off(text: str) -> None:
    env = SeatEnv(text, longest=2)
    *before, last = [info for *_, info in episode(env, seed=2)]
    assert env.position.turn == 0
    assert all(info["action_mask"].any() for info in before)
    assert not last["action_mask"].any()
    assert not last.get("action_features", np.zeros(1)).any()


# --- Seats and opponents --------------------------------------------------------------------------


@pytest.mark.parametrize("text", [text for text in GAMES if text != "stacks"])
def test_every_player_by_name_can_be_the_opponent(text: str) -> None:
    quick = {"mc": "mc(worlds=4)", "mccfr": "mccfr(iterations=10)"}
    for name in names_for(load(text)):
        opponents = quick.get(name, name)
        first, again = (episode(SeatEnv(text, opponents=opponents), seed=6) for _ in range(2))
        assert same(first, again)


def test_a_callable_can_be_the_opponent() -> None:
    asked: list[int] = []

    def last(state: State[Any]) -> Any:
        asked.append(state.turn)
        return tuple(state.moves())[-1]

    episode(SeatEnv("kuhn", opponents=last), seed=1)
    assert set(asked) == {1}


def test_opponents_are_named_from_the_next_seat_on() -> None:
    asked: list[tuple[int, int]] = []

    def player(number: int) -> Any:
        at_random = RandomPlayer(number)

        def choose(state: State[Any]) -> Any:
            asked.append((number, state.turn))
            return at_random(state)

        return choose

    episode(SeatEnv("texas42(match=hand)", seat=2, opponents=[player(n) for n in range(3)]), seed=1)
    assert set(asked) == {(0, 3), (1, 0), (2, 1)}


def test_any_seat_is_each_in_turn() -> None:
    env = SeatEnv("texas42(match=hand)", seat="any")
    seats = [env.reset(seed=4)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(7))]
    assert seats == [0, 1, 2, 3] * 2
    _, info = env.reset()
    assert env.position.turn == env.seat == info["seat"] == 0
    assert info["seat"].dtype == np.int64  # TorchRL reads nothing out of infos that has no dtype


def test_random_opponents_draw_other_numbers_in_every_seat_and_game() -> None:
    env = SeatEnv("texas42(match=hand,shaker=3)", seat=3)
    calls: set[Any] = set()
    for seed in range(4):
        for game in (seed, None, None, None):
            env.reset(seed=game)
            calls.add(env.position.calls)  # type: ignore[attr-defined]
    assert len(calls) > 8
    assert any(len(set(made)) == 3 for made in calls)


def drops_on_odd_cards(state: Any) -> Any:
    """Drop at the first turn where the card that opens the pile has an odd number."""
    if state.phase == "draw":
        return state.parse_move("drop" if state.pile[0][0] % 2 else "stock")
    return next(iter(state.moves()))


def test_a_game_that_ends_before_the_seats_first_turn_is_skipped() -> None:
    env = SeatEnv("indian13", seat=1, opponents=drops_on_odd_cards)
    skipped = 0
    for seed in range(6):
        env.reset(seed=seed)
        # Of two seats the number of a game times three is its stream.
        deals = (env.game.start().rolled(seed, 3 * number)[0] for number in count())
        number, deal = next((n, deal) for n, deal in enumerate(deals) if deal.pile[0][0] % 2 == 0)  # type: ignore[attr-defined]
        assert env.position.turn == 1
        assert env.position.pile[0] == deal.pile[0]  # type: ignore[attr-defined]
        skipped += number
    assert skipped > 0


def test_a_game_in_which_the_seat_never_moves_is_refused() -> None:
    with pytest.raises(
        SuitwiseError, match=r"1000 games of stacks.* end before seat 0's first turn"
    ):
        SeatEnv(WON).reset(seed=1)


# --- Illegal actions ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", GAMES)
def test_an_illegal_action_loses_the_most_and_ends_the_episode(text: str) -> None:
    env = SeatEnv(text)
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        illegal = int(np.flatnonzero(info["action_mask"] == 0)[-1])
        after, reward, terminated, truncated, told = env.step(illegal)
        assert (reward, terminated, truncated) == (env.game.facts.lowest_return, True, False)
        assert np.array_equal(after, seen)
        assert told["reason"]
        with pytest.raises(ResetNeeded):
            env.step(0)


@pytest.mark.parametrize("number", [-1, 107, 10**12])
def test_a_number_that_is_no_action_is_an_illegal_action(number: int) -> None:
    env = SeatEnv("gin")
    env.reset(seed=1)
    assert env.step(number)[4]["reason"] == f"the actions are 0 to 106, not {number}"


@pytest.mark.parametrize("text", ["gin", "tractor(match=deal)"])
@pytest.mark.parametrize("action", NO_NUMBERS, ids=repr)
def test_an_action_that_is_no_whole_number_is_refused_and_the_episode_goes_on(
    text: str, action: Any
) -> None:
    env = SeatEnv(text)
    _, info = env.reset(seed=3)
    before = env.position
    with pytest.raises(SuitwiseError, match="an action is a whole number, not "):
        env.step(action)
    assert env.position == before
    env.step(info["action_mask"].argmax())


@pytest.mark.parametrize("text", ["gin", "tractor(match=deal)"])
def test_nothing_is_legal_once_an_illegal_action_has_ended_the_episode(text: str) -> None:
    env = SeatEnv(text)
    _, info = env.reset(seed=3)
    assert info["action_mask"].any()
    *_, info = env.step(-1)
    assert env.position.turn == 0
    assert not info["action_mask"].any()
    assert not info.get("action_features", np.zeros(1)).any()
    _, info = env.reset()
    assert info["action_mask"].any()


def test_an_illegal_action_is_refused_with_its_rule_where_that_is_asked_for() -> None:
    env = SeatEnv("gin", illegal="raise")
    _, info = env.reset(seed=3)
    before = env.position
    with pytest.raises(IllegalMove, match="seat 0 is to take the upcard from the pile, or pass"):
        env.step(0)
    assert env.position == before
    env.step(at_random(info, np.random.default_rng(1)))


# --- Arguments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"seat": 2}, "gin: a seat is a number from 0 to 1, not 2"),
        ({"seat": -1}, "gin: a seat is a number from 0 to 1, not -1"),
        ({"seat": "all"}, "gin: a seat is a whole number, not 'all'"),
        ({"illegal": "pass"}, "illegal is one of lose, raise, not 'pass'"),
        ({"render_mode": "film"}, "render_mode is one of ansi, rgb_array, human, not 'film'"),
        ({"opponents": ["random", "random"]}, "gin has 1 other seats, and 2 players are named"),
        ({"opponents": []}, "gin has 1 other seats, and 0 players are named"),
        ({"seat": True}, "gin: a seat is a whole number, not True"),
        ({"opponents": 7}, "opponents are a player for all other seats, or a list .* not 7"),
        ({"opponents": None}, "opponents are a player for all other seats, or a list .* not None"),
        ({"opponents": [7]}, "a player is a name, or a callable that chooses a move, not 7"),
        ({"longest": 0}, "longest is None for never, or a number from 1"),
        ({"longest": True}, "longest is None for never, or a whole number, not True"),
        ({"most": -4}, "most is a number from 1 on, not -4"),
    ],
)
def test_an_option_out_of_range_is_refused(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(SuitwiseError, match=fault):
        SeatEnv("gin", **options)


def test_an_unknown_game_or_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(NotationError, match="is no game: write one of"):
        SeatEnv("bridge")
    with pytest.raises(SuitwiseError, match="a game is a variant or its text, not 7"):
        SeatEnv(7)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="is no player of gin: write one of easy"):
        SeatEnv("gin", opponents="pimc")


@pytest.mark.parametrize(("seed", "fault"), WRONG_SEEDS)
def test_what_is_no_seed_is_refused(seed: Any, fault: str) -> None:
    with pytest.raises(SuitwiseError, match=fault):
        SeatEnv("gin").reset(seed=seed)


def test_a_seed_is_a_whole_number_of_any_kind() -> None:
    env = SeatEnv("gin")
    for seed in (0, 3, 2**64 - 1):
        first, _ = env.reset(seed=seed)
        again, _ = env.reset(seed=np.uint64(seed))  # type: ignore[arg-type]
        assert np.array_equal(first, again)


# --- Rendering ------------------------------------------------------------------------------------


def test_render_shows_what_the_seat_sees_in_the_mode_asked_for() -> None:
    text = SeatEnv("gin", render_mode="ansi")
    text.reset(seed=3)
    assert text.render().splitlines()[0] == "seat 0"
    assert text.render().splitlines()[-2:] == ["take HK, or pass", "to move: pile pass"]
    picture = SeatEnv("gin", render_mode="rgb_array")
    picture.reset(seed=3)
    assert picture.render().dtype == np.uint8
    silent = SeatEnv("gin")
    silent.reset(seed=3)
    assert silent.render() is None


@pytest.mark.parametrize("name", ["suitwise/Gin-v0", "suitwise/TractorPlay-v0"])
def test_people_are_shown_every_position_without_asking(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    env = gymnasium.make(name, render_mode="human")
    silent = gymnasium.make(name, render_mode="ansi")
    _, info = env.reset(seed=3)
    silent.reset(seed=3)
    for _ in range(4):
        assert capsys.readouterr().out == f"{silent.render()}\n\n"
        action = int(info["action_mask"].argmax())
        info = env.step(action)[4]
        silent.step(action)
    assert env.render() is None
    capsys.readouterr()
    assert env.step(info["action_mask"].argmin())[2], "an illegal action ends the episode"
    assert capsys.readouterr().out.startswith("seat 0\n")


def test_a_vector_of_single_games_has_a_picture_of_each() -> None:
    envs = gymnasium.make_vec(
        "suitwise/Gin-v0", num_envs=3, vectorization_mode="sync", render_mode="rgb_array"
    )
    envs.reset(seed=3)
    assert np.array(envs.render()).shape == (3, 432, 960, 3)


def test_the_mask_is_given_by_the_name_that_learners_ask_for() -> None:
    env = SeatEnv("texas42(match=hand)")
    _, info = env.reset(seed=3)
    assert (env.action_masks() == (info["action_mask"] == 1)).all()
    assert env.action_masks().dtype == np.bool_
    while not env.step(int(env.action_masks().argmax()))[2]:
        pass
    assert not env.action_masks().any()


def play_on(env: SeatEnv) -> None:
    """Play the first legal action, again and again."""
    while True:
        env.step(int(env.action_masks().argmax()))


@pytest.mark.parametrize("answer", [None, "ZZ", 1, 2.5])
def test_a_player_that_answers_nonsense_is_named_and_the_episode_is_over(answer: Any) -> None:
    env = SeatEnv("gin", opponents=lambda state: answer)
    env.reset(seed=3)
    with pytest.raises(
        SuitwiseError, match=r"the player in seat 1 chose .*, which is no legal move"
    ):
        play_on(env)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_numbers_of_numpy_are_numbers() -> None:
    env = SeatEnv("gin", seat=np.int64(1), longest=np.int64(2))  # type: ignore[arg-type]
    env.reset(seed=3)
    assert env.seat == 1


def test_nothing_is_shown_or_stepped_before_a_game_is_dealt() -> None:
    env = SeatEnv("gin", render_mode="ansi")
    for asked in (env.render, lambda: env.step(0)):
        with pytest.raises(ResetNeeded, match="no game was dealt"):
            asked()


def test_reset_has_no_options() -> None:
    with pytest.raises(SuitwiseError, match="reset has no options, not a either"):
        SeatEnv("gin").reset(options={"a": 1})
