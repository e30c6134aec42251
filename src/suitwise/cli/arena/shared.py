"""What commands of the arena share: the processes that work, the folder, the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from suitwise.cli.console import console

if TYPE_CHECKING:
    from suitwise.arena.report import Standings

_WIDTH = 120
"""The width of tables where nothing says how wide a line may be."""
workers_option = click.option(
    "--workers",
    type=click.IntRange(0),
    default=0,
    help="Processes that work, 1,024 at most; 0 for all cores.",
)


def not_empty(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    """Refuse a folder without a name."""
    if name == "":
        raise click.BadParameter("a folder needs a name")
    return name


def cores(workers: int) -> int:
    """Return how many processes work: all cores where nobody says so."""
    from suitwise.arena.workers.pool import MOST_WORKERS
    from suitwise.foundation.arrays.cores import available_cores

    return workers or min(available_cores(), MOST_WORKERS)


def print_tables(standings: Standings) -> None:
    """Print who stands where."""
    from suitwise.arena.report.text import rich_table

    console(usual=_WIDTH).print(rich_table(standings))
