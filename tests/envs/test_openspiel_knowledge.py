"""What OpenSpiel's algorithms are shown: no leak, perfect recall, worlds that look alike."""

from __future__ import annotations

import base64
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from suitwise.envs.openspiel import game as load_module
from suitwise.envs.openspiel import register_games
from suitwise.envs.openspiel.game import OpenSpielGame
from suitwise.envs.openspiel.state import Diary, Name, OpenSpielState, Told, Trail, Turn
from suitwise.errors import SuitwiseError
from suitwise.fields import width
from suitwise.game import State, load
from suitwise.testing import Trial, fault_of
from suitwise.testing.openspiel import check_openspiel
from suitwise.testing.trial import spread
from tests.envs.leaks import check_no_leak
from tests.envs.openspiel_games import (
    TWO_TRICKS,
    VARIANTS,
    all_states,
    game_of,
    random_states,
    recalled,
)

SMALL = (
    "kuhn",
    "leduc",
    TWO_TRICKS.format(goal=0, seat=0, hand="5-5 6-4"),
    "stacks(stacks=3,height=2,suits=2,singles=0)",
)
"""Games that can be walked through, with views that tell all (three of them) and one that forgets."""
REMEMBERED = ("kuhn", "leduc", "texas42(match=hand)", "texas42_endgame")
"""Games in which a view tells all that was seen before, so that there is a tensor of it."""


def shown(state: OpenSpielState, player: int) -> Mapping[str, Any]:
    """Return all that a state shows a player."""
    told = {
        "information": state.information_state_string(player),
        "observation": state.observation_string(player),
        "tensor": state.observation_tensor(player),
        "actions": state.legal_actions(player),
    }
    if state.get_game().get_type().provides_information_state_tensor:
        told["information tensor"] = state.information_state_tensor(player)
    return told


# --- No leak --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", VARIANTS)
def test_a_player_is_shown_the_same_in_all_worlds_it_cannot_tell_apart(text: str) -> None:
    game = game_of(text)
    check_no_leak(lambda state, seat: shown(game.at(state), seat), game.variant, games=1)


# --- Worlds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", VARIANTS)
def test_a_sampled_world_shows_its_player_all_that_the_true_one_does(text: str) -> None:
    game, chance = game_of(text), random.Random(5)
    states = [state for state, _ in random_states(game, seed=5) if not state.is_chance_node()]
    differed = 0
    for state in spread(states, 12):
        for player in range(game.num_players()):
            world = state.resample_from_infostate(player, chance.random)
            assert shown(world, player) == shown(state, player)
            assert world.current_player() == state.current_player()
            assert world.history() == []
            differed += world.position != state.position
    assert differed or game.variant.facts.perfect_information


@pytest.mark.parametrize("text", ["texas42(match=hand)", "gin", "tractor(match=deal)"])
def test_a_sampled_world_keeps_nothing_of_the_true_one(text: str) -> None:
    states = [state for state, _ in random_states(game_of(text), seed=6) if state.is_player_node()]
    for state in spread(states, 8):
        world = state.resample_from_infostate(state.current_player(), random.Random(1).random)
        kept = base64.b64decode(world.serialize().partition("__dict__=")[2])
        assert str(world).encode() in kept
        assert type(state.position).__name__.encode() not in kept  # it is kept as text
        # Near the end nothing is hidden, and the text of an earlier state begins that of the world.
        texts = {str(true) for true in states}
        truths = {truth.encode() for truth in texts if truth not in str(world)}
        assert not any(truth in kept for truth in truths)


@pytest.mark.parametrize("text", ["texas42(match=hand)", "gin"])
def test_what_a_player_remembers_in_a_sampled_world_holds_no_position(text: str) -> None:
    states = [state for state, _ in random_states(game_of(text), seed=6) if state.is_player_node()]
    player = states[-1].current_player()
    assert positions_in(states[-1].node.past[player])
    world = states[-1].resample_from_infostate(player, random.Random(1).random)
    assert not positions_in(world.node.past)


