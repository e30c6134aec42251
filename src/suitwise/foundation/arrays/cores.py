"""The processor: the cores that this process may use, and the line that names it beside figures."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path


def available_cores() -> int:
    """Return how many cores this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def machine_line() -> str:
    """Return the machine and the versions that figures were measured with."""
    from importlib.metadata import version  # slow to import, and seldom needed

    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    return (
        f"{_processor()}, {available_cores()} cores, {platform.system()}; "
        f"Python {platform.python_version()}, {packages}, suitwise {version('suitwise')}"
    )


def _processor() -> str:
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    return found.group(1).strip() if found else platform.processor() or platform.machine()
