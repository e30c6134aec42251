"""``suitwise bench strength``: every player against every other, and growth with thinking time."""

from __future__ import annotations

import json
from pathlib import Path

import click

from suitwise.cli.arena.progress import shown_progress
from suitwise.cli.bench.options import markdown_option, number
from suitwise.cli.files import plain_errors
from suitwise.cli.options import json_option, seed_option


@click.command()
@click.option(
    "--games",
    metavar="A,B",
    default="",
    help="These games alone; one named without options is played deal by deal.",
)
@click.option(
    "--players",
    metavar="A,B",
    default="",
    help="These players alone, with options if any; each at the games that have it.",
)
@number("--deals", 2, 1000, "Of each pair, in all seatings.")
@click.option(
    "--seconds-a-pair",
    type=click.FloatRange(0, min_open=True),
    default=600.0,
    show_default=True,
    help="What a pair may take in all, over all runs; fewer deals are played then.",
)
@click.option(
    "--growth/--no-growth",
    default=True,
    help="Whether players that think for a given time are measured at 10 ms, 100 ms and 1 s, too.",
)
@seed_option(default=1)
@number("--workers", 0, 1, "Processes that play, 0 for all cores; one measures times best.")
@click.option(
    "--out",
    metavar="DIR",
    default="strength",
    show_default=True,
    help="Keep the games here, a folder a pair.",
)
@click.option("--afresh", is_flag=True, help="Begin pairs again whose players have changed.")
@json_option()
@markdown_option
def strength(
    games: str,
    players: str,
    deals: int,
    seconds_a_pair: float,
    growth: bool,
    seed: int,
    workers: int,
    out: str,
    afresh: bool,
    as_json: bool,
    markdown: str | None,
) -> None:
    """Every player of every game against every other on mirrored deals; the time of decisions.

    DIR gets a folder for each two players, a run of the arena. The command may be interrupted at any
    moment, or killed: the same command goes on, one with more deals, more seconds or other players
    adds to what is there, and what is done is not played again. Where players have changed since, so
    that they play the first deals otherwise, the command ends, unless --afresh begins that pair again.

    \b
    Example:
      suitwise bench strength --games gin,indian13 --deals 200
      suitwise bench strength --games texas42 --players "rules,pimc(worlds=10)" --seconds-a-pair 60
    """
    from suitwise.benchmarks import write_section
    from suitwise.benchmarks.strength import report
    from suitwise.benchmarks.strength.field import duels
    from suitwise.benchmarks.strength.meeting import Budget
    from suitwise.foundation.arrays.cores import available_cores

    with plain_errors(), shown_progress("playing", "pairs", Path(out)) as reached:
        chosen = duels(games, players, growth=growth)
        budget = Budget(deals, seconds_a_pair, seed, workers or available_cores(), afresh)

        def say(line: str) -> None:
            reached.clear()
            click.echo(line, err=True)

        def progress(done: int, share: float) -> None:
            reached(done + share, len(chosen))

        found = report.measure(chosen, budget, Path(out), say, progress)
    text = report.markdown(found)
    click.echo(json.dumps(found.as_json()) if as_json else text)
    if markdown:
        write_section(Path(markdown), "strength", text)
