"""``suitwise rummy islands``: a hand on the grid, as text, as JSON, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from suitwise.cli.files import plain_errors, write_file
from suitwise.cli.options import json_option, json_text, svg_option
from suitwise.cli.rummy.options import rules_option

if TYPE_CHECKING:
    from suitwise.rummy.rules.rules import Rules
    from suitwise.rummy.seed.flag_map import Reading


@click.command()
@rules_option
@click.option(
    "--reading",
    type=click.Choice(["literal", "window", "copies", "full"]),
    default="literal",
    show_default=True,
    help="How the bits of the flag map are set.",
)
@click.option("--pruned", is_flag=True, help="Drop the cards first that lie in no meld.")
@json_option()
@svg_option
@click.argument("hand")
def islands(
    rules: Rules, reading: str, pruned: bool, as_json: bool, svg: str | None, hand: str
) -> None:
    """Show a hand on the grid: its islands, its control points, its flag map.

    Cells side by side in a row, and all cells of a column, belong to one island. A card whose byte
    has more bits than the hand has copies of it is a control point: there a choice between melds
    must be made. It is listed with every meld that it could join.

    \b
    Example:
      suitwise rummy islands "3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"
    """
    from suitwise.rummy.picture.grid import IslandMap, map_picture
    from suitwise.rummy.rules.hand import Hand

    with plain_errors():
        grid = IslandMap(Hand.of(hand, rules), cast("Reading", reading), pruned)
        text = json_text(grid.as_json()) if as_json else map_picture(grid)
        if svg is not None:
            from suitwise.rummy.picture.islands import draw_islands

            write_file(svg, draw_islands(grid))
    print(text)
