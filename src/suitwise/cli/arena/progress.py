"""The progress of a run whose folder is whole at any moment, and what a Ctrl-C says of it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from suitwise.cli.files import PROGRESS_AFTER_S, Progress
from suitwise.cli.interrupt import STATUS, tidied_by


class Reached:
    """How far a run has come: called with what is done and what there is in all.

    Args:
        bar: shows it.
    """

    def __init__(self, bar: Progress) -> None:
        self._bar, self._alone = bar, threading.Lock()
        self.done, self.total = 0.0, 0.0

    def __call__(self, done: float, total: float) -> None:
        """Show that ``done`` of ``total`` are done."""
        self.done, self.total = done, total
        self.show()

    def show(self) -> None:
        """Show it again."""
        with self._alone:
            self._bar.reached(self.done, self.total)

    def clear(self) -> None:
        """Take the bar away, for a line to be printed."""
        with self._alone:
            self._bar.clear()


@contextmanager
def shown_progress(what: str, kind: str, folder: Path) -> Iterator[Reached]:
    """Show the progress, and let a Ctrl-C say how to go on.

    That ends at once: the files are whole at any moment, and processes that work end with this one.

    Args:
        what: what is being done, in a word.
        kind: what is counted.
        folder: where it is kept.
    """

    def tell() -> None:
        kept = f"{int(reached.done)} of {int(reached.total)} {kind} are in {folder}"
        line = f"error: interrupted: {kept}; the same command goes on\n"
        os.write(2, line.encode("utf-8", "backslashreplace"))
        os._exit(STATUS)

    with Progress(what, cleared=True) as bar:
        reached = Reached(bar)
        with tidied_by(tell):
            # The first result may be long in coming; the bar is not.
            timer = threading.Timer(PROGRESS_AFTER_S + 0.1, reached.show)
            timer.daemon = True
            timer.start()
            try:
                yield reached
            finally:
                timer.cancel()
                timer.join()
