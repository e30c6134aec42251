"""Jobs of worker processes, for tests: each imports this, and nothing of a server or of pytest."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep


def ready() -> None:
    """Have a process import this module, which takes its time."""


def hangs(pids: str, until: str) -> int:
    """Note the process, and wait for a file."""
    with Path(pids).open("a") as file:
        file.write(f"{os.getpid()}\n")
    while not Path(until).exists():
        sleep(0.01)
    return os.getpid()


def dies(marks: str, times: int) -> str:
    """End the process so many times."""
    with Path(marks).open("a") as file:
        file.write("+")
    if len(Path(marks).read_text()) <= times:
        os._exit(1)
    return "alive"
