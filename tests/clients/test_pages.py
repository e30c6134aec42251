"""The Python of the page on trainers runs as it stands, with fewer games and moves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from suitwise.game import load, play
from suitwise.players import named
from tests.clients.test_examples import PAGE

SECTIONS = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
LESS = {", 256": ", 8", "100_000": "1"}
"""What stands on the page, and what is run instead."""


@pytest.mark.parametrize("section", ["Stable-Baselines3", "TorchRL", "Tianshou", "JAX"])
def test_what_a_section_shows_runs(
    section: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(named, "_PLAYERS", {**named._PLAYERS})
    code = "".join(re.findall(r"```python\n(.*?)```", SECTIONS[section], re.S))
    for shown, less in LESS.items():
        code = code.replace(shown, less)
    made: dict[str, Any] = {}
    exec(code, made)
    if section == "Stable-Baselines3":
        assert (tmp_path / "gin_ppo.zip").is_file()
        tractor = load("tractor(match=deal)")
        assert play(tractor.start(), named.named("my_play", tractor).seated(1, 0), 1).returns
    elif section == "TorchRL":
        assert made["moves"]["next", "done"].any()
        assert made["envs"].rollout(3)["action_mask"].dtype == made["torch"].bool
    elif section == "JAX":
        assert made["mask"].unsafe_buffer_pointer() == made["infos"]["action_mask"].ctypes.data
        assert made["after"][0].shape == (8, 381)
    else:
        assert made["hands"].n_collected_episodes == 20
