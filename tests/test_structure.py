"""How the house is built, read from its imports: arrows point one way, and no folder is crowded.

A room is a folder of the package, the foundation all that lies beside the rooms. In a folder every file
is one and every folder below, with all that is in it, is one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import suitwise
from tests.imports import grouped, imports_in, modules_in, read_by_rules, rings_of

PACKAGE = Path(suitwise.__file__).parent
MODULES = modules_in(PACKAGE)
EXAMPLES = Path(__file__).parents[1] / "examples"
FOLDERS = sorted(
    {".".join(path.parent.relative_to(PACKAGE.parent).parts) for path in MODULES.values()}
)

GAMES = {"rummy", "stacks", "texas42", "tractor"}
LAYERS = (
    {"__main__"},
    {"cli"},
    {"agents"},
    {"table", "research"},
    {"arena", "envs"},
    GAMES,
    {"tricks"},
    {"players", "testing"},
)
"""The rooms from the top down. Below all of them is the foundation."""
FOUNDATION = {"foundation", "game", "picture", "stepping"}
"""Rooms of the foundation, which lies below all others; what is inside it forms no ring either."""
MOST_MODULES = 13
"""A folder has no more modules, ``__init__`` not counted."""


SHARED_ROOMS = {
    "variant", "moves", "state", "text", "view", "game",
    "rules", "hidden", "arrays", "solve", "judge", "record", "players", "face", "picture",
    "review", "board", "warm",
}  # fmt: skip
"""What a game has, it has under these names, as a module or as a folder."""
OWN_ROOMS = {
    "rummy": {"gin", "indian", "rami", "rummikub"},
    "rummy/gin": {"partners", "sheet"},
    "rummy/indian": set(),
    "rummy/rami": {"staged", "typed"},
    "rummy/rummikub": {"draft"},
    "stacks": {"deals", "survey", "session"},
    "texas42": {"endgame"},
    "tractor": {"advice", "deal", "rulings", "umpire"},
}
"""What one game has alone; the games of rummy lie in folders of their own."""
PLAYED_ROOMS = {"rules", "state", "view", "game", "players", "face", "board"}
"""What every game has that is played; Stack Management hides nothing and has no view of its own."""


# --- What is so -----------------------------------------------------------------------------------


@cache
def imports() -> dict[str, set[str]]:
    """Return who imports whom: read once, and by those alone who ask."""
    return imports_in(PACKAGE)


def crowded() -> dict[str, int]:
    files = (name for name, path in MODULES.items() if path.name != "__init__.py")
    sizes = Counter(name.rpartition(".")[0] for name in files)
    return {folder: size for folder, size in sizes.items() if size > MOST_MODULES}


def rooms_of(game: str) -> set[str]:
    """Return the names of the modules and folders of a game."""
    return {
        path.stem
        for path in (PACKAGE / game).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    } - {"__init__"}


def rings_in(folder: str) -> set[frozenset[str]]:
    """Return the rings among the files and the folders of a folder."""

    def unit(module: str) -> str | None:
        if module == folder:
            return "__init__"
        inside = module.startswith(f"{folder}.")
        return module.removeprefix(f"{folder}.").partition(".")[0] if inside else None

    return rings_of(grouped(imports(), unit))


def room_of(module: str) -> str:
    """Return the room of a module, empty for the foundation."""
    first = module.partition(".")[2].partition(".")[0]
    is_room = f"suitwise.{first}" in FOLDERS or any(first in layer for layer in LAYERS)
    return first if is_room and first not in FOUNDATION else ""


def height(room: str) -> int:
    """Return how high a room lies, 0 for the foundation."""
    if not room:
        return 0
    heights = {one: len(LAYERS) - at for at, layer in enumerate(LAYERS) for one in layer}
    assert room in heights, f"{room}/ is a new room: LAYERS is to say where it lies"
    return heights[room]


def upward() -> Iterator[tuple[str, str]]:
    """Yield each module and each room that it imports which does not lie below its own."""
    for module, imported in imports().items():
        own = room_of(module)
        for room in {room_of(one) for one in imported} - {own}:
            if height(room) >= height(own):
                yield module, room


def is_rule(module: str) -> bool:
    return "rules" in module.split(".")[2:] and room_of(module) in GAMES


def rules_strayed() -> Iterator[tuple[str, str]]:
    """Yield each rule and what it imports beyond the rules of its own game and the foundation."""
    for module in filter(is_rule, imports()):
        for one in imports()[module]:
            is_own = is_rule(one) and room_of(one) == room_of(module)
            if room_of(one) and not is_own:
                yield module, one


def read_through_modules() -> Iterator[tuple[str, str, str]]:
    """Yield each file of the package and the examples, a rule in it, and what that reads of a module."""
    for path in (*MODULES.values(), *EXAMPLES.rglob("*.py")):
        text = path.read_text("utf-8")
        if "@rule\n" in text:
            for reader, read in read_by_rules(text):
                yield str(path), reader, read


# --- What is held ---------------------------------------------------------------------------------


def test_no_files_import_each_other_in_a_ring() -> None:
    assert [sorted(ring) for ring in rings_of(imports())] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_files_and_folders_of_a_folder_form_no_ring(folder: str) -> None:
    assert [sorted(ring) for ring in rings_in(folder)] == []


def test_rules_import_nothing_but_rules_of_their_game_and_the_foundation() -> None:
    assert list(rules_strayed()) == []


def test_rules_call_rules_by_imported_names_and_read_constants_alone_through_modules() -> None:
    """Machine code knows of a module its constants alone; plain Python runs ``module.rule(...)``."""
    found = list(read_through_modules())
    assert found, "some rules read constants through a module"
    assert [one for one in found if not one[2].rpartition(".")[2].isupper()] == []


def test_arrows_between_rooms_point_down_and_games_never_import_each_other() -> None:
    assert list(upward()) == []


def test_no_folder_is_crowded() -> None:
    assert crowded() == {}


@pytest.mark.parametrize("game", OWN_ROOMS)
def test_rooms_have_the_same_names_in_every_game(game: str) -> None:
    assert rooms_of(game) - SHARED_ROOMS == OWN_ROOMS[game]


UNPLAYED = {"rummy", "rummy/rami"}
"""The folder of several games, and a game that has no face yet."""


@pytest.mark.parametrize("game", sorted(OWN_ROOMS.keys() - UNPLAYED))
def test_a_game_that_is_played_has_each_room_of_such_a_game(game: str) -> None:
    missing = PLAYED_ROOMS - rooms_of(game)
    assert missing == ({"view"} if game == "stacks" else set())


# --- The reading of imports -----------------------------------------------------------------------


def test_no_test_holds_a_clock_of_its_own_against_the_package() -> None:
    """``tests/bounded.py`` does it for all; a fuzzer is a program with a bound of its own."""
    clock = re.compile(r"\b(process_time|perf_counter|thread_time)\(")
    folder = Path(__file__).parent
    readers = {path.name for path in folder.rglob("*.py") if clock.search(path.read_text("utf-8"))}
    assert {name for name in readers if not name.startswith("fuzz")} == {"bounded.py"}


def test_imports_inside_functions_and_for_types_alone_close_a_ring(tmp_path: Path) -> None:
    package = tmp_path / "house"
    package.mkdir()
    for name, text in {
        "__init__": "",
        "first": "def late():\n    from house import second\n",
        "second": "if TYPE_CHECKING:\n    from house.third import Thing\n",
        "third": "import house.first\n",
        "fourth": "import house.first, sys\n",
    }.items():
        (package / f"{name}.py").write_text(text)
    ring = {f"house.{name}" for name in ("first", "second", "third")}
    assert rings_of(imports_in(package)) == {frozenset(ring)}


def test_what_a_rule_reads_through_an_imported_name_is_found_and_its_own_names_are_left() -> None:
    text = """
from house import first
from house.second import TABLE
import house.third as third

@rule
def counted(rows, at):
    return first.WEIGHT * rows.size + third.inner(at) + TABLE[at]

def no_rule(at):
    return first.other(at)
"""
    read = {("counted", "first.WEIGHT"), ("counted", "third.inner")}
    assert set(read_by_rules(text)) == read
