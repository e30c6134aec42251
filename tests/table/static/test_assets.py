"""The page stays small: what a phone on a slow line has to load before its first card."""

from __future__ import annotations

import gzip
import re
import runpy
from collections.abc import Iterable
from pathlib import Path

import pytest

from suitwise.table.serve import statics
from suitwise.table.serve.shards.slots import CODE_CHARACTERS
from suitwise.table.serve.statics import Assets
from tests.table.static.reading import STATIC, shipped, without_comments

MOST_MODULES = 25
MOST_LINES_OF_A_FILE = 300
MOST_LINES = 8000
"""The pages of all games, of which a table loads one; replay, review, board and daily deals, which no
table waits for."""
MOST_BYTES_OF_A_GAME = 90_000
MODULES = [path for path in shipped(".js") if path.parent != STATIC]
APP = STATIC / "js" / "app.js"
LATER = [STATIC / name for name in statics.LATER]
"""Modules of pages that are loaded when they are asked for, which no table waits for."""
REPLAY, REVIEW, BOARD, DAILY, HOME, MANY, MELDS, SHEET, RUMMIKUB, MENU, OVER = LATER_STYLES = [
    STATIC / f"{page}.css"
    for page in (
        *("replay", "review", "board", "daily", "home"),
        *("many", "melds", "sheet", "rummikub", "menu", "over"),
    )
]
START_STYLES = [STATIC / name for name in ("app.css", "cards.css", "faces.css")]
"""The styles that every page waits for; those of rummy, stacks and a record come with their pages."""
PAGES = [path for path in MODULES if path.parent.name == "games" and "_" not in path.stem]
"""The page of each game, which is loaded at its table alone; what is only a part of one has a ``_``."""
GAMES = [path for path in PAGES if path not in LATER]
"""Those that every table asks for at once; the others come to their own tables."""


def test_a_page_asks_for_a_table_by_what_a_code_may_begin_with() -> None:
    around = (STATIC / "js" / "parts" / "around.js").read_text("utf-8")
    (slots,) = re.findall(r'const SLOTS = "(.*)"', around)
    assert slots == CODE_CHARACTERS


def packed(paths: Iterable[Path]) -> int:
    """Return the bytes of some files as they are sent."""
    return sum(len(gzip.compress(path.read_bytes(), mtime=0)) for path in paths)


def alone(path: Path) -> set[str]:
    """Return the classes of which a style says something wherever they stand."""
    style = without_comments(path.read_text("utf-8"))
    return set(re.findall(r"^\s*\.([\w-]+)(?=\s*[{,])", style, re.MULTILINE))


def test_the_style_of_one_page_changes_nothing_on_another_that_is_visited_after_it() -> None:
    styles = [path for path in shipped(".css") if path.name != "app.css"]
    for later in LATER_STYLES:
        for other in styles:
            assert other == later or alone(later) & alone(other) == set(), (later.name, other.name)


def lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def imports_of(path: Path) -> list[Path]:
    """Return what a module imports at its head, so that it waits for them."""
    text = without_comments(path.read_text("utf-8"))
    named = re.findall(r"""\bfrom\s*["']([^"']+)["']""", text)
    return [(path.parent / name).resolve() for name in named]


def loaded_for(*first: Path) -> set[Path]:
    """Return the modules that are loaded for some, these with them."""
    seen: set[Path] = set()
    due = [*first]
    while due:
        path = due.pop()
        if path not in seen:
            seen.add(path)
            due += imports_of(path)
    return seen


def later_with(*places: str) -> list[Path]:
    """Return the modules that are loaded with some and with no table."""
    return sorted(loaded_for(*(STATIC / "js" / f"{place}.js" for place in places)) & set(LATER))


@pytest.mark.parametrize(
    ("kind", "files", "most_bytes"),
    [
        ("modules of all tables", [path for path in shipped(".js") if path not in LATER], 95_600),
        (
            "styles of tables",
            [path for path in shipped(".css") if path not in LATER_STYLES],
            17_600,
        ),
        ("styles at the start", START_STYLES, 15_000),
        ("a record", [*later_with("pages/replay"), REPLAY, OVER], 12_900),
        ("a board", [*later_with("pages/board"), BOARD], 12_000),
        ("stacks of a board", [*later_with("parts/stacking")], 10_000),
        ("a review", [*later_with("pages/review"), REVIEW], 10_000),
        (
            "sharing a record",
            [
                *sorted(
                    {*later_with("pages/shared", "parts/sharing")} - {*later_with("pages/replay")}
                ),
                MENU,
            ],
            10_000,
        ),
        ("the deals of the days", [*later_with("parts/daily"), DAILY], 10_000),
        (
            "the first page",
            [*later_with("pages/home", "parts/rules", "parts/daily"), DAILY, HOME],
            18_000,
        ),
        ("making a table", [*later_with("pages/make"), HOME], 18_000),
        ("house rules", [*later_with("parts/house")], 8_000),
        ("other tables of Tractor", [*later_with("games/tractor_many"), MANY], 5_000),
        ("melds on the felt", [*later_with("games/rummy_open"), MELDS], 3_100),
        ("a score sheet", [*later_with("games/rummy_sheet"), SHEET], 1_500),
        ("Rummikub", [*later_with("games/rummikub"), RUMMIKUB], 11_800),
        ("dialogs", [*later_with("parts/menu"), MENU], 4_100),
        ("sounds", [*later_with("parts/sound")], 2_000),
        ("an invitation", [*later_with("parts/lobby"), HOME], 14_400),
        ("cards", [STATIC / "cards.svg"], 25_000),
    ],
)
def test_what_is_sent_fits_its_budget(kind: str, files: list[Path], most_bytes: int) -> None:
    assert files, kind
    assert packed(files) <= most_bytes


