"""What players have played that only another program knows can be read by anybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from suitwise.arena.config import Config, Match
from suitwise.arena.report import standings
from suitwise.arena.store import read_config, read_results, replay
from suitwise.errors import NotationError
from tests.commands import run_command
from tests.fresh import fresh_python

PLAYED = """
from dataclasses import dataclass
from pathlib import Path
from suitwise.arena.config import Config, Match
from suitwise.arena.run import run
from suitwise.players.named import register_player

@dataclass(frozen=True)
class First:
    bold: bool = True
    def __call__(self, state):
        return next(iter(state.moves()))

register_player("own_first", First, "stacks")
match = Match("stacks(stacks=2,height=2)", ("random", "own_first"), deals=3)
run(Config("own", 1, (match,)), Path({folder!r}))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    fresh_python(PLAYED.replace("{folder!r}", repr(str(tmp_path))))
    return tmp_path


def test_results_of_an_unknown_player_are_shown_and_replayed(folder: Path) -> None:
    assert read_config(folder).matches[0].players == ("random", "own_first(bold=yes)")
    assert len(list(read_results(folder))) == 6
    assert standings(folder).games == 6
    assert len(list(replay(folder, 5))) > 1
    status, told, error = run_command("arena", "show", folder)
    assert (status, error) == (0, "")
    assert "own_first(bold=yes)" in told


def test_an_unknown_player_is_refused_where_it_would_have_to_play() -> None:
    with pytest.raises(NotationError, match="'own_first' is no player of stacks"):
        Match("stacks", ("random", "own_first"), deals=3)
    plain = {"match": [{"game": "stacks", "players": ["random", "own_first(a=1)"], "deals": 3}]}
    assert Config.from_json(plain, strangers=True).matches[0].players[1] == "own_first(a=1)"
    with pytest.raises(NotationError, match="is no player of stacks"):
        _ = Config.from_json(plain, strangers=True).matches[0].named
