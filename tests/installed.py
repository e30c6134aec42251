"""The package as a wheel installs it, away from the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

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
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr
