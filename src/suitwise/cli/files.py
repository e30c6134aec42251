"""What every command does with files: open, write, show progress, refuse in one line."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from typing import TYPE_CHECKING, BinaryIO, TextIO

import click

from suitwise.cli.console import console
from suitwise.cli.interrupt import tidied_by
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text import lines
from suitwise.foundation.text.writing import replacing

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

PROGRESS_AFTER_S = 2.0


def shown_name(path: str) -> str:
    """Return the name of an input as errors print it."""
    return "<stdin>" if path == "-" else path


class Input:
    """An open input; a fault in reading it is told in one line.

    Args:
        file: the open file.
        name: its name for people.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most ``size``; none at the end."""
        try:
            return self._file.read(size)
        except OSError as error:
            raise click.ClickException(f"{self._name}: {error.strerror}") from None


@contextmanager
def open_input(path: str) -> Iterator[Input]:
    """Open a file, or standard input for ``-``."""
    name = shown_name(path)
    if path == "-":
        if sys.stdin is None:
            raise click.ClickException(f"{name}: standard input is closed")
        if _is_terminal(sys.stdin):
            click.echo("reading standard input; Ctrl-D ends it (--help tells the format)", err=True)
        yield Input(sys.stdin.buffer, name)
        return
    try:
        file = open(path, "rb")  # noqa: SIM115 (closed below)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise click.ClickException(f"{name}: {reason}") from None
    with file:
        yield Input(file, name)


def numbered_lines(file: Input, longest: int) -> Iterator[tuple[int, str]]:
    """Yield the lines of an input that are records, with their numbers: no blank ones, no comments.

    Args:
        file: the input.
        longest: the most bytes that a line may have.

    Raises:
        NotationError: a line is longer, or the input begins with a byte order mark.
    """
    for number, line in lines.numbered_lines(file, longest):
        if number == 1:
            lines.refuse_mark(line)
        text = line.decode("utf-8", "backslashreplace").strip()
        if text and not text.startswith("#"):
            yield number, text


def write_file(path: str, text: str) -> None:
    """Write a whole text file at once: whatever happens, no half of it is left and an old one stays.

    Args:
        path: its name; that of a device or a pipe is written to as it stands.
        text: its new content.
    """
    try:
        with replacing(path) as file:
            file.write(text.encode("utf-8"))
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from None
    except SuitwiseError as error:
        raise click.ClickException(str(error)) from None
    except ValueError as error:
        raise click.ClickException(f"{path}: {error}") from None


class Progress:
    """A bar on a terminal for work of over two seconds; it goes to standard error.

    It is gone when the work is done. While the results go to a terminal as they come, they are the
    progress, and a bar would be drawn across them: there it is shown only to callers who clear it.

    Args:
        work: the work being done, in a word.
        cleared: whether ``clear`` is called before each result.
        at_once: whether it is known to take long, and the results come after it.
    """

    def __init__(self, work: str, *, cleared: bool = False, at_once: bool = False) -> None:
        self._work = work
        self._since = -inf if at_once else time.monotonic()
        shown = cleared or at_once or not _is_terminal(sys.stdout)
        self._is_shown = _is_terminal(sys.stderr) and shown
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._tidied = ExitStack()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def reached(self, done: float, total: float) -> None:
        """Show that ``done`` of ``total`` have been done."""
        if not self._is_shown or time.monotonic() - self._since < PROGRESS_AFTER_S:
            return
        if self._bar is None or self._task is None:
            self._bar, self._task = self._start()
            self._tidied.enter_context(tidied_by(self._bar.stop))
        self._bar.update(self._task, completed=done, total=total)

    def clear(self) -> None:
        """Take the bar away; it comes back if the next two seconds bring no result."""
        if self._bar is not None:
            self._bar.stop()
            self._tidied.close()
            self._bar = None
        self._since = time.monotonic()

    def _start(self) -> tuple[Bar, TaskID]:
        from rich.progress import Progress as Bar
        from rich.progress import SpinnerColumn

        # rich would take sys.stdout over, and print the results on the terminal.
        bar = Bar(
            SpinnerColumn(),
            *Bar.get_default_columns(),
            console=console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        bar.start()
        return bar, bar.add_task(self._work)


def _is_terminal(stream: TextIO | None) -> bool:
    """Tell whether a standard stream is a terminal; Python has None for a closed one."""
    return stream is not None and stream.isatty()


@contextmanager
def plain_errors(where: str = "") -> Iterator[None]:
    """Turn an error of the package into one line.

    Args:
        where: the words before the reason.
    """
    try:
        yield
    except SuitwiseError as error:
        raise click.ClickException(f"{where}{error}") from None


@contextmanager
def one_line_errors(path: str) -> Iterator[None]:
    """Turn a fault in an input into ``error: FILE:LINE: reason`` and exit status 2."""
    try:
        yield
    except NotationError as error:
        line = f"{error.line}:" if error.line is not None else ""
        case = f" case {error.case}:" if error.case is not None else ""
        raise click.ClickException(f"{shown_name(path)}:{line}{case} {error.reason}") from None
