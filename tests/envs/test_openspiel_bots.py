"""Players and strategies across the border between the contract and OpenSpiel."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots
from open_spiel.python.bots.uniform_random import UniformRandomBot

from suitwise.envs.openspiel.bots import BotChooser, ChooserBot, StrategyPolicy, strategy_of
from suitwise.envs.openspiel.state import OpenSpielState
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.game import OVER, load, move_at, play
from suitwise.players import Mccfr, StrategyPlayer, expected_returns
from suitwise.players.named import named, names_for
from suitwise.players.responses import uniform
from suitwise.testing import Kuhn
from tests.envs.openspiel_games import game_of, random_states
from tests.envs.variants import GAMES

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