def positions_in(thing: object) -> list[State[Any]]:
    """Return the positions that memories hold."""
    if isinstance(thing, State):
        return [thing]
    if isinstance(thing, Name | Trail | Turn | Diary | Told):
        thing = tuple(vars(thing).values())
    parts = thing if isinstance(thing, tuple) else ()
    return [position for part in parts for position in positions_in(part)]


def test_in_a_sampled_world_the_other_players_remember_no_turns() -> None:
    *_, (state, _) = random_states(game_of("gin"), seed=6)
    world = state.resample_from_infostate(0, random.Random(1).random)
    assert world.information_state_string(0) == state.information_state_string(0)
    assert "#" in state.information_state_string(1)
    assert world.information_state_string(1) == f"p1 {world.position.view(1)}"


def test_sampled_worlds_are_those_of_the_contract() -> None:
    state = game_of("kuhn").at(load("kuhn").parse("KJ:p"))
    numbers = iter([0.5, 0.25])
    world = state.resample_from_infostate(1, lambda: next(numbers))
    assert world.position == state.position.resample(1, seed=1 << 63 | 1 << 30, stream=0)


# --- Perfect recall -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", SMALL)
def test_who_knows_the_same_has_known_and_done_the_same_at_each_of_its_turns(text: str) -> None:
    pasts: dict[str, list[tuple[str, int]]] = {}
    turns: dict[tuple[int, ...], tuple[int, str]] = {}
    for state in all_states(game_of(text)):
        if state.is_player_node():
            player, history = state.current_player(), tuple(state.history())
            known = state.information_state_string(player)
            past = past_of(history, player, turns)
            assert pasts.setdefault(known, past) == past
            turns[history] = player, known
    assert len(pasts) > 5


def past_of(
    history: tuple[int, ...], player: int, turns: Mapping[tuple[int, ...], tuple[int, str]]
) -> list[tuple[str, int]]:
    """Return what a player knew and did at each of its turns before, from whose turns they all were."""
    befores = ((turns.get(history[:at]), action) for at, action in enumerate(history))
    return [(before[1], action) for before, action in befores if before and before[0] == player]


def test_a_gin_player_remembers_in_which_order_it_drew() -> None:
    position, _ = load("gin").start().rolled(seed=3, stream=0)
    one, other = (
        after(game_of("gin").at(position), f"pass pass {x} C6 stock CQ CQ stock {y} S7")
        for x, y in (("SA", "SK"), ("SK", "SA"))
    )
    assert one.position == other.position
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(1) == other.information_state_string(1)


def after(state: OpenSpielState, moves: str) -> OpenSpielState:
    """Return the state after some moves, chance's among them."""
    for move in moves.split():
        state.apply_action(
            next(a for a in state.legal_actions() if state.action_to_string(a) == move)
        )
    return state


# --- Strings and tensors --------------------------------------------------------------------------


@pytest.mark.parametrize("text", VARIANTS)
def test_what_is_observed_is_the_view_and_the_array_of_the_seat(text: str) -> None:
    game = game_of(text)
    for state, _ in spread(list(random_states(game, seed=7)), 8):
        for player in range(game.num_players()):
            assert state.observation_string(player) == f"p{player} {state.position.view(player)}"
            seat = [float(at == player) for at in range(game.num_players())]
            seen = state.position.observe(player).ravel().tolist()
            assert state.observation_tensor(player) == [*seat, *seen]


@pytest.mark.parametrize("text", VARIANTS)
def test_the_pieces_of_an_observation_are_the_games_own_fields(text: str) -> None:
    game = game_of(text)
    pieces = make_observation(game).dict
    fields = game.variant.observation_fields()
    assert list(pieces) == ["player", *(field.name for field in fields)]
    assert [len(piece) for piece in pieces.values()] == [
        game.num_players(),
        *(field.size for field in fields),
    ]


