"""What every command does with files: open, show progress, refuse in one line."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

import click

from suitwise.errors import NotationError

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PROGRESS_AFTER_S = 2.0


def shown_name(path: str) -> str:
    """Return the name of an input as errors print it."""
    return "<stdin>" if path == "-" else path


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``, with a progress bar if reading takes long."""
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        file = open(path, "rb")  # noqa: SIM115 (closed below, with its progress bar)
        if os.path.isdir(path):
            raise IsADirectoryError(21, "Is a directory")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise click.ClickException(f"{path}: {reason}") from None
    with file, _Progress(file) as watched:
        yield watched


class _Progress(io.RawIOBase, BinaryIO):  # type: ignore[misc]
    """A file that shows how much of it has been read, on a terminal, after two seconds."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._size = os.fstat(file.fileno()).st_size
        self._since = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def read(self, size: int = -1) -> bytes:  # type: ignore[override]
        data = self._file.read(size)
        if sys.stderr.isatty() and time.monotonic() - self._since > PROGRESS_AFTER_S:
            self._show()
        return data

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        if self._bar is None:
            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("reading", total=self._size)
            self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, completed=self._file.tell())

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def one_line_errors(path: str) -> Iterator[None]:
    """Turn a fault in an input into ``error: FILE:LINE: reason`` and exit status 2."""
    try:
        yield
    except NotationError as error:
        sys.stdout.flush()
        line = f"{error.line}:" if error.line is not None else ""
        case = f" case {error.case}:" if error.case is not None else ""
        raise click.ClickException(f"{shown_name(path)}:{line}{case} {error.reason}") from None
