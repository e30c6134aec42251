"""Whist in every face that games have, found by its entry point as any installed package is."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env

from suitwise.cards import Card
from suitwise.envs import SeatEnv, register_openspiel
from suitwise.envs import env as table_env
from suitwise.game import record_of
from suitwise.players.face import Face
from suitwise.table.serve.processes.reviews import packed_replay, picture_of
from tests.examples.whist.games import DEAL, random_states
from tests.installed import environment_with, with_whist
from whist.state import WhistState

with warnings.catch_warnings():
    # The checker imports examples of its own in a way that it calls old.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test

MATCH = """
name = "whist"
seed = 1
[[match]]
game = "whist(points=0)"
players = ["rules", "random"]
deals = 10
"""


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds Whist installed."""
    return environment_with(with_whist(tmp_path_factory.mktemp("site")))


def ran(beside: dict[str, str], cwd: Path, *words: str, text: str = "") -> str:
    """Run a command where Whist is installed; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "suitwise", *words],
        input=text,
        env=beside,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def moves_between(states: list[WhistState]) -> Iterator[Card]:
    """Yield the card that was played between one position and the next."""
    for before, after in pairwise(states):
        yield DEAL.numbered_move((after.gone ^ before.gone).bit_length() - 1)


def test_the_entry_point_makes_whist_known_with_its_player(
    beside: dict[str, str], tmp_path: Path
) -> None:
    assert ran(beside, tmp_path, "arena", "players", "whist").split() == ["random", "rules"]
    assert "whist " in ran(beside, tmp_path, "arena", "players")


def test_a_whole_game_is_played_at_the_terminal(beside: dict[str, str], tmp_path: Path) -> None:
    moves = "\n".join(f"{suit}{rank}" for suit in "SHDC" for rank in "23456789TJQKA")
    words = ("play", "whist(points=0)", "--seed", "3", "--seat", "2")
    told = ran(beside, tmp_path, *words, text=f"hint\n{moves}\n" * 13 + "score\nrecord\n")
    assert "turns up" in told
    assert told.count(" takes ") == 13
    assert "the led suit: play " in told
    assert "\nyou win: +3\n" in told
    assert told.splitlines()[-1].strip().startswith("returns ")


def test_the_arena_plays_it_in_several_processes(beside: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "whist.toml").write_text(MATCH)
    told = ran(beside, tmp_path, "arena", "run", "whist.toml", "--out", "out", "--workers", "2")
    assert "whist(points=0,dealer=0) (points)" in told
    record = ran(beside, tmp_path, "arena", "replay", "out", "3")
    assert "game  whist(points=0,dealer=0)" in record


def test_gymnasium_makes_a_single_deal_by_its_id(beside: dict[str, str], tmp_path: Path) -> None:
    code = """
import gymnasium
env = gymnasium.make("suitwise.envs.registered:suitwise/Whist-v0", opponents="rules")
print(env.unwrapped.game, env.reset(seed=1)[0].shape)
"""
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=beside, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "whist(points=0,dealer=0) (552,)\n", done.stderr


def test_gymnasium_finds_no_fault_with_a_seat() -> None:
    env = SeatEnv("whist(points=0)", opponents="rules", seat="any", render_mode="ansi")
    check_env(env, skip_render_check=True)
    env.reset(seed=1)
    assert "are trump" in str(env.render())


# PettingZoo's checker knows by name which environments observe a dict, and warns of any other.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
def test_pettingzoo_finds_no_fault_with_a_table() -> None:
    api_test(table_env("whist(points=0)"), num_cycles=60)


@pytest.mark.parametrize("variant", ["whist(points=0)", "whist(points=2)"])
def test_openspiel_finds_no_fault_with_the_game(variant: str) -> None:
    register_openspiel()
    game = pyspiel.load_game(f"suitwise_{variant}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert (game.num_distinct_actions(), game.num_players()) == (52, 4)


def test_what_is_seen_is_data_for_a_page() -> None:
    state = random_states(4)[6]
    seen = json.loads(json.dumps(state.seen(state.turn)))
    assert seen["ask"]["moves"] == [str(move) for move in state.moves()]
    trick = state.tricks[1]
    plays = [{"seat": seat, "card": str(DEAL.numbered_move(card))} for seat, card in trick.plays]
    assert seen["table"]["trick"] == {
        "leader": trick.leader,
        "plays": plays,
        "best": trick.winner,
    }


def test_a_record_is_shown_and_drawn_at_the_table_by_the_face_of_any_game() -> None:
    states = random_states(4)
    record = record_of(states[0], [*moves_between(states)], states[-1])
    for ply in (0, 6, 51, 52):
        told = picture_of(str(record), ply, "en")
        assert told.position == str(states[ply])
        assert told.svg is None or told.svg.startswith("<svg")
    lying = [str(DEAL.numbered_move(card)) for card in states[6].tricks[-1].cards]
    drawn = picture_of(str(record), 6, "en").svg
    assert drawn is not None
    assert drawn.count("has played") == len(lying) == 2
    assert len(packed_replay(str(record), "en", ())) > 0


@pytest.mark.parametrize(
    "table",
    [
        {"trick": {"plays": [{"seat": 0, "card": "S2"}]}},
        {"trick": {"plays": [{"who": 0}, 7, None, {"seat": "x", "cards": ["S2"]}]}},
        {"trick": [{"seat": 0, "cards": ["S2"]}]},
        {"trick": ["S2"], "pile": ["S3"]},
        {"trick": "S2", "pile": [{"top": "S3"}]},
        {"trick": {"plays": 4}, "pile": 4},
        {"trick": {"plays": [{"seat": 1, "cards": 9}]}, "pile": {"card": "S2"}},
    ],
)
def test_what_lies_there_is_drawn_whatever_the_words_of_a_game_are(
    table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = WhistState._seen_by

    def in_other_words(state: WhistState, seat: int | None) -> dict[str, Any]:
        return {**seen(state, seat), "table": table}

    monkeypatch.setattr(WhistState, "_seen_by", in_other_words)
    assert str(Face(DEAL).drawing(random_states(4)[6])).startswith("<svg")
