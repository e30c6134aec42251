"""``suitwise stacks generate`` and ``picture``: layouts as wanted, and how one looks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from suitwise.cli.files import Progress
from suitwise.cli.stacks_options import (
    LayoutCommand,
    difficulty_option,
    plain_errors,
    seed_option,
    size_options,
)

if TYPE_CHECKING:
    from suitwise.stacks.deck import Verdict
    from suitwise.stacks.wanted import Found


@click.command()
@size_options(stacks=4, height=4)
@seed_option(0)
@click.option(
    "--first", type=click.IntRange(0, 2**63 - 1), default=0, help="The number of the first deal."
)
@click.option("--count", "wanted", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "--verdict",
    type=click.Choice(["any", "winnable", "lost"]),
    default="any",
    show_default=True,
)
@difficulty_option
@click.option("--layouts", "as_layouts", is_flag=True, help="Print one layout a line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a layout.")
def generate(
    count: int,
    height: int,
    suits: int | None,
    deck: str,
    seed: int,
    first: int,
    wanted: int,
    verdict: str,
    difficulty: tuple[float, float] | None,
    as_layouts: bool,
    as_json: bool,
) -> None:
    """Deal layouts at random, with a verdict and a difficulty.

    They are printed as the input of "judge". Where no deal in 20,000 fits, layouts are made around
    a path that wins, or an exchange of two cards away from one. All are numbered (--json shows it);
    --first goes on after the last number.

    \b
    Example:
      suitwise stacks generate --stacks 8 --height 6 --count 20 --verdict winnable
      suitwise stacks generate --stacks 8 --height 6 --difficulty 5..9 --layouts
    """
    from suitwise.stacks.deck import Size
    from suitwise.stacks.wanted import find

    if as_layouts and as_json:
        raise click.UsageError("--layouts and --json exclude each other")
    with plain_errors(), Progress("dealing") as progress:
        size = Size(count, height, suits, cast(Any, deck))
        layouts = find(
            size, seed=seed, verdict=cast("Verdict", verdict), difficulty=difficulty, first=first
        )
        found = _counted(islice(layouts, wanted), wanted, progress)
        if as_json:
            for one in found:
                print(json.dumps(one.as_json()))
        elif as_layouts:
            for one in found:
                print(one.layout)
        else:
            from suitwise.stacks.cases import judge_input

            print(judge_input([one.layout for one in found]), end="")


def _counted(found: Iterator[Found], total: int, progress: Progress) -> Iterator[Found]:
    for number, one in enumerate(found, 1):
        yield one
        progress.reached(number, total)


@click.command(cls=LayoutCommand)
@click.argument("layout")
@click.option("--svg", metavar="OUT", help="Draw it, with the graph of aces, into this file.")
@click.option("--title", default="", help="A heading for --svg.")
def picture(layout: str, svg: str | None, title: str) -> None:
    """Show a layout: in text, or as SVG with the graph of aces that decides it.

    LAYOUT is the text of a layout, such as "2b 1a | 5c 3b | 1c 4c".

    \b
    Example:
      suitwise stacks picture "2b 1a | 5c 3b | 1c 4c" --svg graph.svg
    """
    from suitwise.stacks.layout import Layout
    from suitwise.stacks.picture import draw_layout, text_picture

    with plain_errors():
        read = Layout.parse(layout)
        if svg is None:
            print(text_picture(read))
        else:
            Path(svg).write_text(draw_layout(read, title=title), encoding="utf-8")
