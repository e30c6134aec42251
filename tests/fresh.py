"""Python in a fresh process, for what must not depend on what this process has loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.simulator import simulator

ROOT = Path(__file__).parents[1]


def fresh_python(code: str, **environment: str | Path) -> str:
    """Run code in a new process, warnings as errors, and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_cuda_simulator(code: str) -> str:
    """Run code where CUDA kernels run in numba-cuda's simulator, and return what it printed."""
    return simulator().run(code)
