"""Every command shown in the README and the docs prints what is shown there.

They run in a folder that holds nothing but the examples, as an installed wheel has written them out.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.commands import run_command
from tests.installed import build_wheel, environment_with, installed, run_installed, with_example

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
DEMO = ROOT / "tests" / "data" / "demo.txt"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("zh/*.md"))]


IN_PROCESSES = ("suitwise arena", "suitwise check")
"""Commands that run in processes of their own, which know no games and players of other tests."""


def shown_commands() -> list[tuple[str, str, str]]:
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.S):
            for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                if command.startswith("suitwise "):
                    found.append((page.name, command, output))
    return found


@pytest.fixture(scope="module")
def without_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which an installed wheel has written the examples."""
    folder = tmp_path_factory.mktemp("without")
    site = installed(build_wheel(tmp_path_factory.mktemp("dist")), tmp_path_factory.mktemp("site"))
    assert run_installed(site, folder, "examples", "examples")[0] == 0
    return folder


@pytest.fixture(scope="module")
def hearts_beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a process is told that finds the example game of hearts installed."""
    return environment_with(with_example("hearts", tmp_path_factory.mktemp("hearts")))


def said_by_process(words: list[str], folder: Path, environment: Mapping[str, str]) -> str:
    """Return what a command prints in a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-m", "suitwise", *words],
        cwd=folder,
        env=without_width(environment),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return ran.stdout + ran.stderr


def without_width(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment that names no width of a terminal, as a test run may."""
    return {name: value for name, value in environment.items() if name != "COLUMNS"}


@pytest.mark.parametrize(("page", "command", "output"), shown_commands())
def test_a_command_shown_in_the_docs_prints_what_is_shown(
    page: str,
    command: str,
    output: str,
    without_repository: Path,
    hearts_beside: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = shlex.split(command)[1:]
    environment = hearts_beside if page == "your-own-game.md" else os.environ
    if page == "your-own-game.md" or command.startswith(IN_PROCESSES):
        said = said_by_process(words, without_repository, environment)
    else:
        monkeypatch.delenv("COLUMNS", raising=False)
        said = "".join(run_command(*words, cwd=without_repository)[1:])
    pattern = re.escape(output.rstrip()).replace(re.escape("..."), ".*")
    assert re.fullmatch(pattern, said.rstrip(), re.S), said


def test_make_demo_prints_what_it_printed(tmp_path: Path) -> None:
    """A wanted change: ``python examples/demo.py > tests/data/demo.txt``."""
    demo = [sys.executable, str(ROOT / "examples" / "demo.py")]
    ran = subprocess.run(demo, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == DEMO.read_text("utf-8")
    for name in ("trick.svg", "bids.svg"):
        assert (tmp_path / "demo-out" / name).read_text("utf-8").startswith("<svg")


def test_the_readme_shows_parts_of_what_make_demo_prints() -> None:
    (shown,) = re.findall(r"```text\n(== .*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    printed, at = DEMO.read_text("utf-8"), 0
    for part in shown.split("...\n"):
        assert part in printed[at:], part
        at = printed.index(part, at) + len(part)


SCRIPTS = {
    "observations": {"observations.md"},
    "research": {"research.svg"},
    "ruling": {"ruling.svg"},
    "rummy": {"rummy-hand.svg", "rummy-islands.svg", "rummy-combos.svg"},
    "texas42": {f"texas42-{drawn}.svg" for drawn in ("suits", "trick", "bids", "search")},
    "tractor_duty": {"tractor-duty.svg"},
    "trick": {"trick.svg"},
    "trick_search": {"trick-search.svg"},
}
"""The scripts of ``docs/figures`` and what each writes."""


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_drawn_in_the_docs_is_what_its_script_draws(name: str, tmp_path: Path) -> None:
    runpy.run_path(str(DOCS / "figures" / f"{name}.py"))["main"](tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == SCRIPTS[name]
    for path in tmp_path.iterdir():
        committed = (DOCS if path.suffix == ".md" else DOCS / "_static") / path.name
        assert path.read_text("utf-8") == committed.read_text("utf-8")


def test_the_trick_whose_ruling_is_followed_is_on_its_page() -> None:
    plays = runpy.run_path(str(DOCS / "figures" / "ruling.py"))["PLAYS"]
    assert " ".join(plays) in (DOCS / "ruling.md").read_text("utf-8")


def test_the_docs_show_commands() -> None:
    assert len(shown_commands()) >= 3
