"""The wheel: all of the package, and the examples that ``suitwise examples`` writes out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.commands import refusal_of, run_command
from tests.fresh import ROOT
from tests.installed import build_wheel, installed, run_installed

EXAMPLES = ROOT / "examples"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(wheel, tmp_path_factory.mktemp("site"))


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder that people have written, by their names within it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


# --- What is in the wheel ---------------------------------------------------------------------------


def test_the_wheel_holds_the_package_and_the_examples_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        held = {name: packed.read(name) for name in packed.namelist() if ".dist-info/" not in name}
    package = {f"suitwise/{name}": data for name, data in files_of(ROOT / "src/suitwise").items()}
    examples = {f"suitwise/examples/{name}": data for name, data in files_of(EXAMPLES).items()}
    assert held == package | examples


def test_the_pages_name_the_wheel_that_is_built(wheel: Path) -> None:
    for page in (ROOT / "README.md", ROOT / "docs" / "research.md"):
        named = set(re.findall(r"suitwise-\S*?\.whl", page.read_text("utf-8")))
        assert named == {wheel.name}, page


def test_no_page_and_no_message_tells_to_install_from_an_index() -> None:
    folders = (ROOT / "src", ROOT / "docs", ROOT / "examples")
    pages = [path for one in folders for path in one.rglob("*") if path.suffix in (".md", ".py")]
    wrong = re.compile(r"pip install +['\"]?suitwise(?!-)")
    for page in [ROOT / "README.md", *pages]:
        assert not wrong.search(page.read_text("utf-8")), page


def test_every_example_that_the_pages_name_is_there() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *EXAMPLES.glob("*")]
    named = {
        name
        for page in pages
        if page.is_file()
        for name in re.findall(r"\bexamples/([\w./]*\w)", page.read_text("utf-8"))
    }
    assert len(named) > 10
    assert {name for name in named if not (EXAMPLES / name).exists()} == set()


# --- suitwise examples ------------------------------------------------------------------------------


def test_an_installed_wheel_writes_out_the_examples(site: Path, tmp_path: Path) -> None:
    status, told, error = run_installed(site, tmp_path, "examples", "mine")
    assert (status, error) == (0, "")
    wanted = files_of(EXAMPLES)
    assert told.splitlines() == [f"mine/{name}" for name in wanted]
    assert files_of(tmp_path / "mine") == wanted


def test_a_clone_writes_out_the_same_examples(tmp_path: Path) -> None:
    status, told, error = run_command("examples", tmp_path / "a" / "b")
    assert (status, error) == (0, "")
    assert files_of(tmp_path / "a" / "b") == files_of(EXAMPLES)
    assert len(told.splitlines()) == len(files_of(EXAMPLES))


def test_an_example_out_of_the_wheel_runs(site: Path, tmp_path: Path) -> None:
    run_installed(site, tmp_path, "examples", "mine")
    asked = "tractor", "judge", "mine/three_rounds.in"
    assert run_installed(site, tmp_path, *asked) == run_command(
        "tractor", "judge", "examples/three_rounds.in"
    )


def test_what_is_there_already_is_kept_and_what_is_missing_is_written(tmp_path: Path) -> None:
    run_command("examples", tmp_path)
    assert run_command("examples", tmp_path) == (0, f"all examples are in {tmp_path}\n", "")
    (tmp_path / "arena.toml").unlink()
    assert run_command("examples", tmp_path) == (0, f"{tmp_path / 'arena.toml'}\n", "")


def test_another_file_of_that_name_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "two_deals.in").write_text("mine")
    told = refusal_of("examples", tmp_path)
    assert told.startswith(f"error: {tmp_path / 'two_deals.in'}: this is another file than the")
    assert files_of(tmp_path) == {"two_deals.in": b"mine"}


def test_a_folder_that_cannot_be_written_to_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "file: File exists" in refusal_of("examples", tmp_path / "file")
    (tmp_path / "arena.toml").mkdir()
    assert "arena.toml: Is a directory" in refusal_of("examples", tmp_path)
    assert "a folder needs a name" in refusal_of("examples", "")
    assert "Missing argument 'DIR'" in refusal_of("examples")


def test_the_command_tells_what_it_does_with_an_example() -> None:
    _, told, _ = run_command("examples", "--help")
    assert "Example:\n    suitwise examples examples\n" in told
    assert "examples " in run_command("--help")[1]


def test_an_installation_without_examples_says_so(site: Path, tmp_path: Path) -> None:
    code = f"""
import sys; sys.path.insert(0, {str(tmp_path / "lib/site")!r})
import suitwise.cli; sys.argv = ["suitwise", "examples", "x"]; suitwise.cli.main()
"""
    bare = tmp_path / "lib" / "site"
    bare.mkdir(parents=True)
    (bare / "suitwise").symlink_to(ROOT / "src" / "suitwise")
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (
        2,
        "error: this installation has no examples: install a wheel, or from a clone\n",
    )
