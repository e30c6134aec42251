"""The command ``review`` of each game: judge the decisions of a record, the costliest first."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from suitwise.cli.common import Progress, json_option, json_text, plain_errors, seed_option
from suitwise.cli.interrupt import STATUS, raised
from suitwise.cli.records import Reader, recorded

if TYPE_CHECKING:
    from suitwise.game import Record
    from suitwise.players.review.decisions import Decision
    from suitwise.players.review.reviews import Review


plot_option = click.option(
    "--plot", metavar="OUT", help="Draw how the game went into this .svg or .png file."
)
Reviewing = Callable[[], "Review"]


def review_command(
    text: str,
    reviewing: Reviewing,
    worlds: str | None,
    least: int = 1,
    of_text: Reader | None = None,
) -> click.Command:
    """Return a command that reviews recorded games.

    Args:
        text: the help text.
        reviewing: imports and returns the game's review.
        worlds: the help of ``--worlds``; None if the review is exact and samples no deals.
        least: the minimum of ``--worlds``.
        of_text: parses the game's own form of record, if there is one.
    """

    @click.command(help=text)
    @json_option("decision")
    @plot_option
    @click.argument("file", default="-", metavar="[FILE]")
    def review(as_json: bool, plot: str | None, file: str, **asked: int | None) -> None:
        from suitwise.players.review.plot import draw_review
        from suitwise.players.review.words import review_text

        if plot is not None:
            check_plot_file(plot)
        record = recorded(file, of_text)
        review = reviewing()
        measure = review.measure
        with plain_errors():
            given = {name: value for name, value in asked.items() if value is not None}
            found = review.decisions(record, **given)
        decisions, ended = _decided(found, record, as_json)
        if as_json:
            _print_summary(decisions, record, ended)
        else:
            print(review_text(decisions, measure), flush=True)
        if plot is not None and decisions:
            with plain_errors():
                draw_review(decisions, Path(plot), measure, record.game)
        if not ended:
            at = decisions[-1].ply if decisions else 0
            click.echo(f"error: interrupted after move {at} of {len(record.moves)}", err=True)
            sys.exit(STATUS)

    if worlds is None:
        return review
    drawn = (
        click.option("--seat", type=click.IntRange(0), help="Judge this seat alone."),
        seed_option("64-bit seed of the deals."),
        click.option("--worlds", type=click.IntRange(least, 10_000), help=worlds),
    )
    for option in drawn:
        review = option(review)
    return review


def check_plot_file(plot: str) -> None:
    """Check that a plot can be written to a file before any work starts."""
    from suitwise.picture.svg import check_plot

    with plain_errors():
        try:
            check_plot(Path(plot))
        except OSError as error:
            raise click.ClickException(f"{plot}: {error.strerror}") from None


def _decided(
    found: Iterator[Decision], record: Record, as_json: bool
) -> tuple[list[Decision], bool]:
    """Return the decisions, and whether they are complete; Ctrl-C ends the review early."""
    decisions: list[Decision] = []
    with plain_errors(), Progress("judging", cleared=as_json, at_once=not as_json) as progress:
        try:
            with raised():
                for one in found:
                    decisions.append(one)
                    if as_json:
                        progress.clear()
                        print(json_text(one.as_json()), flush=True)
                    progress.reached(one.ply, len(record.moves))
        except KeyboardInterrupt:
            return decisions, False
    return decisions, True


def _print_summary(decisions: list[Decision], record: Record, ended: bool) -> None:
    """Print the last object: the costliest decisions and the loss of each seat."""
    from suitwise.players.review.decisions import costliest, totals

    told = {
        "game": record.game,
        "costliest": [one.ply for one in costliest(decisions)],
        "seats": [total.as_json() for total in totals(decisions)],
        "whole": ended,
    }
    print(json_text(told), flush=True)
