"""The command line: one file a command group, loaded only when it is used.

``suitwise --help`` imports click and nothing else of weight.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from suitwise import __version__

_GROUPS = {
    "bench": ("suitwise.cli.bench", "bench", "Measure Suitwise on this machine."),
    "tractor": ("suitwise.cli.tractor", "tractor", "Tractor (Sheng Ji): judge rounds and tricks."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the command groups."""
        return sorted(_GROUPS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command group."""
        if cmd_name not in _GROUPS:
            return None
        module, name, _ = _GROUPS[cmd_name]
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the groups with their help lines, without importing them."""
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


def main() -> None:
    """Run the command line; every error is one line, bad input exits with 2."""
    try:
        status = commands.main(standalone_mode=False)
    except click.Abort:
        _fail("interrupted", 130)
    except click.ClickException as error:
        _fail(_usage(error), 2)
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody to tell, and nothing left to flush.
        sys.stderr.close()
        raise SystemExit(141) from None
    raise SystemExit(status if isinstance(status, int) else 0)


def _usage(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{message} (see {context.command_path} --help)" if context else message


def _fail(reason: str, status: int) -> None:
    click.echo(f"error: {reason}", err=True)
    raise SystemExit(status)
