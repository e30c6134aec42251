"""The command ``suitwise``: its groups, loaded only when used, and how every command ends."""

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
from suitwise.cli.plain import PLAIN
from suitwise.foundation.text.writing import faults_named

_GROUPS = {
    "arena": (
        "suitwise.cli.arena.group",
        "arena",
        "Let players meet on the same deals; ratings, records, data.",
    ),
    "bench": ("suitwise.cli.bench", "bench", "Measure Suitwise on this machine."),
    "check": ("suitwise.cli.contract", "check", "Hold a game against the contract of games."),
    "examples": (
        "suitwise.cli.examples",
        "examples",
        "Write out the files that the documentation names.",
    ),
    "perft": ("suitwise.cli.contract", "perft_command", "Count sequences of moves."),
    "playthrough": (
        "suitwise.cli.contract",
        "playthrough_command",
        "Write down a random game, or compare kept ones.",
    ),
    "rummy": (
        "suitwise.cli.rummy.group",
        "rummy",
        "Two-deck rummy: deadwood, arrangements, combos, advice, games.",
    ),
    "stacks": (
        "suitwise.cli.stacks.group",
        "stacks",
        "Stack Management: judge, solve, play, generate, survey.",
    ),
    "texas42": (
        "suitwise.cli.texas42.group",
        "texas42",
        "Texas 42: solve, bid, play, review.",
    ),
    "tractor": (
        "suitwise.cli.tractor.group",
        "tractor",
        "Tractor (Sheng Ji): judge rounds and tricks.",
    ),
    "warm": ("suitwise.cli.warm", "warm", "Compile the rules ahead, so that no command waits."),
}
_NO_ARGUMENTS: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""What click 8.2 and later raises for a group without arguments, where 8.1 prints the help."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; click would end one that is cut short in ways of its own."""
        with _cut_short():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands and groups."""
        return sorted(_GROUPS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command or a group."""
        if cmd_name not in _GROUPS:
            return None
        module, name, _ = _GROUPS[cmd_name]
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their help lines, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _GROUPS[name][2]) for name in self.list_commands(ctx)])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="suitwise")
def commands() -> None:
    """Exact rulings, solvers and tables for games whose suits and ranks shift.

    \b
    Example:
      suitwise tractor judge --explain round.in
    """


def run() -> NoReturn:
    """Run the command line; every error is one line, bad input exits with 2."""
    if sys.stdout is None:
        _fail("standard output is closed", 2)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = _named(sys.stdout)
    with _cut_short():
        raise SystemExit(_status())


_OUTPUT = "standard output"


class _StandardOutput(io.FileIO):
    """Standard output, whose faults say that they are its own: the system's name no file."""

    def write(self, data: Any, /) -> int:
        """Write bytes; a fault names standard output."""
        with faults_named(_OUTPUT):
            return super().write(data)


def _named(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """Return standard output as it was, but that its faults have a name and Φ is shown in ASCII."""
    try:
        raw = _StandardOutput(stream.fileno(), "w", closefd=False)
    except io.UnsupportedOperation:  # a program that runs commands keeps their output in memory
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
    """Write the output to its last byte; end in one line or none where that can't be done."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # the answers come before an error's line
    except BrokenPipeError:
        # Whoever read our output has gone: we end as if by SIGPIPE, without a word.
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
    """Let what is left of the output go nowhere, so that Python's last flush succeeds."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(reason: str, status: int) -> NoReturn:
    """Print one line, whatever bytes a file's name has, and exit."""
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in reason)
    with suppress(OSError):
        click.echo(f"error: {shown}", err=True)
    raise SystemExit(status)
