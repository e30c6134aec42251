"""The signs of the cards: drawn by one script, as small as they may be, and all of them in use."""

from __future__ import annotations

import gzip
import re
import runpy
from pathlib import Path

from tests.table.static.reading import STATIC, shipped

SCRIPT = Path(__file__).resolve().parents[3] / "docs" / "figures" / "cards.py"
MOST_BYTES = 15_000


def test_the_signs_are_those_that_the_script_draws(tmp_path: Path) -> None:
    runpy.run_path(str(SCRIPT))["main"](tmp_path)
    assert (tmp_path / "cards.svg").read_bytes() == (STATIC / "cards.svg").read_bytes()


def test_the_signs_are_small() -> None:
    assert len(gzip.compress((STATIC / "cards.svg").read_bytes())) <= MOST_BYTES


def test_every_sign_is_shown_somewhere() -> None:
    drawn = set(re.findall(r'<symbol id="(\w+)"', (STATIC / "cards.svg").read_text("utf-8")))
    text = "".join(path.read_text("utf-8") for path in shipped(".js"))
    named = set(re.findall(r'"(\w+)"', text)) | {"S", "H", "D", "C"}
    assert drawn <= named, drawn - named
