"""Every game as an OpenSpiel game: OpenSpiel's own checks, and play step by step beside the contract's.

Tested with OpenSpiel 2.0.2.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

import pyspiel
import pytest
from open_spiel.python import rl_environment

from suitwise import catalogue
from suitwise.envs.openspiel import GAMES as ENTRIES
from suitwise.envs.openspiel import Entry, openspiel_game, register_game, register_games
from suitwise.envs.openspiel.game import NO_BOUND
from suitwise.errors import IllegalMove, NotationError, SuitwiseError, extra_of
from suitwise.game import load, register
from suitwise.testing import Kuhn
from tests.envs.openspiel_games import VARIANTS, game_of, random_states
from tests.envs.variants import GAMES
from tests.fresh import fresh_python

NAMES = tuple(entry.short_name for entry in ENTRIES)


# --- OpenSpiel's own checks -----------------------------------------------------------------------


@pytest.mark.parametrize("text", VARIANTS)
def test_openspiel_finds_no_fault_with_a_game(text: str) -> None:
    pyspiel.random_sim_test(game_of(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", GAMES)
def test_openspiel_writes_a_game_out_in_full(text: str) -> None:
    # Imported here, since it alone takes as long to import as many tests take to run.
    from open_spiel.python.algorithms import generate_playthrough

    game = game_of(text)
    written = generate_playthrough.playthrough(str(game), None, seed=1)
    assert f"NumDistinctActions() = {game.num_distinct_actions()}" in written
    assert "IsTerminal() = True" in written


@pytest.mark.parametrize("text", GAMES)
def test_openspiels_environment_for_learners_steps_through_a_game(text: str) -> None:
    draws = rl_environment.ChanceEventSampler(seed=1)
    environment = rl_environment.Environment(game_of(text), chance_event_sampler=draws)
    given = environment.reset()
    while not given.last():
        seat = given.observations["current_player"]
        given = environment.step([given.observations["legal_actions"][seat][0]])
    assert len(given.rewards) == environment.num_players


def test_registering_again_changes_nothing() -> None:
    register_games()
    before = pyspiel.registered_names()
    register_games()
    assert pyspiel.registered_names() == before
    assert set(NAMES) <= set(before)


def test_the_games_of_the_package_are_all_there() -> None:
    rummy = {"gin", "indian13", "rami", "rummikub"}
    others = {"stacks", "texas42", "texas42_endgame", "tractor"}
    assert {name.removeprefix("suitwise_") for name in NAMES} == rummy | others


# --- Parameters -----------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ENTRIES, ids=NAMES)
def test_every_option_is_a_parameter_with_its_default(entry: Entry) -> None:
    register_games()
    game = pyspiel.load_game(entry.short_name)
    options = {f.name: getattr(entry.kind(), f.name) for f in fields(entry.kind)}
    bare = {
        name: value.strip("'") if isinstance(value, str) else value
        for name, value in game.get_parameters().items()
    }
    assert game.variant == entry.kind()
    most = {"most": 128} if entry.is_listed else {}
    assert bare == options | most | ({"rows": 0} if entry.tells else {})
    assert game.get_type().parameter_specification == game.get_parameters()


@pytest.mark.parametrize("text", VARIANTS)
def test_a_games_text_loads_the_same_variant(text: str) -> None:
    game = game_of(text)
    again = pyspiel.load_game(str(game))
    assert again.variant == game.variant == load(text)
    assert str(again) == str(game)


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("suitwise_texas42(match=hand,forced=True)", "texas42(match=hand,forced=yes)"),
        (
            "suitwise_texas42_endgame(declaration='6',goal=3)",
            "texas42_endgame(declaration=6,goal=3)",
        ),
        ("suitwise_tractor(levels='55',match=deal)", "tractor(levels=55,match=deal)"),
        (
            "suitwise_tractor(profile='standard(penalty=10,over=every)')",
            "tractor(profile=standard(penalty=10,over=every))",
        ),
    ],
)
def test_options_can_be_written_as_openspiel_writes_them(text: str, variant: str) -> None:
    register_games()
    assert pyspiel.load_game(text).variant == load(variant)


def test_how_many_moves_are_listed_is_a_parameter_too() -> None:
    register_games()
    assert pyspiel.load_game("suitwise_tractor(most=300)").num_distinct_actions() == 300
    assert game_of("gin(declare=yes)", most=40).num_distinct_actions() == 40
    assert game_of("gin", most=40).num_distinct_actions() == 107


def test_an_option_out_of_bounds_is_refused_with_the_games_own_words() -> None:
    register_games()
    with pytest.raises(NotationError, match="seats is a number from 2 to 6"):
        pyspiel.load_game("suitwise_indian13(seats=7)")


def test_a_game_that_is_not_registered_is_refused() -> None:
    with pytest.raises(SuitwiseError, match="nameless is not known to OpenSpiel"):
        openspiel_game(Nameless(1))


def test_an_option_without_a_default_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_known", dict(catalogue._known))  # it is known here alone
    register(Nameless)
    with pytest.raises(NotationError, match="nameless needs the option stake"):
        register_game(Entry("nameless", "", lambda _: 3, lambda _: 2))


@dataclass(frozen=True)
class Nameless(Kuhn):
    """Kuhn poker with an option that has no default."""

    stake: int

    name: ClassVar[str] = "nameless"


# --- Facts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", VARIANTS)
def test_a_game_declares_the_facts_of_its_variant(text: str) -> None:
    game, facts = game_of(text), load(text).facts
    kind = game.get_type()
    assert game.num_players() == facts.seats
    assert (game.min_utility(), game.max_utility()) == (facts.lowest_return, facts.highest_return)
    assert game.num_distinct_actions() == (facts.distinct_moves or 128)
    assert game.max_game_length() == (facts.longest_game or NO_BOUND)
    is_perfect = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert is_perfect == facts.perfect_information
    is_zero_sum = facts.seats > 1 and not text.startswith("rami")
    assert (kind.utility == pyspiel.GameType.Utility.ZERO_SUM) == is_zero_sum


@pytest.mark.parametrize("text", VARIANTS)
def test_chance_has_as_many_outcomes_as_are_declared_and_no_more(text: str) -> None:
    game = game_of(text)
    counts = [
        len(state.chance_outcomes())
        for state, _ in random_states(game, 1)
        if state.is_chance_node()
    ]
    assert max(counts) == game.max_chance_outcomes()


def test_chance_that_has_more_outcomes_than_declared_is_refused() -> None:
    register_game(Entry("kuhn", "Kuhn poker with one card", lambda _: 1, lambda _: 2))
    state = pyspiel.load_game("suitwise_kuhn").new_initial_state()
    register_game(Entry("kuhn", "Kuhn poker", lambda _: 3, lambda _: 2))
    with pytest.raises(SuitwiseError, match="chance has 3 outcomes, where 1 are declared"):
        state.chance_outcomes()


# --- Play -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", VARIANTS)
def test_an_actions_text_names_the_action(text: str) -> None:
    for state, action in random_states(game_of(text), seed=3):
        if action >= 0:
            player, said = state.current_player(), state.action_to_string(action)
            assert state.string_to_action(player, said) == action


def test_an_illegal_action_is_refused_and_leaves_the_state_alone() -> None:
    state = game_of("gin").at(load("gin").start().rolled(3, 0)[0])
    before = str(state)
    with pytest.raises(IllegalMove, match="seat 0 is to take the upcard"):
        state.apply_action(0)
    assert str(state) == before


def test_an_outcome_that_chance_does_not_have_is_refused() -> None:
    state = game_of("kuhn").new_initial_state()
    with pytest.raises(IllegalMove, match="chance has the outcomes 0 to 2 here, not 3"):
        state.apply_action(3)


def test_a_position_of_another_variant_is_refused() -> None:
    with pytest.raises(SuitwiseError, match=r"gin\(knock=10,.*is not gin\(knock=5,"):
        game_of("gin(knock=5)").at(load("gin").start())


# --- Copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", VARIANTS)
def test_a_state_comes_back_whole_from_its_text(text: str) -> None:
    game = game_of(text)
    states = [state for state, _ in random_states(game, seed=4)]
    for state in (*states[:: max(1, len(states) // 6)], states[-1]):
        data = pyspiel.serialize_game_and_state(game, state)
        again, there = pyspiel.deserialize_game_and_state(data)
        assert again.variant == game.variant
        assert there.position == state.position
        assert there.history() == state.history()
        for player in range(game.num_players()):
            assert there.information_state_string(player) == state.information_state_string(player)
            assert there.observation_tensor(player) == state.observation_tensor(player)


# --- Installation ---------------------------------------------------------------------------------


def test_without_openspiel_its_face_says_what_to_install() -> None:
    code = """
import sys
sys.modules["pyspiel"] = None
import suitwise.envs
try:
    suitwise.envs.register_openspiel()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
"""
    said = f"SuitwiseError: this needs pyspiel: {extra_of('rl')}"
    assert fresh_python(code).strip() == said


def test_the_face_needs_no_other_face_and_a_process_that_used_it_ends_in_peace() -> None:
    code = """
import sys
import suitwise.envs
suitwise.envs.register_openspiel()
import pyspiel
print(pyspiel.load_game("suitwise_gin").new_initial_state())
print([name for name in ("gymnasium", "pettingzoo") if name in sys.modules])
"""
    position, loaded = fresh_python(code).splitlines()
    assert position.startswith("deal 0 dealer 1")
    assert loaded == "[]"