@pytest.mark.parametrize("game", PAGES, ids=lambda path: path.name)
def test_modules_that_are_loaded_for_a_game_are_few_for_each_is_a_request(game: Path) -> None:
    loaded = loaded_for(APP, game)
    assert 0 < len(loaded) <= MOST_MODULES
    assert packed(loaded) <= MOST_BYTES_OF_A_GAME


def test_the_page_is_short_enough_to_be_read() -> None:
    assert sum(map(lines, shipped(".js"))) <= MOST_LINES
    assert sum(map(lines, START_STYLES)) <= 340
    assert sum(map(lines, shipped(".css"))) <= 1500
    assert lines(REPLAY) <= 60
    assert lines(STATIC / "js" / "pages" / "replay.js") <= 271
    assert lines(STATIC / "js" / "dom.js") <= 165
    long = {path.name: lines(path) for path in MODULES if lines(path) > MOST_LINES_OF_A_FILE}
    assert long == {}


def test_the_page_names_every_module_of_tables_so_that_all_are_asked_for_at_once() -> None:
    served = Assets.read({})
    page = served.page.plain.decode()
    links = re.findall(rf'<link rel="modulepreload" href="/s/{served.version}/([^"]+)">', page)
    assert {STATIC / name for name in links} == set(MODULES) - set(LATER)
    assert len(links) == len(MODULES) - len(LATER)
    waited_for = loaded_for(APP)
    assert {STATIC / name for name in links[: len(waited_for)]} == waited_for


def test_the_page_asks_for_its_connection_before_all_else() -> None:
    served = Assets.read({})
    asked_for = re.findall(r'(?:src|href)="([^"]+)"', served.page.plain.decode())
    assert asked_for[0] == f"/s/{served.version}/early.js"


def test_no_table_waits_for_a_page_that_is_loaded_later() -> None:
    for game in GAMES:
        assert not loaded_for(APP, game) & set(LATER)
    begun = ("replay", "review", "board", "shared", "home", "make", "more")
    parts = ("sharing", "daily", "stacking", "lobby", "sound", "house", "menu")
    assert set(
        later_with(
            "games/rummy_open",
            "games/rummy_sheet",
            "games/rummikub",
            "games/tractor_many",
            *(f"pages/{page}" for page in begun),
            *(f"parts/{part}" for part in parts),
        )
    ) == set(LATER)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_what_a_module_imports_is_there(path: Path) -> None:
    text = without_comments(path.read_text("utf-8"))
    named = re.findall(r"""(?:\bfrom|\bimport)\s*\(?["']([^"']+)["']""", text)
    wrong = [name for name in named if not (path.parent / name).is_file()]
    assert wrong == []


# --- The signs of the cards -----------------------------------------------------------------------


SCRIPT = Path(__file__).resolve().parents[3] / "docs" / "figures" / "cards.py"
MOST_BYTES = 25_000


def test_the_signs_are_those_that_the_script_draws(tmp_path: Path) -> None:
    runpy.run_path(str(SCRIPT))["main"](tmp_path)
    assert (tmp_path / "cards.svg").read_bytes() == (STATIC / "cards.svg").read_bytes()


def test_the_signs_are_small() -> None:
    assert len(gzip.compress((STATIC / "cards.svg").read_bytes())) <= MOST_BYTES


def test_every_sign_is_shown_somewhere() -> None:
    drawn = set(re.findall(r'<symbol id="(\w+)"', (STATIC / "cards.svg").read_text("utf-8")))
    text = "".join(path.read_text("utf-8") for path in shipped(".js"))
    pips = {suit + rank for suit in "SHDC" for rank in "23456789T"}
    named = set(re.findall(r'"(\w+)"', text)) | {"S", "H", "D", "C"} | pips
    assert drawn <= named, drawn - named
