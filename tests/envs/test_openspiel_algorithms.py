"""OpenSpiel's own algorithms run on the games unchanged, and agree with ours and with its own games.

Tested with OpenSpiel 2.0.2. Its MCTS peeks at hidden cards by its nature, for it searches the true
position; IS-MCTS does not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts

from suitwise.envs.openspiel.game import BotChooser, OpenSpielGame, StrategyPolicy, strategy_of
from suitwise.game import OVER, play
from suitwise.players import Mccfr, expected_returns, gains, nash_conv
from suitwise.players.mccfr import uniform
from suitwise.players.named import named
from suitwise.testing.trial import spread
from tests.envs.openspiel_games import TWO_TRICKS, game_of, random_states

LAST_TRICKS = TWO_TRICKS.format(goal=12, seat=1, hand="5-0 6-4")


# --- Kuhn and Leduc poker beside OpenSpiel's own --------------------------------------------------


@pytest.mark.parametrize(("text", "iterations"), [("kuhn", 100), ("leduc", 4)])
def test_openspiels_cfr_learns_the_same_of_ours_as_of_its_own(text: str, iterations: int) -> None:
    found = [
        learned(pyspiel.CFRSolver(game), game, iterations)
        for game in (game_of(text), pyspiel.load_game(f"{text}_poker"))
    ]
    assert found[0] == pytest.approx(found[1], abs=1e-9)


def learned(solver: Any, game: pyspiel.Game, iterations: int) -> float:
    """Return what is left to gain after some iterations."""
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return float(pyspiel.nash_conv(game, solver.average_policy()))


# --- MCCFR on the last tricks of 42 ---------------------------------------------------------------


def test_each_seats_gains_in_the_last_tricks_are_the_same_to_both_measures() -> None:
    game = game_of(LAST_TRICKS)
    solver = Mccfr(game.variant, seed=1)
    solver.run(200)
    found = exploitability.nash_conv(
        game, StrategyPolicy(game, solver.strategy), return_only_nash_conv=False
    )
    ours = gains(game.variant.start(), solver.strategy)
    assert found.player_improvements == pytest.approx(ours, abs=1e-9)


def test_openspiels_mccfr_comes_to_the_last_tricks_to_what_ours_does() -> None:
    game = game_of(LAST_TRICKS)
    start = game.variant.start()
    ours = Mccfr(game.variant, seed=1)
    ours.run(400)
    theirs = strategy_of(game, openspiels_mccfr(game, 400))
    left = nash_conv(start, uniform)
    assert nash_conv(start, ours.strategy) < 0.6 * left
    assert nash_conv(start, theirs) < 0.6 * left
    one, other = (expected_returns(start, strategy) for strategy in (ours.strategy, theirs))
    assert one == pytest.approx(other, abs=0.05)
    assert one[0] < expected_returns(start, uniform)[0] - 0.01


def openspiels_mccfr(game: OpenSpielGame, iterations: int) -> Any:
    """Return the average policy of OpenSpiel's external sampling, which draws what numpy draws."""
    before = np.random.get_state()
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(iterations):
        solver.iteration()
    np.random.set_state(before)
    return solver.average_policy()


# --- Searches -------------------------------------------------------------------------------------


def rollouts(seed: int) -> mcts.RandomRolloutEvaluator:
    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))


def search(game: OpenSpielGame, simulations: int) -> BotChooser:
    """Return OpenSpiel's MCTS, which looks at the true position."""
    draws = np.random.RandomState(2)
    bot = mcts.MCTSBot(game, 2.0, simulations, rollouts(1), random_state=draws)
    return BotChooser(game, bot)


def blind_search(game: OpenSpielGame, simulations: int) -> BotChooser:
    """Return OpenSpiel's IS-MCTS, which looks at what a player knows."""
    draws = np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(game, rollouts(1), 2.0, simulations, random_state=draws)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, draws.random))
    return BotChooser(game, bot)


def test_openspiels_mcts_wins_more_layouts_than_play_at_random() -> None:
    game = game_of("stacks(stacks=3,height=3,suits=3)")
    won = [play(game.variant.start(), search(game, 60), 1, at).returns[0] for at in range(12)]
    random = named("random", game.variant)
    drawn = [play(game.variant.start(), random.seated(1, at), 1, at).returns[0] for at in range(12)]
    assert sum(won) > sum(drawn)


@pytest.mark.parametrize("text", ["texas42(match=hand,forced=yes)", "gin(knock=40)"])
def test_openspiels_is_mcts_plays_a_game_to_its_end(text: str) -> None:
    game = game_of(text)
    record = play(game.variant.start(), blind_search(game, 4), seed=1)
    *_, end = record.states()
    assert end.turn == OVER
    assert record.returns[0] != 0


@pytest.mark.parametrize(("position", "best"), [("JK:b", "b"), ("KJ:b", "p")])
def test_is_mcts_calls_with_the_king_and_folds_the_jack(position: str, best: str) -> None:
    game = game_of("kuhn")
    assert blind_search(game, 100)(game.variant.parse(position)) == best


@pytest.mark.parametrize("text", ["texas42(match=hand,forced=yes)", "gin"])
def test_is_mcts_chooses_the_same_in_worlds_that_its_player_cannot_tell_apart(text: str) -> None:
    game = game_of(text)
    states = [state.position for state, _ in random_states(game, 1) if state.is_player_node()]
    for number, state in enumerate(spread(states, 5)):
        world = state.resample(state.turn, 7, number)
        assert world != state
        assert blind_search(game, 8)(world) == blind_search(game, 8)(state)
