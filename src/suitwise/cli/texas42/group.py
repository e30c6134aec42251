"""``suitwise texas42``: what deals are worth, what to bid, a match to play, a record reviewed."""

from __future__ import annotations

import click

from suitwise.cli.play import against_option, game_option, play_command
from suitwise.cli.texas42.bid import bid
from suitwise.cli.texas42.options import HOUSE, variant_of
from suitwise.cli.texas42.review import review
from suitwise.cli.texas42.solve import solve


@click.group()
def texas42() -> None:
    """Texas 42, the game of tricks played with dominoes.

    \b
    Example:
      suitwise texas42 bid "6-6 6-5 6-4 6-2 6-1 5-5 0-0"
    """


play = play_command(
    """Play Texas 42 with three players of the package, the one opposite your partner.

    Commands are read from standard input, one a line: a call as pass, 31 or 1m; a declaration as 5,
    doubles or notrump; a domino as 6-4; hint, why 6-4, undo, redo, moves, show, score, record, help,
    quit. The same seed and the same moves make the same game. A record holds every domino, so look at
    the file when you have done; "suitwise texas42 review" reads it.

    \b
    Example:
      suitwise texas42 play --game "texas42(match=hand)" --seed 7
    """,
    variant_of,
    game_option(
        HOUSE, "The variant: a match to 7 marks, or as texas42(match=hand,nello=own,forced=yes)."
    ),
    against=against_option(
        ["pimc", "mc", "rules", "random"],
        "The other three: by sampled deals, by likely ones, by rules of thumb, at random.",
    ),
    seats=4,
)
for _command in (bid, play, review, solve):
    texas42.add_command(_command)
