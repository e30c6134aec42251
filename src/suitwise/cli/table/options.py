"""What the commands of tables share: the file, and the optional packages that they need."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from suitwise.errors import missing

file_option = click.option(
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    metavar="FILE",
    help="The file of tables.  [default: suitwise/tables.db in the user's data folder]",
)


def file_of_user() -> Path:
    """Return where a user's tables are kept unless a file is named."""
    data = os.environ.get("XDG_DATA_HOME")
    folder = Path(data) if data else Path.home() / ".local" / "share"
    return folder / "suitwise" / "tables.db"


@contextmanager
def table_packages() -> Iterator[None]:
    """Say in one line how the packages of tables are installed, where one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        fault = missing(error, "table")
        if fault is error:
            raise
        raise click.ClickException(str(fault)) from None
