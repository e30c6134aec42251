"""The catalogue: games and players of other packages by entry points, and what is broken among them."""

from __future__ import annotations

import ast
import builtins
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import suitwise
from suitwise import catalogue
from suitwise.arena.report import unit_of
from suitwise.cli import commands
from suitwise.envs.vector import batch_of
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import load
from suitwise.players.named import named, names_for
from tests.commands import refusal_of, run_command
from tests.fresh import fresh_python

OWN = ("gin", "indian13", "rummikub", "stacks", "texas42", "texas42_endgame", "tractor")
ODDS = '''
from dataclasses import dataclass
from typing import ClassVar

import click

from suitwise.catalogue import Entry
from suitwise.texas42 import Endgame


class Odds(Endgame):
    name: ClassVar[str] = "odds"


@dataclass(frozen=True)
class First:
    def __call__(self, state):
        return next(iter(state.moves()))


@click.command()
def odds() -> None:
    """Say it."""
    print("odds are even")


ENTRY = Entry(
    "odds", "odds_game:Odds",
    players={"rules": "odds_game:First", "lost": "odds_game:Lost", "odd": "odds_game:odds"},
    unit="chips", command="odds_game:odds", help="The odds.",
)
OTHER = Entry("evens", "nowhere:Evens")
NO_GAME = Entry("none", "odds_game:First", players={"rules": "odds_game:odds"})
'''

Install = Callable[..., None]


