"""Pictures of the table: taken, laid on a sheet, with figures, and not taken twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from tests.browser.pictures import Wanted, take
from tests.browser.scenes import SCENES

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_two_pictures_and_a_sheet_of_each_size_are_made_once(
    chromium: Browser, tmp_path: Path
) -> None:
    wanted = Wanted(tmp_path, only=("home",), sizes=("360x740", "740x360"), is_quick=True)
    take(chromium, wanted, SCENES)
    pictures = [tmp_path / size / "home-top-en-light.png" for size in wanted.sizes]
    assert [*map(size_of, pictures)] == [(720, 1480), (1480, 720)]
    for size in wanted.sizes:
        assert size_of(tmp_path / f"sheet-{size}-en-light-1.png") > (100, 100)
    figures = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert figures["home-top-en"]["errors"] == []
    assert "home-top" in (tmp_path / "index.html").read_text("utf-8")
    times = [path.stat().st_mtime_ns for path in pictures]
    take(chromium, wanted, SCENES)
    assert [path.stat().st_mtime_ns for path in pictures] == times


def size_of(path: Path) -> tuple[int, int]:
    with Image.open(path) as image:
        return image.size
