"""OpenSpiel games and states that are stored and read again, by this process and by another."""

from __future__ import annotations

import importlib.util
import pickle
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots
from open_spiel.python.bots.uniform_random import UniformRandomBot
from open_spiel.python.observation import make_observation

from suitwise.envs import register_openspiel
from suitwise.envs.openspiel.game import BotChooser, ChooserBot, StrategyPolicy, strategy_of
from suitwise.envs.openspiel.state import OpenSpielState
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.game import OVER, load, move_at, play
from suitwise.players import Mccfr, StrategyPlayer, expected_returns
from suitwise.players.mccfr import uniform
from suitwise.players.named import named, names_for
from suitwise.testing import Kuhn, Trial
from suitwise.testing.trial import spread
from tests.envs.openspiel_games import VARIANTS, game_of, random_states, recalled
from tests.envs.variants import GAMES
from tests.fresh import fresh_python

register_openspiel()
NAMES = ("gin", "indian13", "rummikub", "stacks", "texas42", "texas42_endgame", "tractor")


def some_way_on(name: str, moves: int) -> Any:
    state = pyspiel.load_game(f"suitwise_{name}").new_initial_state()
    for turn in range(moves):
        legal = state.legal_actions()
        state.apply_action(legal[turn % len(legal)])
    return state


@pytest.mark.parametrize("name", NAMES)
def test_a_game_and_a_state_come_back_as_they_were(name: str) -> None:
    state = some_way_on(name, 9)
    game, again = pickle.loads(pickle.dumps((state.get_game(), state)))
    assert str(game) == str(state.get_game())
    assert again.history() == state.history()
    assert again.position == state.position
    assert again.legal_actions() == state.legal_actions()


def test_another_process_reads_them(tmp_path: Path) -> None:
    stored = tmp_path / "state"
    stored.write_bytes(pickle.dumps(some_way_on("gin", 9)))
    code = f"import pickle; print(pickle.load(open({str(stored)!r}, 'rb')))"
    # OpenSpiel's own modules warn where they are imported.
    told = fresh_python(f"import warnings; warnings.simplefilter('ignore'); {code}")
    assert told.strip() == str(some_way_on("gin", 9))


def test_a_world_that_was_drawn_comes_back_too() -> None:
    state = some_way_on("gin", 21)
    world = state.resample_from_infostate(0, lambda: 0.5)
    assert world.position != state.position
    assert pickle.loads(pickle.dumps(world)).position == world.position


@pytest.mark.parametrize("player", [-1, 2, 99])
def test_no_world_is_drawn_for_a_player_that_is_none(player: int) -> None:
    with pytest.raises(SuitwiseError, match="a player is a number from 0 to 1"):
        some_way_on("gin", 21).resample_from_infostate(player, lambda: 0.5)


# --- Players and strategies across the border between the contract and OpenSpiel ------------------


EXAMPLE = Path(__file__).parents[2] / "examples" / "openspiel_ismcts.py"


# --- Ours in OpenSpiel ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", [text for text in GAMES if not text.startswith("tractor")])
def test_a_player_by_name_sits_among_openspiels_bots(text: str) -> None:
    game = game_of(text)
    name = "rules" if "rules" in names_for(game.variant) else "random"
    bots = [ChooserBot(named(name, game.variant).seated(1, 0))]
    rng = np.random.RandomState(1)
    bots += [UniformRandomBot(player, rng) for player in range(1, game.num_players())]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)
    assert len(returns) == game.num_players()
    assert game.min_utility() <= min(returns) <= max(returns) <= game.max_utility()


def test_a_bot_of_ours_takes_the_action_of_the_move_that_its_player_chooses() -> None:
    game = game_of("gin")
    player = named("rules", game.variant).seated(1, 0)
    for state, _ in random_states(game, seed=1):
        if state.is_player_node():
            action = ChooserBot(player).step(state)
            assert state.action_to_string(action) == str(player(state.position))


def test_a_player_who_wants_a_move_that_is_not_listed_is_told_so() -> None:
    game = game_of("tractor(match=deal)", most=4)
    state = next(
        state
        for state, _ in random_states(game, seed=1)
        if state.is_player_node() and len(state.position.moves()) > 40
    )
    with pytest.raises(IllegalMove, match="is legal, but not one of the 4 moves listed"):
        ChooserBot(lambda position: move_at(position.moves(), 3)).step(state)


# --- OpenSpiel's among ours -----------------------------------------------------------------------


