"""The processor's cores that this process may use."""

from __future__ import annotations

import os


def available_cores() -> int:
    """Return how many cores this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
