"""The Ctrl-C handler: it prints one line and exits with status 130; a second Ctrl-C exits at once.

KeyboardInterrupt is not enough: raised in a callback from a C library it is printed and ignored, and
raised while threads run it waits for them. So the signal handler itself ends the process, after it has
cleaned up the terminal and unfinished files. It is installed before any large module is imported.
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
    """Install the Ctrl-C handler, unless the program was started with Ctrl-C ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


@contextmanager
def tidied_by(tidy: Callable[[], object]) -> Iterator[None]:
    """Call a cleanup function if Ctrl-C ends the process inside the ``with`` block."""
    _tidying.append(tidy)
    try:
        yield
    finally:
        _tidying.remove(tidy)


@contextmanager
def raised() -> Iterator[None]:
    """Raise Ctrl-C as KeyboardInterrupt inside the ``with`` block, for code that handles it."""
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
    with suppress(Exception):  # the interrupted code may be in the middle of a write
        sys.stdout.flush()
    with suppress(OSError):
        os.write(2, b"error: interrupted\n")
    _end_at_once()


def _end_at_once(*_: object) -> None:
    os._exit(STATUS)
