"""What every command shares: files opened and written, progress, options, Ctrl-C, errors in one line."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import click

from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text import lines
from suitwise.foundation.text.counting import tidied
from suitwise.foundation.text.writing import drop_unfinished, replacing

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import TaskID


# --- Ctrl-C: one line and exit status 130, whatever is going on; a second one ends at once --------
#
# An exception would not do. Raised inside a callback of a library in C it is printed and forgotten, and
# the command runs on; raised while threads work it waits for them. So the first Ctrl-C ends the process
# from the handler itself, after it has put right the terminal and files half written.

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


# --- How wide a terminal is, and rich's consoles of that width ------------------------------------
#
# ``COLUMNS`` may say anything: it is ignored where it is no width, and nothing is drawn narrower than
# can be read. Left to itself rich prints nothing at all where ``COLUMNS`` is 0, and fails where it is
# ``²``.

_LEAST, _MOST = 20, 1000
_USUAL = 79
_HEIGHT = 24


def width(stream: TextIO | None, usual: int = _USUAL) -> int:
    """Return how many characters wide the output is, from 20 to 1000.

    Args:
        stream: where it goes.
        usual: the width where the output is no terminal.
    """
    return min(max(_LEAST, _told() or _measured(stream) or usual), _MOST)


def console(*, stderr: bool = False, usual: int = _USUAL) -> Console:
    """Return a console of the width of standard output, or of standard error."""
    from rich.console import Console

    columns = width(sys.stderr if stderr else sys.stdout, usual)
    return Console(stderr=stderr, width=columns, height=_HEIGHT)


def _told() -> int:
    """Return the width that the environment names, 0 if it names none."""
    text = os.environ.get("COLUMNS", "")
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else 0


def _measured(stream: TextIO | None) -> int:
    """Return the width of a terminal, 0 of any other stream."""
    with suppress(OSError, ValueError):
        if stream is not None:
            return os.get_terminal_size(stream.fileno()).columns
    return 0


# --- What every command does with files: open, write, show progress, refuse in one line -----------

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
    """Return whether a standard stream is a terminal; Python has None for a closed one."""
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


# --- Options and arguments that commands of several groups have -----------------------------------

SEED = click.IntRange(0, 2**64 - 1)

IMPORTS_HELP = "Import a module of this folder or Python's path first: it makes players known."
imports_option = click.option(
    "--import",
    "imports",
    metavar="MODULE",
    multiple=True,
    help=IMPORTS_HELP,
)
file_argument = click.argument("file", default="-", metavar="[FILE]")
svg_option = click.option("--svg", metavar="OUT", help="Draw it to this file, too.")


def json_option(unit: str = "") -> Callable[[Any], Any]:
    """Return the option ``--json``.

    Args:
        unit: what each printed object is about; empty where there is one object in all.
    """
    text = f"Print one JSON object a {unit}." if unit else "Print JSON."
    return click.option("--json", "as_json", is_flag=True, help=text)


def json_text(value: object) -> str:
    """Return what a command prints of a value with ``--json``: no float ends in the dust of sums.

    >>> json_text({"worth": 0.1 + 0.2, "deals": 3})
    '{"worth": 0.3, "deals": 3}'
    """
    return json.dumps(tidied(value))


def seed_option(text: str = "64-bit seed.", default: int | None = 0) -> Callable[[Any], Any]:
    """Return the option ``--seed``."""
    return click.option("--seed", type=SEED, default=default, show_default=True, help=text)


def threads_option(work: str = "work", most: int | None = None) -> Callable[[Any], Any]:
    """Return the option ``--threads``.

    Args:
        work: what the threads do.
        most: the largest number allowed; None for any.
    """
    text = f"Threads that {work}; 0 for all cores."
    return click.option("--threads", type=click.IntRange(0, most), default=0, help=text)


def number(name: str, least: int, usual: int, text: str = "") -> Callable[[Any], Any]:
    """Return an option that is a number from ``least`` on, ``usual`` unless given."""
    kind = click.IntRange(least)
    return click.option(name, type=kind, default=usual, show_default=True, help=text or None)


def _page(context: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """Refuse a page that can't be written before minutes of measuring."""
    if path is not None:
        with Path(path).open("a"):
            pass
    return path


markdown_option = click.option(
    "--markdown", metavar="FILE", callback=_page, help="Write the section of this page, too."
)
