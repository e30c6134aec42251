"""The options of playing against others at the terminal, the same in every game for four."""

from __future__ import annotations

import click

seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    help="64-bit seed; a new one unless given.",
)
seat_option = click.option(
    "--seat", type=click.IntRange(0, 3), default=0, show_default=True, help="Your seat, 0 to 3."
)
record_option = click.option(
    "--record", metavar="FILE", help="Keep the game in this file; go on with one it holds."
)