class First(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel has no types
    """Takes the first of the legal actions: passes, draws from the stock, so that games end."""

    def step(self, state: OpenSpielState) -> int:
        return int(state.legal_actions()[0])


@pytest.mark.parametrize("text", GAMES)
def test_an_openspiel_bot_plays_a_game_of_the_contract(text: str) -> None:
    game = game_of(text)
    record = play(game.variant.start(), BotChooser(game, First()), seed=1)
    *_, end = record.states()
    assert end.turn == OVER


def test_a_bot_is_not_shown_a_position_of_another_variant() -> None:
    game = game_of("gin(knock=5)")
    bot = BotChooser(game, UniformRandomBot(0, np.random.RandomState(1)))
    with pytest.raises(SuitwiseError, match="is not gin"):
        bot(load("gin").start().rolled(3, 0)[0])


# --- Strategies -----------------------------------------------------------------------------------


def test_a_strategy_comes_back_the_same_from_a_policy() -> None:
    solver = Mccfr(Kuhn(), seed=1)
    solver.run(200)
    game = game_of("kuhn")
    there = strategy_of(game, StrategyPolicy(game, solver.strategy))
    for text in ("KJ", "QJ:p", "JQ:pb", "QK:b"):
        state = Kuhn().parse(text)
        assert there(state) == solver.strategy(state)


def test_openspiels_tables_serve_as_strategies() -> None:
    game = game_of("kuhn")
    cfr = pyspiel.CFRSolver(game)
    for _ in range(200):
        cfr.evaluate_and_update_policy()
    strategy = strategy_of(game, cfr.average_policy())
    assert expected_returns(Kuhn().start(), strategy)[0] == pytest.approx(-1 / 18, abs=5e-3)
    assert strategy(Kuhn().parse("JK:b")) == pytest.approx({"p": 0.0, "b": 1.0}, abs=1e-2)
    player = StrategyPlayer(strategy, seed=1)
    assert {player(Kuhn().parse("KJ:pb")) for _ in range(5)} == {"b"}


def test_a_policy_gives_the_odds_of_every_legal_action() -> None:
    game = game_of("texas42(match=hand)")
    policy = StrategyPolicy(game, uniform)
    for state, _ in random_states(game, seed=1):
        if state.is_player_node():
            odds = policy.action_probabilities(state)
            assert sorted(odds) == state.legal_actions()
            assert set(odds.values()) == {1 / len(odds)}


# --- The example ----------------------------------------------------------------------------------


def test_the_example_prints_what_the_search_won(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example = module_of(EXAMPLE)
    monkeypatch.setattr(sys, "argv", [EXAMPLE.name])
    monkeypatch.setattr(example, "DEALS", 1)
    monkeypatch.setattr(example, "SIMULATIONS", 3)
    example.main()
    printed = capsys.readouterr().out.splitlines()
    assert printed[1] == "IS-MCTS, 3 worlds a move, on 1 deals from both sides"
    assert [line.split(":")[0] for line in printed[2:]] == ["against random", "against rules"]
    first = printed[2:]
    example.main()
    assert capsys.readouterr().out.splitlines()[2:] == first


def module_of(path: Path) -> ModuleType:
    """Return a script as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- Tensors of all that a seat was told ----------------------------------------------------------


TOLD = tuple(text for text in VARIANTS if load(text).told_fields())
"""Games that tell their seats of moves."""
RECALL = pyspiel.IIGObservationType(perfect_recall=True)


# --- What was told --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", TOLD)
def test_the_tensor_holds_all_that_was_told_in_order(text: str) -> None:
    game = recalled(text)
    observation = make_observation(game, RECALL)
    played = list(random_states(game, seed=9))
    told: dict[int, list[Any]] = {player: [] for player in range(game.num_players())}
    looked_at = spread(list(range(len(played))), 4)
    for number, (state, action) in enumerate(played):
        for player, rows in told.items() if number in looked_at else ():
            observation.set_from(state, player)
            held = observation.dict["told"]
            assert held[: len(rows)].tolist() == np.array(rows).tolist()
            assert not held[len(rows) :].any()
            assert np.array_equal(
                observation.tensor[: game.num_players()], np.eye(game.num_players())[player]
            )
        for player, rows in told.items() if action >= 0 else ():
            rows += [*state.position.told(state.node.move(action), player)]


@pytest.mark.parametrize("text", TOLD)
def test_what_differs_in_text_differs_in_the_tensor_of_an_information_state(text: str) -> None:
    game = recalled(text)
    observation = make_observation(game, RECALL)
    tensors: dict[str, bytes] = {}
    for seed in (1, 2):
        for state, _ in spread(list(random_states(game, seed)), 20, seed):
            for player in range(game.num_players()):
                observation.set_from(state, player)
                told = observation.tensor.tobytes()
                tensors.setdefault(observation.string_from(state, player), told)
    assert len(set(tensors.values())) == len(tensors) > 5


def test_a_gin_player_is_told_in_which_order_it_drew_and_not_what_the_other_did() -> None:
    position, _ = load("gin").start().rolled(seed=3, stream=0)
    tensors = []
    for first, second in (("SA", "SK"), ("SK", "SA")):
        state = recalled("gin").at(position)
        for move in f"pass pass {first} C6 stock CQ CQ stock {second} S7".split():
            state.apply_action(
                next(a for a in state.legal_actions() if state.action_to_string(a) == move)
            )
        tensors.append([state.information_state_tensor(seat) for seat in (0, 1)])
    (own, others), (own_again, others_again) = tensors
    assert own != own_again
    assert others == others_again


@pytest.mark.parametrize("text", ["gin", "tractor(match=deal)"])
def test_in_a_sampled_world_and_when_stored_a_player_was_told_the_same(text: str) -> None:
    observation = make_observation(recalled(text), RECALL)
    states = [state for state, _ in random_states(recalled(text), seed=6) if state.is_player_node()]
    for state in spread(states, 4)[1:]:
        world = state.resample_from_infostate(0, random.Random(1).random)
        assert world.position != state.position
        seen = []
        for one in (state, world, pickle.loads(pickle.dumps(world))):
            observation.set_from(one, 0)
            seen.append(observation.tensor.tobytes())
        assert len(set(seen)) == 1
        observation.set_from(world, 1)
        assert not observation.dict["told"].any()


@pytest.mark.parametrize(("text", "drawer"), [("gin", "seat"), ("tractor(match=deal)", "drawer")])
def test_what_others_draw_is_not_in_the_tensor(text: str, drawer: str) -> None:
    chosen, start = random.Random(4), recalled(text).new_initial_state()
    one, other = start.clone(), start.clone()
    for _ in range(20 if text == "gin" else 57):
        if not one.is_chance_node():
            actions = [0, 0]  # a pass
        elif getattr(one.position, drawer) == 0:
            card = chosen.choice(sorted(set(outcomes(one)) & set(outcomes(other))))
            actions = [outcomes(one)[card], outcomes(other)[card]]
        else:
            actions = [chosen.choice([*outcomes(state).values()]) for state in (one, other)]
        one.apply_action(actions[0])
        other.apply_action(actions[1])
    assert one.position != other.position
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_tensor(0) == other.information_state_tensor(0)


def outcomes(state: OpenSpielState) -> dict[str, int]:
    """Return chance's outcomes by their texts."""
    return {state.action_to_string(action): action for action in state.legal_actions()}


def test_a_tensor_too_small_for_what_was_told_is_refused() -> None:
    *_, (state, _) = random_states(game_of("gin", rows=20), seed=3)
    with pytest.raises(SuitwiseError, match=r"told \d+ rows, where the tensor holds 20: make the "):
        state.information_state_tensor(0)


def test_how_many_rows_a_tensor_holds_is_a_parameter() -> None:
    game = pyspiel.load_game("suitwise_gin(rows=99)")
    assert game.rows == 99
    assert "rows=99," in str(game)
    assert game.get_type().provides_information_state_tensor
    assert not game_of("gin").get_type().provides_information_state_tensor
    with pytest.raises(SuitwiseError, match="rows: a whole number from 0, not -1"):
        game_of("gin", rows=-1)


@pytest.mark.parametrize("text", sorted(set(TOLD) - {"gin", "gin(declare=yes,big=31)"}))
def test_no_game_tells_more_rows_than_it_says(text: str) -> None:
    variant = load(text)
    for states, moves in Trial(variant, games=1, seed=3).plays():
        for seat in range(variant.facts.seats):
            rows = [
                len(variant.told_of(state, move, after, seat))
                for state, move, after in zip(states, moves, states[1:], strict=False)
            ]
            assert 0 < sum(rows) <= (variant.most_told or 10**9)


# --- Nothing hidden -------------------------------------------------------------------------------

ALL = pyspiel.IIGObservationType(
    public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
)


@pytest.mark.parametrize("text", VARIANTS)
def test_with_nothing_hidden_the_tensor_is_that_of_the_position_whoever_looks(text: str) -> None:
    game = game_of(text)
    observation = make_observation(game, ALL)
    fields = game.variant.fields_of_all()
    assert [(name, len(piece)) for name, piece in observation.dict.items()] == [
        (field.name, field.size) for field in fields
    ]
    for state, _ in spread(list(random_states(game, seed=7)), 4):
        for player in range(game.num_players()):
            observation.set_from(state, player)
            assert np.array_equal(observation.tensor, state.position.observe_all().ravel())
            assert observation.string_from(state, player) == str(state)
