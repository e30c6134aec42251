"""OpenSpiel games and states that are stored and read again, by this process and by another."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from suitwise.envs import register_openspiel
from suitwise.errors import SuitwiseError
from tests.fresh import fresh_python

register_openspiel()
NAMES = ("gin", "indian13", "stacks", "texas42", "texas42_endgame", "tractor")


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