@pytest.mark.parametrize("text", REMEMBERED)
def test_where_a_view_tells_all_it_is_the_information_state(text: str) -> None:
    for state, _ in random_states(game_of(text), seed=8):
        for player in range(state.num_players()):
            known = state.information_state_string(player)
            assert known == f"p{player} {state.position.view(player)}"


@pytest.mark.parametrize("text", REMEMBERED)
def test_the_tensor_of_an_information_state_has_a_row_for_each_turn_before(text: str) -> None:
    game = game_of(text)
    rows: dict[int, list[tuple[list[float], int]]] = {p: [] for p in range(game.num_players())}
    for state, action in random_states(game, seed=9):
        hold_rows(game, state, rows)
        if state.is_player_node():
            seen = state.position.observe(state.current_player()).ravel().tolist()
            rows[state.current_player()].append((seen, action))


def hold_rows(
    game: OpenSpielGame, state: OpenSpielState, rows: dict[int, list[tuple[list[float], int]]]
) -> None:
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for player, past in rows.items():
        observation.set_from(state, player)
        seen, actions = observation.dict["past_seen"], observation.dict["past_actions"]
        assert observation.tensor.tolist() == state.information_state_tensor(player)
        assert [row.tolist() for row in seen[: len(past)]] == [row for row, _ in past]
        assert np.flatnonzero(actions).tolist() == [
            row * game.num_distinct_actions() + action for row, (_, action) in enumerate(past)
        ]
        assert not seen[len(past) :].any()


@pytest.mark.parametrize("text", [*sorted(set(VARIANTS) - {"kuhn", "leduc"}), "texas42"])
def test_the_tensor_of_an_information_state_has_rows_of_turns_or_of_what_was_told(
    text: str,
) -> None:
    game = recalled(text) if load(text).told_fields() else game_of(text)
    variant = game.variant
    tells_all = text.startswith(("texas42_endgame", "texas42(match=hand"))
    assert (game.turns is not None) == tells_all
    assert game.get_type().provides_information_state_tensor == (text != "texas42")
    if text == "texas42":
        return
    seen, seats = width(variant.observation_fields()), variant.facts.seats
    rows = (
        game.turns * (seen + game.num_distinct_actions())
        if tells_all
        else game.rows * width(variant.told_fields())
    )
    assert game.information_state_tensor_size() == seats + seen + rows


@pytest.mark.parametrize("text", ["gin", "stacks", "indian13", "tractor(match=deal)"])
def test_a_view_that_forgets_and_is_said_to_tell_all_is_found_out(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tuple(replace(entry, turns=lambda _: 150) for entry in load_module.GAMES)
    monkeypatch.setattr(load_module, "GAMES", wrong)
    monkeypatch.setattr(load_module, "_entries", {})
    told = fault_of(check_openspiel, Trial(load(text), games=10))
    monkeypatch.undo()
    monkeypatch.setattr(load_module, "_entries", {})
    register_games()
    assert "has two tensors, after … " in str(told)
    assert "turns is to give None in the entry for OpenSpiel" in str(told)


# --- Refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [
        pyspiel.IIGObservationType(public_info=False, perfect_recall=True),
        pyspiel.IIGObservationType(
            perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
        ),
        pyspiel.IIGObservationType(
            public_info=False,
            perfect_recall=False,
            private_info=pyspiel.PrivateInfoType.ALL_PLAYERS,
        ),
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
    ],
)
def test_there_is_no_observer_of_less_than_a_player_sees_or_of_all_pasts(
    kind: pyspiel.IIGObservationType,
) -> None:
    assert make_observation(game_of("gin"), kind) is None


def test_an_observer_has_no_parameters() -> None:
    with pytest.raises(SuitwiseError, match="an observer has no parameters, not size"):
        game_of("gin").make_py_observer(None, {"size": 3})
