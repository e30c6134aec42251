"""The strongest players compiled ahead: what is noted, and the process that compiles."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from suitwise.catalogue import Entry, entries, find
from suitwise.foundation.arrays import cost_dispatch
from suitwise.game import Game, load
from suitwise.players import ahead


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a test begin with no machine code."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(folder))
    return folder


def entry_of(name: str) -> Entry:
    """Return the entry of a game of the package."""
    entry = find(name)
    assert entry is not None
    return entry


@pytest.mark.parametrize("name", ["gin", "texas42", "tractor"])
def test_on_a_new_installation_the_strongest_is_to_be_compiled_until_that_is_noted(
    name: str,
) -> None:
    game = load({"gin": "gin(knock=5)"}.get(name, name))
    assert ahead.is_to_compile(game)
    ahead.note_compiled(entry_of(name))
    assert not ahead.is_to_compile(game)
    assert ahead.is_to_compile(load("texas42" if name != "texas42" else "tractor"))


def test_gin_as_its_trained_player_has_learnt_it_waits_for_no_compiler() -> None:
    assert not ahead.is_to_compile(load("gin"))
    assert ahead.is_uncompiled(entry_of("gin"))


def test_every_variant_of_a_game_has_the_same_rules_to_compile() -> None:
    ahead.note_compiled(entry_of("tractor"))
    assert not ahead.is_to_compile(load("tractor(profile=standard(penalty=10),match=deal)"))


@pytest.mark.parametrize("name", ["stacks", "indian13", "texas42_endgame"])
def test_players_that_play_out_no_worlds_need_no_compiler(name: str, empty_folder: Path) -> None:
    assert not ahead.is_to_compile(load(name))
    ahead.compile_strongest(entry_of(name))
    assert not list(empty_folder.glob("*.code"))


def test_an_edited_file_has_the_rules_asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead.note_compiled(entry_of("gin"))
    files = list(ahead._files_of("suitwise"))
    assert "rummy/gin/game.py" in {name for name, _, _ in files}
    later = [(name, size, written + 1) for name, size, written in files]
    monkeypatch.setattr(ahead, "_files_of", lambda package: iter(later))
    assert ahead.is_to_compile(load("gin(knock=5)"))


def test_where_no_code_can_be_kept_nothing_is_ever_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUITWISE_CACHE_DIR", "no/absolute/path")
    ahead.note_compiled(entry_of("gin"))
    assert ahead.is_to_compile(load("gin(knock=5)"))


def test_what_a_whole_deal_needs_is_compiled_without_waiting_for_it_to_be_slow_and_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = []

    def note(start: object, player: object, seed: int) -> None:
        played.append((start, cost_dispatch.PLAIN_S))

    monkeypatch.setattr(ahead, "play", note)
    before = cost_dispatch.PLAIN_S
    ahead.compile_strongest(entry_of("tractor"))
    assert played == [(load("tractor(match=deal)").start(), 0.0)]
    assert cost_dispatch.PLAIN_S == before > 0
    assert not ahead.is_to_compile(load("tractor"))


@pytest.mark.parametrize("game", [load(entry.name) for entry in entries()], ids=str)
def test_every_game_has_a_quick_player(game: Game[object]) -> None:
    assert ahead.quick_player(game) in ahead.QUICK


def test_what_is_to_be_compiled_is_told_by_the_groups_of_games() -> None:
    assert ahead.uncompiled_groups() == ["rummy", "texas42", "tractor"]
    assert ahead.uncompiled_groups(["rummy", "stacks"]) == ["rummy"]
    for name in ("gin", "texas42"):
        ahead.note_compiled(entry_of(name))
    assert ahead.uncompiled_groups() == ["tractor"]


def test_what_compiles_in_the_background_is_out_of_reach_of_ctrl_c_and_polite(
    empty_folder: Path,
) -> None:
    process = ahead.compile_in_background(["stacks"])
    try:
        until = time.monotonic() + 300
        while not list(empty_folder.glob("*.code")) and time.monotonic() < until:
            time.sleep(0.1)
        assert list(empty_folder.glob("*.code"))
        assert os.getpgid(process.pid) == process.pid != os.getpgid(0)
        own = os.getpriority(os.PRIO_PROCESS, 0)  # another test may have lowered it
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(own + 10, 19)
        group = Path(
            f"/proc/{process.pid}/autogroup"
        )  # Linux shares the processors out among sessions
        assert not os.access(group, os.W_OK) or group.read_text().endswith(" nice 10\n")
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
