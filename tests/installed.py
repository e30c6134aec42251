"""The package as a wheel installs it, away from the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from shutil import copytree, ignore_patterns

from tests.fresh import ROOT


def build_wheel(into: Path) -> Path:
    """Build the wheel as ``pip wheel .`` does, and return it."""
    words = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    built = subprocess.run([*words, str(into)], cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    (wheel,) = into.glob("*.whl")
    return wheel


def installed(wheel: Path, into: Path) -> Path:
    """Unpack a wheel into a folder to import from, and return it."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(into)
    return into


def run_installed(site: Path, cwd: Path, *words: str) -> tuple[int, str, str]:
    """Run ``suitwise`` out of such a folder: exit status, standard output, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "suitwise", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    return done.returncode, done.stdout, done.stderr


def with_example(name: str, into: Path) -> Path:
    """Put an example's game into a folder as an installer does, with its entry point."""
    source = ROOT / "examples" / name
    copytree(source / name, into / name, ignore=ignore_patterns("__pycache__"))
    project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
    named = into / f"{project['name']}-{project['version']}.dist-info"
    named.mkdir()
    (named / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    points = [
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in given.items())
        for group, given in project["entry-points"].items()
    ]
    (named / "entry_points.txt").write_text("\n".join(points))
    return into


def environment_with(site: Path) -> dict[str, str]:
    """Return the environment of a process that imports from a folder, too."""
    paths = [os.environ.get("PYTHONPATH", ""), str(site)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def run_beside(environment: dict[str, str], cwd: Path, *words: str, text: str = "") -> str:
    """Run ``suitwise`` in an environment; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "suitwise", *words],
        input=text,
        env=environment,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
