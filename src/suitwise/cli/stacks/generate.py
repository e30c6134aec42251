"""``suitwise stacks generate`` and ``picture``: layouts of a verdict and a difficulty, drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import click

from suitwise.cli.files import Progress, write_file
from suitwise.cli.options import json_option, json_text, seed_option
from suitwise.cli.stacks.options import (
    LayoutCommand,
    difficulty_option,
    plain_errors,
    share,
    size_options,
)

if TYPE_CHECKING:
    from suitwise.stacks import Found, Size
    from suitwise.stacks.rules.deck import Verdict

MOST_INPUT_CARDS = 5_000_000
"""The most cards of an input for the judge: it begins with the stacks of all cases, so all are kept."""


@click.command()
@size_options(stacks=4, height=4)
@seed_option()
@click.option(
    "--first", type=click.IntRange(0, 2**63 - 1), default=0, help="The number of the first deal."
)
@click.option(
    "--count",
    "number",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    help=f"How many; as input of the judge they have at most {MOST_INPUT_CARDS:,} cards in all.",
)
@click.option("--verdict", type=click.Choice(["any", "winnable", "lost"]), help="[default: any]")
@click.option(
    "--winnable-share",
    "winnable_share",
    metavar="SHARE",
    callback=share,
    help="So many of the layouts can be won, such as 0.3 or 30%; the first k keep it, rounded.",
)
@difficulty_option
@click.option("--layouts", "as_layouts", is_flag=True, help="Print one layout a line.")
@json_option("layout")
def generate(
    count: int,
    height: int,
    suits: int | None,
    deck: str,
    seed: int,
    first: int,
    number: int,
    verdict: Verdict | None,
    winnable_share: Fraction | None,
    difficulty: tuple[float, float] | None,
    as_layouts: bool,
    as_json: bool,
) -> None:
    """Deal layouts at random, with a verdict and a difficulty.

    They are printed as the input of "judge" when all are found, or with --layouts or --json each as
    soon as it is found. Where no deal in 20,000 fits, layouts are made around a path that wins, or an
    exchange of two cards away from one. All are numbered (--json shows it); --first goes on after the
    largest number. With --winnable-share the --difficulty is that of the winnable ones.

    \b
    Example:
      suitwise stacks generate --stacks 8 --height 6 --count 20 --winnable-share 30%
      suitwise stacks generate --stacks 8 --height 6 --difficulty 5..9 --layouts
    """
    from suitwise.stacks import Size, find, find_mixed

    if as_layouts and as_json:
        raise click.UsageError("--layouts and --json exclude each other")
    if verdict is not None and winnable_share is not None:
        raise click.UsageError("--verdict and --winnable-share exclude each other")
    with plain_errors(), Progress("searching", cleared=True) as progress:
        size = Size(count, height, suits, cast(Any, deck))
        bar = _Bar(number, progress)
        given: dict[str, Any] = {"seed": seed, "difficulty": difficulty, "first": first}
        if winnable_share is None:
            found = find(size, verdict=verdict or "any", tried=bar.show, **given)
        else:
            found = find_mixed(size, winnable_share, tried=bar.show, **given)
        layouts = bar.counted(found)
        if as_json:
            _print_each(progress, (json_text(one.weighed().as_json()) for one in layouts))
        elif as_layouts:
            _print_each(progress, (str(one.layout) for one in layouts))
        else:
            _print_input(progress, layouts, size, number)


@dataclass
class _Bar:
    """The bar of a search for a number of layouts."""

    number: int
    progress: Progress
    found: int = 0

    def counted(self, layouts: Iterator[Found]) -> Iterator[Found]:
        for layout in islice(layouts, self.number):
            self.found += 1
            self.show()
            yield layout

    def show(self) -> None:
        self.progress.reached(self.found, self.number)


def _print_each(progress: Progress, lines: Iterator[str]) -> None:
    for line in lines:
        progress.clear()
        print(line, flush=True)


def _print_input(progress: Progress, layouts: Iterator[Found], size: Size, number: int) -> None:
    from suitwise.stacks import judge_input

    if number * size.cards > MOST_INPUT_CARDS:
        large = f"{number:,} layouts of {size.cards:,} cards are more than the {MOST_INPUT_CARDS:,}"
        other = "take a lower --count, or --layouts or --json"
        raise click.ClickException(f"{large} cards of an input for the judge: {other}")
    text = judge_input(one.layout for one in layouts)
    progress.clear()
    print(text, end="")


@click.command(cls=LayoutCommand)
@click.argument("layout")
@click.option("--svg", metavar="OUT", help="Draw it, with the graph of aces, into this file.")
@click.option("--title", help="A heading for --svg.")
def picture(layout: str, svg: str | None, title: str | None) -> None:
    """Show a layout: in text, or as SVG with the graph of aces that decides it.

    LAYOUT is the text of a layout, such as "2b 1a | 5c 3b | 1c 4c".

    \b
    Example:
      suitwise stacks picture "2b 1a | 5c 3b | 1c 4c" --svg graph.svg
    """
    from suitwise.stacks import Layout, draw_layout, text_picture

    if svg is None and title is not None:
        raise click.UsageError("--title is a heading for --svg: name a file with --svg")
    with plain_errors():
        read = Layout.parse(layout)
        if svg is None:
            print(text_picture(read))
        else:
            write_file(svg, draw_layout(read, title=title or ""))
