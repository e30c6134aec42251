"""The options that the commands of ``suitwise texas42`` share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from suitwise.texas42.game import Texas42

HOUSE = "texas42"
"""Straight 42: the default variant."""


def variant_of(text: str) -> Texas42:
    """Return a variant of Texas 42 from its text.

    Raises:
        NotationError: it is no variant of Texas 42.
    """
    from suitwise.errors import NotationError
    from suitwise.game import load
    from suitwise.texas42.game import Texas42

    game = load(text)
    if not isinstance(game, Texas42):
        raise NotationError(f"{game.name} is not Texas 42: write texas42 or texas42(OPTIONS)")
    return game


file_argument = click.argument("file", default="-", metavar="[FILE]")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
svg_option = click.option("--svg", metavar="OUT", help="Draw it to this file, too.")
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    help="64-bit seed of the sampled deals.",
)
threads_option = click.option(
    "--threads", type=click.IntRange(0, 1024), default=0, help="Threads that work; 0 for all cores."
)
