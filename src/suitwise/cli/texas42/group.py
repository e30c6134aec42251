"""``suitwise texas42``: what deals are worth, what to bid, a match to play, a record reviewed."""

from __future__ import annotations

import click

from suitwise.cli.texas42.bid import bid
from suitwise.cli.texas42.play import play
from suitwise.cli.texas42.review import review
from suitwise.cli.texas42.solve import solve


@click.group()
def texas42() -> None:
    """Texas 42, the game of tricks played with dominoes.

    \b
    Example:
      suitwise texas42 bid "6-6 6-5 6-4 6-2 6-1 5-5 0-0"
    """


for _command in (bid, play, review, solve):
    texas42.add_command(_command)