def clear() -> None:
    """Let entry points be looked for again."""
    catalogue._points.cache_clear()
    catalogue._texts.cache_clear()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return what puts a package with entry points on the path for as long as a test runs."""
    before = dict(catalogue._known)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    clear()
    (tmp_path / "odds_game.py").write_text(ODDS)

    def put(package: str, entry_points: str) -> None:
        folder = tmp_path / f"{package}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(entry_points)

    yield put
    catalogue._known.clear()
    catalogue._known.update(before)
    clear()


# --- What is added --------------------------------------------------------------------------------


def test_a_game_of_another_package_is_a_game_like_any_other(install: Install) -> None:
    install("odds", "[console_scripts]\nx = y:z\n\n[suitwise.games]\nodds = odds_game:ENTRY\n")
    game = load("odds")
    assert str(game) == str(load("texas42_endgame")).replace("texas42_endgame", "odds")
    assert set(catalogue.names()) >= {"odds", *OWN}
    assert unit_of(game) == "chips"
    assert names_for(game) == ("lost", "odd", "random", "rules")
    state, _ = game.start().rolled(1, 0)
    assert named("rules", game).seated(1, 0)(state) == next(iter(state.moves()))
    with pytest.raises(
        SuitwiseError, match=r"odds has no compiled environment.* gin, .*stacks, tex"
    ):
        batch_of(game)


def test_a_command_of_another_package_is_listed_and_run(install: Install) -> None:
    install("odds", "[suitwise.games]\nodds = odds_game:ENTRY\n")
    assert "  odds         The odds.\n" in run_command("--help")[1]
    assert run_command("odds") == (0, "odds are even\n", "")


def test_players_of_another_package_play_one_game_or_all(install: Install) -> None:
    install(
        "first",
        "[suitwise.players]\n# those of mine\nfirst = odds_game:First\nstacks.front = odds_game:First\n",
    )
    gin, stacks = load("gin"), load("stacks")
    assert {"first", "front", "solver"} <= set(names_for(stacks))
    assert "front" not in names_for(gin)
    state, _ = gin.start().rolled(1, 0)
    assert named("first", gin).seated(1, 0)(state) == next(iter(state.moves()))
    with pytest.raises(NotationError, match="'front' is no player of gin"):
        named("front", gin)


def test_what_the_package_has_itself_is_not_given_away(install: Install) -> None:
    install(
        "thief", "[suitwise.games]\ngin = odds_game:ENTRY\n[suitwise.players]\nrandom = no:No\n"
    )
    assert type(load("gin")).__module__ == "suitwise.rummy.gin.game"
    assert str(named("random", load("gin"))) == "random"


def test_no_entry_point_is_read_for_a_game_that_is_known() -> None:
    code = (
        "import suitwise; from suitwise import catalogue; from suitwise.players.named import named; "
        "print(named('rules(look=1)', suitwise.load('gin')), catalogue._texts.cache_info().misses)"
    )
    assert fresh_python(code).split() == ["rules(danger=8,look=1)", "0"]


# --- What is broken -------------------------------------------------------------------------------

BROKEN = [
    ("odds = nowhere:ENTRY", "the package odds has no nowhere:ENTRY: ModuleNotFoundError: No mod"),
    ("odds = odds_game:NONE", "the package odds has no odds_game:NONE: AttributeError: "),
    ("odds = odds_game", "the package odds has no odds_game: AttributeError: "),
    ("odds =", "the package odds has no : ValueError: Empty module name"),
    ("odds", "the package odds has no : ValueError: Empty module name"),
    ("odds = odds_game:Odds", "what the package odds gives as the game odds is no catalogue.Entry"),
    ("odds = odds_game:OTHER", "what the package odds gives as the game odds is no catalogue.Ent"),
    (
        "odds = broken_game:ENTRY",
        "the package odds has no broken_game:ENTRY: ZeroDivisionError: di",
    ),
]


@pytest.mark.parametrize(("line", "reason"), BROKEN)
def test_a_broken_entry_point_is_one_line_that_names_the_package(
    line: str, reason: str, install: Install, tmp_path: Path
) -> None:
    (tmp_path / "broken_game.py").write_text("1 / 0")
    install("odds", f"[suitwise.games]\n{line}\n")
    with pytest.raises(NotationError) as caught:
        load("odds")
    assert str(caught.value).startswith(reason)
    assert "\n" not in str(caught.value)


def test_what_is_broken_breaks_nothing_else(install: Install) -> None:
    install("odds", "[suitwise.games]\nodds = nowhere:ENTRY\n= odds_game:ENTRY\n")
    assert set(catalogue.names()) >= {"odds", *OWN}
    assert {entry.name for entry in catalogue.entries()} >= set(OWN)
    assert run_command("--help")[0] == 0
    status, told, _ = run_command("arena", "players")
    assert (status, "tractor          beginner mc net random rules\n" in told) == (0, True)
    assert "odds             the package odds has no nowhere:ENTRY: " in told
    for words in (("odds",), ("check", "odds")):
        assert "the package odds has no nowhere:ENTRY: " in refusal_of(*words)


def test_a_game_whose_class_or_player_is_not_there_is_one_line_too(install: Install) -> None:
    install("odds", "[suitwise.games]\nodds = odds_game:ENTRY\nevens = odds_game:OTHER\n")
    with pytest.raises(NotationError, match="the package odds has no nowhere:Evens: Module"):
        load("evens")
    with pytest.raises(NotationError, match="the package odds has no odds_game:Lost: Attribute"):
        named("lost", load("odds"))


def test_what_is_no_game_and_no_player_is_one_line_too(install: Install) -> None:
    games = "[suitwise.games]\nnone = odds_game:NO_GAME\nodds = odds_game:ENTRY\n"
    install("odds", f"{games}[suitwise.players]\ngin.odd = odds_game:odds\n")
    with pytest.raises(NotationError, match="what the package odds gives as none is no suitwise"):
        load("none")
    for game in ("gin", "odds"):
        with pytest.raises(NotationError, match="what the package odds gives as the player odd is"):
            named("odd", load(game))


def test_two_packages_with_one_game_are_both_named(install: Install) -> None:
    for package in ("odds", "others"):
        install(package, "[suitwise.games]\nodds = odds_game:ENTRY\n")
    with pytest.raises(NotationError, match=r"the packages (odds and others|others and odds) both"):
        load("odds")


# --- One table ------------------------------------------------------------------------------------


def test_every_place_of_the_table_is_there() -> None:
    for name in OWN:
        entry = catalogue.find(name)
        assert entry is not None
        places = (
            *(entry.game, entry.host, entry.batch, entry.whole, entry.openspiel, entry.warm),
            entry.command,
        )
        for place in (*places, *entry.players.values()):
            assert not place or entry.loaded(place) is not None
        assert load(entry.episode or entry.name).name == entry.name


def test_no_other_table_of_games_stands_in_the_package() -> None:
    """A literal with the names of three games is one; some rule sets of rummy are named as a game is."""
    found, names = [], {*OWN, "rummy"}
    for path in Path(suitwise.__file__).parent.rglob("*.py"):
        text = path.read_text()
        if sum(name in text for name in names) < 3:
            continue  # parsing the whole package takes seconds
        for node in ast.walk(ast.parse(text)):
            parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
            words = {part.value for part in parts if isinstance(part, ast.Constant)}
            if len(words & names) > 2 and "SEED" not in ast.unparse(node):
                found.append((path, ast.unparse(node)))
    assert found == []


def test_the_groups_of_commands_are_found_by_the_table() -> None:
    groups = {entry.group for entry in catalogue.known() if entry.command}
    assert groups >= {"rummy", "stacks", "texas42", "tractor"}
    assert groups <= set(commands.list_commands(commands.context_class(commands)))


def test_two_threads_import_parts_of_a_game_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of a game import each other: two at once meet modules that are half made."""
    monkeypatch.syspath_prepend(tmp_path)
    slow = (
        "import time\nfrom builtins import told\n"
        "told.append('{0} in')\ntime.sleep(0.1)\ntold.append('{0} out')\nPART = 1\n"
    )
    told: list[str] = []
    monkeypatch.setattr(builtins, "told", told, raising=False)
    for name in ("half_first", "half_second"):
        (tmp_path / f"{name}.py").write_text(slow.format(name))
    entry = catalogue.Entry("odds", "half_first:PART", face="half_second:PART")
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(entry.loaded, (entry.game, entry.face))) == [1, 1]
    assert [line.split()[1] for line in told] == ["in", "out", "in", "out"]


