"""The command ``suitwise``: its groups, which are imported on use, and how every command ends.

Answers go to standard output. A failure is one line on standard error and exit status 2.
"""

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
    "agent": ("cli.agent:agent", "Let a program that thinks in words play a seat."),
    "arena": (
        "cli.arena:arena",
        "Let players meet on the same deals; ratings, records, data.",
    ),
    "bench": (
        "cli.research:bench",
        'Deprecated: use "research"; in a clone, also runs its benchmarks.',
    ),
    "check": ("cli.contract:check", "Hold a game against the contract of games."),
    "examples": ("cli.setup:examples", "Write out the files that the documentation names."),
    "new": ("cli.new:new", "Write a game of your own to start from."),
    "perft": ("cli.contract:perft_command", "Count sequences of moves."),
    "play": ("cli.play:play", "Play a game at the terminal."),
    "playthrough": (
        "cli.contract:playthrough_command",
        "Write down a random game, or compare kept ones.",
    ),
    "research": ("cli.research:research", "Score players: strength, learners, exploitability."),
    "table": (
        "cli.tables.commands:table",
        "Play with people and bots in a browser.",
    ),
    "warm": ("cli.setup:warm", "Compile the rules ahead, so that no command waits."),
}
"""The commands that belong to no game: ``module:variable`` inside suitwise, and the line of help."""
_READER_GONE = 141
"""128 + SIGPIPE: the exit status of a program that this signal ends."""
_NO_ARGUMENTS: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""The exception of a group that is called without arguments. Only click 8.2 and later raise it; click
8.1 prints the help itself, and then the empty tuple catches nothing."""


class LazyGroup(click.Group):
    """The group of all commands; each is imported when it is used."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; system errors end the process here, before click handles them its own way."""
        with _output_and_system_errors():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands and groups, in alphabetical order."""
        return sorted(_helps())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command or a group."""
        from suitwise import catalogue
        from suitwise.cli.common import plain_errors

        if cmd_name in _COMMANDS:
            module, _, variable = _COMMANDS[cmd_name][0].partition(":")
            command: click.Command = getattr(import_module(f"suitwise.{module}"), variable)
            return command
        with plain_errors():
            # Games may share a group, such as rummy, so known games are searched by their group. If
            # none is in it, another package may have a game of this name, which is then imported.
            known = (entry for entry in catalogue.known() if entry.command)
            in_group = (entry for entry in known if entry.group == cmd_name)
            entry = next(in_group, None) or catalogue.find(cmd_name)
            return entry.loaded(entry.command) if entry and entry.command else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their help lines, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_helps().items()))


def _helps() -> dict[str, str]:
    """Return the line of help of every command and group by its name, those of games included."""
    from suitwise.catalogue import entries

    helps = {name: text for name, (_, text) in _COMMANDS.items()}
    return helps | {entry.group: entry.help for entry in entries() if entry.command}


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="suitwise")
@click.option(
    "--lang",
    type=click.Choice(["en", "zh"]),
    help="The language of play at the terminal; that of LC_ALL or LANG unless given.",
)
def commands(lang: str | None) -> None:
    """Exact rulings, solvers and tables for games whose suits and ranks shift.

    \b
    Example:
      suitwise tractor judge --explain round.in
    """


def run() -> NoReturn:
    """Run the command line and exit.

    The status is that of the command, normally 0; 2 after an error, which is one line on standard error;
    141 if the reader of the output has gone. ``cli.interrupt`` handles Ctrl-C, with status 130.
    """
    if sys.stdout is None:
        _fail("standard output is closed")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = _with_named_errors(sys.stdout)
    with _output_and_system_errors():
        raise SystemExit(_status())


_OUTPUT = "standard output"
"""The name of standard output in errors, in the place of a file's name."""


class _StandardOutput(io.FileIO):
    """Standard output as a raw file whose write errors name it; the system's own errors name no file."""

    def write(self, data: Any, /) -> int:
        """Write bytes; an error carries the name of standard output."""
        with faults_named(_OUTPUT):
            return super().write(data)


def _with_named_errors(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """Return a stream to the same output whose errors name it, and that can write any character.

    A character outside the output's encoding, such as Φ, is written in ASCII.
    """
    try:
        raw = _StandardOutput(stream.fileno(), "w", closefd=False)
    except io.UnsupportedOperation:  # a buffer in memory, of a program that runs commands
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
    """Run the command and return its exit status; an error of its arguments exits at once."""
    try:
        status = commands.main(prog_name="suitwise", standalone_mode=False)
    except _NO_ARGUMENTS as error:
        click.echo(error.ctx.get_help())
        return 0
    except click.ClickException as error:
        _fail(_message_with_hint(error))
    return status if isinstance(status, int) else 0


@contextmanager
def _output_and_system_errors() -> Iterator[None]:
    """Flush standard output at the end of the block, and exit if the block or the flush fails.

    A lack of memory or an error of the system, such as a full disk, is told in one line. If the reader
    of the output has gone, nothing is told.
    """
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # so that the answers come before the line of an error
    except BrokenPipeError:
        _drop_output()
        raise SystemExit(_READER_GONE) from None
    except MemoryError:
        _fail("there is not enough memory for this")
    except OSError as error:
        if error.filename == _OUTPUT:
            _drop_output()
        reason = error.strerror or str(error)
        _fail(reason if error.filename is None else f"{os.fsdecode(error.filename)}: {reason}")


def _message_with_hint(error: click.ClickException) -> str:
    """Return an error's message in one line; if a command was misused, with a hint to its help."""
    message = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{message} (see {context.command_path} --help)" if context else message


def _drop_output() -> None:
    """Discard the rest of the output, so that Python's final flush succeeds."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(reason: str) -> NoReturn:
    """Print an error in one line, even if it holds a file name with invalid bytes, and exit."""
    with suppress(OSError):
        click.echo(f"error: {printable(reason)}", err=True)
    raise SystemExit(2)
