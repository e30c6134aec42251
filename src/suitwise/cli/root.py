"""The command ``suitwise``: its groups, imported on use, and the exit status of every command."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, NoReturn

import click

from suitwise import __version__
from suitwise.foundation.text.writing import PLAIN, faults_named, printable

_COMMANDS = {
    "arena": (
        "cli.arena:arena",
        "Let players meet on the same deals; ratings, records, data.",
    ),
    "bench": ("cli.research:bench", "The old name of research and, in a clone, of its benchmarks."),
    "check": ("cli.contract:check", "Hold a game against the contract of games."),
    "examples": ("cli.setup:examples", "Write out the files that the documentation names."),
    "perft": ("cli.contract:perft_command", "Count sequences of moves."),
    "play": ("cli.play:play", "Play a game at the terminal."),
    "playthrough": (
        "cli.contract:playthrough_command",
        "Write down a random game, or compare kept ones.",
    ),
    "research": ("cli.research:research", "Score players: strength, learners, exploitability."),
    "table": (
        "cli.table:table",
        "Play with people and bots in a browser.",
    ),
    "warm": ("cli.setup:warm", "Compile the rules ahead, so that no command waits."),
}
"""The module and the line of help of each command that belongs to no game."""
_NO_ARGUMENTS: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""The exception that click 8.2 and later raises for a group without arguments; 8.1 prints the help."""


class LazyGroup(click.Group):
    """A group whose commands are imported on use."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; handles interrupted output here, since click would handle it differently."""
        with _cut_short():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands and groups."""
        return sorted(_helps())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command or a group."""
        from suitwise import catalogue
        from suitwise.cli.common import plain_errors

        if cmd_name in _COMMANDS:
            module, _, name = _COMMANDS[cmd_name][0].partition(":")
            command: click.Command = getattr(import_module(f"suitwise.{module}"), name)
            return command
        with plain_errors():
            own = (one for one in catalogue.known() if one.command and one.group == cmd_name)
            entry = next(own, None) or catalogue.find(cmd_name)
            return entry.loaded(entry.command) if entry and entry.command else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their help lines, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_helps().items()))


def _helps() -> dict[str, str]:
    """Return the line of help of each command and group, including those of games."""
    from suitwise.catalogue import entries

    helps = {name: text for name, (_, text) in _COMMANDS.items()}
    return helps | {entry.group: entry.help for entry in entries() if entry.command}


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="suitwise")
def commands() -> None:
    """Exact rulings, solvers and tables for games whose suits and ranks shift.

    \b
    Example:
      suitwise tractor judge --explain round.in
    """


def run() -> NoReturn:
    """Run the command line; every error is one line, and bad input exits with status 2."""
    if sys.stdout is None:
        _fail("standard output is closed", 2)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = _named(sys.stdout)
    with _cut_short():
        raise SystemExit(_status())


_OUTPUT = "standard output"


class _StandardOutput(io.FileIO):
    """Standard output that adds its name to errors, since the system's errors name no file."""

    def write(self, data: Any, /) -> int:
        """Write bytes; an error names standard output."""
        with faults_named(_OUTPUT):
            return super().write(data)


def _named(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """Return standard output with named errors; signs it can't encode, as Φ, are written in ASCII."""
    try:
        raw = _StandardOutput(stream.fileno(), "w", closefd=False)
    except io.UnsupportedOperation:  # in memory, for a program that runs commands
        stream.reconfigure(errors=PLAIN)
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=PLAIN,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def _status() -> int:
    try:
        status = commands.main(prog_name="suitwise", standalone_mode=False)
    except _NO_ARGUMENTS as error:
        click.echo(error.ctx.get_help())
        return 0
    except click.ClickException as error:
        _fail(_usage(error), 2)
    return status if isinstance(status, int) else 0


@contextmanager
def _cut_short() -> Iterator[None]:
    """Flush all output at the end; if that fails, exit with one line or silently."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # print the answers before an error
    except BrokenPipeError:
        # The reader of the output is gone: exit silently, as after SIGPIPE.
        _drop_output()
        raise SystemExit(141) from None
    except MemoryError:
        _fail("there is not enough memory for this", 2)
    except OSError as error:
        if error.filename == _OUTPUT:
            _drop_output()
        reason = error.strerror or str(error)
        _fail(reason if error.filename is None else f"{os.fsdecode(error.filename)}: {reason}", 2)


def _usage(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{message} (see {context.command_path} --help)" if context else message


def _drop_output() -> None:
    """Discard the rest of the output, so that Python's final flush succeeds."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(reason: str, status: int) -> NoReturn:
    """Print one line, even if it holds a file name with invalid bytes, and exit."""
    with suppress(OSError):
        click.echo(f"error: {printable(reason)}", err=True)
    raise SystemExit(status)