OUT_OF_BOUNDS: dict[str, tuple[dict[str, Any], ...]] = {
    "gin": (
        *({"knock": wrong} for wrong in (1001, 10.5, "2")),
        *({"gin": 0}, {"gin": None}, {"undercut": 0}, {"to": -1}, {"to": True}, {"declare": 1}),
    ),
    "indian13": (
        *({"seats": wrong} for wrong in (1, 7, 2.5)),
        *({"jokers": 5}, {"cap": 0}, {"draws": 0}, {"draws": "9"}, {"drop": -1}),
        *({"middle": 9999}, {"reshuffle": 1}),
    ),
    "rummikub": (
        *({"seats": wrong} for wrong in (1, 5, 2.5)),
        *({"opening": 101}, {"joker": "wild"}, {"penalty": 0}, {"pool": "draw"}, {"same": "yes"}),
        *({"match": "game"}, {"deals": 21}, {"staged": 1}, {"group_joker": None}),
    ),
    "texas42": (
        *({"match": "game"}, {"nello": "yes"}, {"cap": 0}, {"cap": 8}, {"marks": 0}),
        *({"points": True}, {"forced": 1}, {"shaker": 4}, {"shaker": -2}),
    ),
    "tractor": (
        *({"levels": wrong} for wrong in ("2", "21", "23", 22, "22\n")),
        *({"landlord": wrong} for wrong in (4, -2, True)),
        *({"first": wrong} for wrong in (4, -1, 1.0)),
        *({"match": "game"}, {"profile": "home"}, {"profile": None}),
    ),
}


@pytest.mark.parametrize(
    ("game", "options"), [(game, wrong) for game, each in OUT_OF_BOUNDS.items() for wrong in each]
)
def test_options_out_of_bounds_are_refused(game: str, options: dict[str, Any]) -> None:
    kind: Callable[..., Any] = type(load(game))
    with pytest.raises(NotationError):
        kind(**options)


@pytest.mark.parametrize("text", ["gin(declare=maybe)", "gin(knock=1001)", "indian13(cap=0)"])
def test_a_text_of_options_out_of_bounds_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"is a number from|is yes or no"):
        load(text)
