"""Commands of ``suitwise`` run in a process of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.fresh import ROOT


def run_command(*words: str | Path, text: str | bytes = b"") -> tuple[int, str, str]:
    """Run a command: exit status, standard output, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "suitwise", *map(str, words)],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        cwd=ROOT,
        timeout=120,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def refusal_of(*words: str | Path) -> str:
    """Return what a command prints that is refused in one line."""
    status, told, error = run_command(*words)
    assert (status, told) == (2, "")
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    return error
