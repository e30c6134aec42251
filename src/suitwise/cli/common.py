"""Helpers for all commands: files, progress bars, shared options, Ctrl-C, and one-line errors."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import click

from suitwise.cli.interrupt import tidied_by
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import tidied
from suitwise.foundation.text.writing import replacing

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import TaskID


# --- Width of the output --------------------------------------------------------------------------
#
# ``COLUMNS`` is ignored unless it is a number, and the width has a minimum that stays readable. By
# itself rich prints nothing if ``COLUMNS`` is 0 and fails if it is ``²``.

_LEAST, _MOST = 20, 1000
_USUAL = 79
_HEIGHT = 24


def width(stream: TextIO | None, usual: int = _USUAL) -> int:
    """Return the width of the output in characters, from 20 to 1000.

    Args:
        stream: the output stream.
        usual: the width if the stream is not a terminal.
    """
    return min(max(_LEAST, _width_from_environment() or _measured(stream) or usual), _MOST)


def console(*, stderr: bool = False, usual: int = _USUAL) -> Console:
    """Return a console for standard output or standard error, with the width of that stream."""
    from rich.console import Console

    columns = width(sys.stderr if stderr else sys.stdout, usual)
    return Console(stderr=stderr, width=columns, height=_HEIGHT)


def _width_from_environment() -> int:
    """Return the width in the environment variable COLUMNS, or 0."""
    text = os.environ.get("COLUMNS", "")
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else 0


def _measured(stream: TextIO | None) -> int:
    """Return the width of a terminal; 0 for any other stream."""
    with suppress(OSError, ValueError):
        if stream is not None:
            return os.get_terminal_size(stream.fileno()).columns
    return 0


# --- Files, progress bars and one-line errors -----------------------------------------------------

PROGRESS_AFTER_S = 2.0


def shown_name(path: str) -> str:
    """Return the name of an input as it appears in errors."""
    return "<stdin>" if path == "-" else path


class Input:
    """An open input; a read error becomes a one-line error.

    Args:
        file: the open file.
        name: its name in errors.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most ``size``; empty at the end."""
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
    """Yield the numbers and texts of an input's lines, without blank lines and comments.

    Args:
        file: the input.
        longest: the most bytes in a line.

    Raises:
        NotationError: a line is longer, or the input starts with a byte order mark.
    """
    from suitwise.foundation.text import lines

    for number, line in lines.numbered_lines(file, longest):
        if number == 1:
            lines.refuse_mark(line)
        text = line.decode("utf-8", "backslashreplace").strip()
        if text and not text.startswith("#"):
            yield number, text


def write_file(path: str, text: str) -> None:
    """Write a text file atomically; if the write fails, an existing file stays unchanged.

    Args:
        path: its name; a device or a pipe is written to directly.
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
    """A progress bar on standard error for work of more than two seconds; only on a terminal.

    The bar disappears when the work is done. If results are printed to a terminal during the work, the
    bar would overwrite them, so it is shown only if the caller clears it before each result.

    Args:
        work: the work in one word.
        cleared: whether the caller calls ``clear`` before each result.
        at_once: show the bar immediately, for long work whose results come at the end.
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
        """Update the bar to ``done`` of ``total``."""
        if not self._is_shown or time.monotonic() - self._since < PROGRESS_AFTER_S:
            return
        if self._bar is None or self._task is None:
            self._bar, self._task = self._start()
            self._tidied.enter_context(tidied_by(self._bar.stop))
        self._bar.update(self._task, completed=done, total=total)

    def clear(self) -> None:
        """Hide the bar; it reappears if the next two seconds bring no result."""
        if self._bar is not None:
            self._bar.stop()
            self._tidied.close()
            self._bar = None
        self._since = time.monotonic()

    def _start(self) -> tuple[Bar, TaskID]:
        from rich.progress import Progress as Bar
        from rich.progress import SpinnerColumn

        bar = Bar(
            SpinnerColumn(),
            *Bar.get_default_columns(),
            console=console(stderr=True),
            transient=True,
            redirect_stdout=False,  # else rich would print the results on the terminal
            redirect_stderr=False,
        )
        bar.start()
        return bar, bar.add_task(self._work)


def _is_terminal(stream: TextIO | None) -> bool:
    """Return whether a standard stream is a terminal; a closed one is None in Python."""
    return stream is not None and stream.isatty()


@contextmanager
def plain_errors(where: str = "") -> Iterator[None]:
    """Turn a SuitwiseError into a one-line error.

    Args:
        where: the words before the reason.
    """
    try:
        yield
    except SuitwiseError as error:
        raise click.ClickException(f"{where}{error}") from None


@contextmanager
def one_line_errors(path: str) -> Iterator[None]:
    """Turn an error in an input into ``error: FILE:LINE: reason`` and exit status 2."""
    try:
        yield
    except NotationError as error:
        line = f"{error.line}:" if error.line is not None else ""
        case = f" case {error.case}:" if error.case is not None else ""
        raise click.ClickException(f"{shown_name(path)}:{line}{case} {error.reason}") from None


# --- Groups, options and arguments shared by several games ----------------------------------------


class GameGroup(click.Group):
    """The group of a game's commands; some stand in other modules, imported when they are used.

    Args:
        elsewhere: the names of these commands, each with its module.
    """

    def __init__(self, *, elsewhere: Mapping[str, str], **settings: Any) -> None:
        super().__init__(**settings)
        self._elsewhere = elsewhere

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in alphabetical order."""
        return sorted({*self.commands, *self._elsewhere})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; for a name that there is not all are imported, so that one is suggested."""
        if cmd_name not in self.commands:
            for name in {cmd_name} & self._elsewhere.keys() or self._elsewhere:
                self.add_command(getattr(import_module(self._elsewhere[name]), name))
        return super().get_command(ctx, cmd_name)


def import_players(modules: Sequence[str]) -> None:
    """Import the modules of ``--import``, which register players."""
    if modules:
        from suitwise.arena.seats import import_players

        with plain_errors():
            import_players(modules)


@contextmanager
def reading(path: str, work: str) -> Iterator[tuple[Input, Progress]]:
    """Open an input file and show progress; errors of notation name the file and the line."""
    with open_input(path) as opened, one_line_errors(path), Progress(work) as progress:
        yield opened, progress


SEED = click.IntRange(0, 2**64 - 1)

IMPORTS_HELP = (
    "Import a module of this folder or Python's path first: it makes players and games known."
)
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
        unit: the subject of each printed object; empty if only one object is printed.
    """
    text = f"Print one JSON object a {unit}." if unit else "Print JSON."
    return click.option("--json", "as_json", is_flag=True, help=text)


