"""``suitwise stacks survey``: the share of random deals that can be won, by size."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

import click

from suitwise.cli.files import Progress
from suitwise.cli.interrupt import raised
from suitwise.cli.options import json_option, json_text, seed_option, threads_option
from suitwise.cli.stacks.options import deck_option, plain_errors, whole_range


@click.command()
@click.option("--stacks", metavar="RANGE", callback=whole_range, default="2..8", show_default=True)
@click.option("--height", metavar="RANGE", callback=whole_range, default="1..13", show_default=True)
@click.option("--suits", type=click.IntRange(1), help="How many suits; as many as stacks.")
@deck_option
@click.option("--deals", type=click.IntRange(1), default=10_000, show_default=True, help="A size.")
@seed_option()
@click.option("--out", metavar="FILE", help="Keep the counts here; a rerun goes on from them.")
@click.option("--plot", metavar="FILE", help="Draw the shares into this .svg or .png file.")
@json_option("size")
@threads_option()
def survey(
    stacks: range,
    height: range,
    suits: int | None,
    deck: str,
    deals: int,
    seed: int,
    out: str | None,
    plot: str | None,
    as_json: bool,
    threads: int,
) -> None:
    """Count how many random deals can be won, for every number of stacks and every height.

    The table has the shares in per cent, each with the reach of its 95 % interval (Wilson). With
    --out an interrupted survey is not lost, nor is one that was killed but for its last seconds: the
    same command goes on where it stopped, and the file ends up the same to the byte. So it does with
    more --deals. Several surveys of the same deals may share one file. --out needs a POSIX system.

    \b
    Example:
      suitwise stacks survey --stacks 2..8 --height 1..13 --out shares.json --plot shares.svg
    """
    from suitwise.picture.plots import check_plot
    from suitwise.stacks import Survey, run_survey
    from suitwise.stacks.picture.survey_plot import draw_survey, table_of

    _refuse_one_file(out, plot)
    with plain_errors():
        if plot is not None:
            check_plot(Path(plot))
        asked = Survey(deals, seed, suits, cast(Any, deck))
    kept = Path(out) if out is not None else None
    cells = []
    with plain_errors(f"{out}: " if out else ""), Progress("surveying", cleared=True) as progress:
        run = run_survey(asked, stacks, height, out=kept, threads=threads, reached=progress.reached)
        with _ended_when_saved(), closing(run):
            for cell in run:
                cells.append(cell)
                if as_json:
                    progress.clear()
                    print(json_text(cell.as_json()), flush=True)
        progress.clear()
    if not as_json:
        print(table_of(cells))
    if plot is not None:
        with plain_errors():
            draw_survey(cells, Path(plot))


@contextmanager
def _ended_when_saved() -> Iterator[None]:
    """Let a Ctrl-C end the command by the way that saves what has been counted."""
    try:
        with raised():
            yield
    except KeyboardInterrupt:
        signal.raise_signal(signal.SIGINT)


def _refuse_one_file(out: str | None, plot: str | None) -> None:
    """Refuse to draw over the counts."""
    if out is None or plot is None:
        return
    both_are = os.path.exists(out) and os.path.exists(plot) and os.path.samefile(out, plot)
    if both_are or os.path.realpath(out) == os.path.realpath(plot):
        raise click.UsageError("--out and --plot are the same file")
