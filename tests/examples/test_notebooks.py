"""The notebooks run from top to bottom, and show what their files show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.notebooks import NOTEBOOKS, read, run, shown


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_its_file_shows(path: Path) -> None:
    kept = shown(read(path))
    assert any(kept), "no cell shows anything: run python -m tests.notebooks"
    assert shown(run(path)) == kept


def test_each_game_has_a_notebook_and_one_trains_a_player() -> None:
    names = {path.stem for path in NOTEBOOKS}
    assert names >= {"tractor_ruling", "texas42_bids", "rummy_hand", "train_and_rate"}
