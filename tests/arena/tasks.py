"""Work of other processes, for tests of what does it: each imports this, and no part of pytest."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from suitwise.arena.workers import MOST_DEATHS
from suitwise.errors import SuitwiseError


def squared(number: int) -> int:
    time.sleep(0.01 * (number % 3))
    return number * number


def failing(number: int) -> int:
    if number == 5:
        raise SuitwiseError("five is too much")
    return number


def breaking(number: int) -> int:
    return 1 // (3 - number)


def dying_once(file: str) -> str:
    """End this process if the file is there, which it takes away first."""
    if Path(file).exists():
        Path(file).unlink()
        os._exit(3)
    return file


def dying(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def ignoring(number: int) -> int:
    """Have Ctrl-C pressed; return the number of this process."""
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.05)
    return os.getpid()


def unsendable(number: int) -> object:
    return lambda: number


class Two(Exception):
    """An error that can be pickled, but not made again from what its base class keeps."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


def unreadable(number: int) -> object:
    return Two("one", "other") if number == 1 else number


def made(file: Path) -> Path:
    file.touch()
    return file


def dying_at_first(folder: str) -> int:
    """End this process twice, then return how often it was."""
    deaths = len(os.listdir(folder))
    if deaths < MOST_DEATHS - 1:
        Path(folder, str(deaths)).touch()
        os._exit(3)
    return deaths
