"""``suitwise texas42 solve``: deals and positions with all hands seen, answered exactly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from suitwise.cli.files import Progress, one_line_errors, open_input, shown_name, write_file
from suitwise.cli.options import file_argument, json_option, json_text, svg_option
from suitwise.cli.texas42.options import threads_option

if TYPE_CHECKING:
    from suitwise.texas42.rules.position import Position

_AT_ONCE = 1024
"""How many deals are solved at a time; fewer where more is asked of each."""
_WITH_MOVES = 256
_WITH_TABLES = 32


@click.command()
@click.option("--moves", is_flag=True, help="What each play is worth, too.")
@click.option("--table", is_flag=True, help="Every declaration and leader of the hands.")
@json_option()
@svg_option
@threads_option
@file_argument
def solve(
    moves: bool, table: bool, as_json: bool, svg: str | None, threads: int, file: str
) -> None:
    """Print the points that seats 0 and 2 take of each deal when all who play do their best.

    FILE, or standard input, holds a deal a line:

    \b
      DECLARATION LEADER HAND0 HAND1 HAND2 HAND3
      5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5

    The declaration is a pip that is trump, 0 to 6, doubles, notrump, nello, nello-inverted,
    nello-high, nello-low or sevens. The leader, 0 to 3, leads or has led. Hands are of equal size, 1
    to 7 dominoes as 6-4 with commas between them, - for none. # starts a comment. All hands are seen
    by all.

    Two columns may follow. out=SEAT is the seat that sits out in nello: then what is printed are the
    tricks of its partner, the bidder, who wants none; without it all four play nello, for points.
    trick=5-5,3-2 lies on the table: who has played to it holds one less, and it counts in full.

    --moves adds DOMINO=POINTS for every legal play. --table tries every declaration and leader; those
    that a line names are read but not used. --svg draws the first table.

    \b
    Example:
      suitwise texas42 solve --moves deals.txt
    """
    from suitwise.texas42.solve.deal_file import Part, read_deals

    if moves and table:
        raise click.UsageError("--moves and --table are two questions: ask one")
    if svg is not None and not table:
        raise click.UsageError("--svg draws what --table finds: ask for that, too")
    with open_input(file) as opened, one_line_errors(file), Progress("solving") as progress:
        done = 0
        most = _WITH_MOVES if moves else _WITH_TABLES if table else _AT_ONCE
        deals = read_deals(opened, whole=table)
        while part := Part(deals, most):
            for line in _answers(part.deals, threads, moves, table, as_json):
                print(line)
            if svg is not None and done == 0 and part.deals:
                _draw(part.deals[0], svg)
            done += len(part.deals)
            progress.reached(done, done)
            part.end()
        if svg is not None and done == 0:
            raise click.ClickException(f"{shown_name(file)}: there is no deal to draw")


def _answers(
    deals: list[Position], threads: int, moves: bool, table: bool, as_json: bool
) -> Iterator[str]:
    """Yield the answer of each deal."""
    if moves:
        yield from _with_moves(deals, threads, as_json)
    elif table:
        yield from _tables(deals, threads, as_json)
    else:
        from suitwise.texas42.solve.deal_file import deal_values, unit_of

        for deal, value in zip(deals, deal_values(deals, threads), strict=True):
            yield json_text({unit_of(deal): value}) if as_json else str(value)


def _with_moves(deals: list[Position], threads: int, as_json: bool) -> Iterator[str]:
    from suitwise.texas42.solve.deal_file import lead_values, unit_of, worth_of_leads

    for deal, leads in zip(deals, lead_values(deals, threads), strict=True):
        value = worth_of_leads(deal, leads)
        if as_json:
            named = {str(domino): points for domino, points in leads.items()}
            yield json_text({unit_of(deal): value, "moves": named})
        else:
            yield " ".join([str(value), *(f"{lead}={points}" for lead, points in leads.items())])


def _tables(deals: list[Position], threads: int, as_json: bool) -> Iterator[str]:
    from suitwise.texas42.picture.text import points_text
    from suitwise.texas42.rules.suits import DECLARATION_TEXT
    from suitwise.texas42.solve.deal_file import deal_tables

    for points in deal_tables(deals, threads):
        if as_json:
            named = dict(zip(DECLARATION_TEXT, points.tolist(), strict=False))
            yield json_text({"points": named})
        else:
            yield points_text(points) + "\n"


def _draw(deal: Position, svg: str) -> None:
    from suitwise.texas42.picture.svg import draw_points
    from suitwise.texas42.solve.solver_batch import table

    write_file(svg, draw_points(table(deal.hands), deal.hands))
