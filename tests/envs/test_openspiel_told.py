"""Tensors of all that a seat was told, and of positions with nothing hidden, as OpenSpiel has them."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from suitwise.envs.openspiel.state import OpenSpielState
from suitwise.errors import SuitwiseError
from suitwise.game import load
from suitwise.testing import Trial
from suitwise.testing.trial import spread
from tests.envs.openspiel_games import VARIANTS, game_of, random_states, recalled

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
    assert str(game).endswith("rows=99,to=0,undercut=25)")
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