def json_text(value: object) -> str:
    """Return a value as JSON for ``--json``, with rounding errors removed from floats.

    >>> json_text({"worth": 0.1 + 0.2, "deals": 3})
    '{"worth": 0.3, "deals": 3}'
    """
    import json  # only here: the help texts of commands must load quickly

    return json.dumps(tidied(value))


def option(*names: str, usual: object, **more: Any) -> Callable[[Any], Any]:
    """Return an option whose default the help shows."""
    return click.option(*names, default=usual, show_default=True, **more)


class FiniteRange(click.FloatRange):
    """A number within bounds, never "nan", which click lets pass as it is neither below nor above any.

    >>> FiniteRange(0).convert("0.5", None, None)
    0.5
    >>> FiniteRange(0).convert("nan", None, None)
    Traceback (most recent call last):
      ...
    click.exceptions.BadParameter: nan is no number that can be used here.
    """

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number of a text, or refuse it in a line."""
        found: float = super().convert(value, param, ctx)
        if not isfinite(found):
            self.fail(f"{value} is no number that can be used here.", param, ctx)
        return found


def seed_option(text: str = "64-bit seed.", default: int | None = 0) -> Callable[[Any], Any]:
    """Return the option ``--seed``."""
    return option("--seed", usual=default, type=SEED, help=text)


def threads_option(work: str = "work", most: int | None = None) -> Callable[[Any], Any]:
    """Return the option ``--threads``.

    Args:
        work: a verb for the work of the threads.
        most: the largest number allowed; None for any.
    """
    text = f"Threads that {work}; 0 for all cores."
    return click.option("--threads", type=click.IntRange(0, most), default=0, help=text)


def number(
    name: str, least: int, usual: int, text: str = "", most: int | None = None
) -> Callable[[Any], Any]:
    """Return an integer option with a range and a default."""
    return option(name, usual=usual, type=click.IntRange(least, most), help=text or None)


def _page(context: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """Check that a page can be written before minutes of measuring start."""
    if path is not None:
        with Path(path).open("a"):
            pass
    return path


markdown_option = click.option(
    "--markdown", metavar="FILE", callback=_page, help="Write the section of this page, too."
)
