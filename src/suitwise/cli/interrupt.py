"""Ctrl-C: one line and exit status 130, whatever is going on; a second one ends at once.

An exception would not do. Raised inside a callback of a library in C it is printed and forgotten, and
the command runs on; raised while threads work it waits for them. So the first Ctrl-C ends the process
from the handler itself, after it has put right the terminal and files half written.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from suitwise.foundation.text.writing import drop_unfinished

STATUS = 130
_tidying: list[Callable[[], object]] = []


def listen() -> None:
    """End on Ctrl-C from now on, unless the program was started with Ctrl-C ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


@contextmanager
def tidied_by(tidy: Callable[[], object]) -> Iterator[None]:
    """Let a Ctrl-C meanwhile put something right before the end."""
    _tidying.append(tidy)
    try:
        yield
    finally:
        _tidying.remove(tidy)


@contextmanager
def raised() -> Iterator[None]:
    """Let a Ctrl-C meanwhile be raised as KeyboardInterrupt: a way to leave, where it is one."""
    before = signal.getsignal(signal.SIGINT)
    if before is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if before is _end:
            signal.signal(signal.SIGINT, _end)


def _end(*_: object) -> None:
    signal.signal(signal.SIGINT, _end_at_once)
    drop_unfinished()
    for tidy in reversed(_tidying):
        with suppress(Exception):
            tidy()
    with suppress(Exception):  # the interrupted code may be writing
        sys.stdout.flush()
    with suppress(OSError):
        os.write(2, b"error: interrupted\n")
    _end_at_once()


def _end_at_once(*_: object) -> None:
    os._exit(STATUS)
