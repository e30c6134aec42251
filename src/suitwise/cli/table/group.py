"""``suitwise table``: serve tables in a browser, play at one, look after what is kept of them."""

from __future__ import annotations

import click

from suitwise.cli.table.join import join
from suitwise.cli.table.kept import export, forget, verify
from suitwise.cli.table.serve import serve


@click.group()
def table() -> None:
    """Play with people and bots in a browser.

    \b
    Example:
      suitwise table serve
    """


for _command in (serve, join, verify, export, forget):
    table.add_command(_command)
