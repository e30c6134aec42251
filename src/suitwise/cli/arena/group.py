"""``suitwise arena``: many games between players, on one machine or a cluster; what came of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from functools import partial
from pathlib import Path

import click

from suitwise.cli.arena.progress import shown_progress
from suitwise.cli.arena.records import check, export, replay
from suitwise.cli.arena.runs import cluster_option, extend, run_command
from suitwise.cli.arena.shared import cores, not_empty, print_tables, workers_option
from suitwise.cli.files import plain_errors
from suitwise.cli.options import imports_option, json_text, seed_option
from suitwise.errors import SuitwiseError


@click.group()
def arena() -> None:
    """Let players meet on the same deals, and see who is better and how sure that is.

    \b
    Example:
      suitwise arena players gin
      suitwise arena run examples/arena.toml --out results
      suitwise arena show results
    """


# --- show -----------------------------------------------------------------------------------------


@arena.command()
@click.argument("folder", metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown.")
@click.option("--plot", metavar="FILE", help="Draw the ratings into this .svg or .png file.")
def show(folder: str, as_json: bool, as_markdown: bool, plot: str | None) -> None:
    """Print who stands where after the games that DIR holds, all of them or as many as are played.

    For every two players: what the first gets more than the second on the same cards, with the reach
    of its 95 % interval, the deals won, and McNemar's test; for every match the ratings. --plot needs
    matplotlib (extra plot).

    \b
    Example:
      suitwise arena show results
      suitwise arena show results --markdown
      suitwise arena show results --json --plot ratings.svg
    """
    from suitwise.arena.report import markdown, standings

    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown are two ways to print the same")
    with plain_errors():
        found = standings(Path(folder))
        if plot is not None:
            from suitwise.arena.report.plot import draw_ratings

            draw_ratings(found, Path(plot))
    if as_json:
        click.echo(json_text(found.as_json()))
    elif as_markdown:
        click.echo(markdown(found), nl=False)
    else:
        print_tables(found)


# --- data -----------------------------------------------------------------------------------------


@arena.command()
@click.argument("kind")
@click.option(
    "--out", metavar="DIR", required=True, callback=not_empty, help="Keep the shards here."
)
@click.option("--count", type=click.IntRange(1), required=True, help="How many rows.")
@seed_option()
@click.option(
    "--shard-size", type=click.IntRange(1), default=1000, show_default=True, help="Rows a shard."
)
@workers_option
@click.option("--parquet", is_flag=True, help="Write Parquet instead of JSON lines (extra data).")
@click.option("--arrays", is_flag=True, help="Write the decisions of games as .npz, too.")
@cluster_option
@imports_option
def data(
    kind: str,
    out: str,
    count: int,
    seed: int,
    shard_size: int,
    workers: int,
    parquet: bool,
    arrays: bool,
    cluster: bool,
    imports: tuple[str, ...],
) -> None:
    """Make a data set in shards: solved deals, hands with their optima, games that players play.

    KIND is texas42-solved, rummy-hands or selfplay, with options as a variant has them. A line of JSON
    is a row, and rows are the same for any number of workers and on a cluster. It may be interrupted
    at any moment, or killed: the same command goes on. Prints a line a shard: its name, its rows, its
    SHA-256.

    --arrays writes what a learner reads beside each shard of games, shard-00000.npz and so on:
    observation, mask, action, seat, return and number (of the game), a row a decision.

    \b
    Example:
      suitwise arena data "texas42-solved(dominoes=4)" --count 5000 --out deals
      suitwise arena data "rummy-hands(rules=gin,cards=10)" --count 5000 --out hands
      suitwise arena data "selfplay(game=gin,players=rules)" --count 100 --out games --arrays
    """
    from suitwise.arena.data import make_data
    from suitwise.arena.data.manifest import arrays_name
    from suitwise.arena.entrants.imported import import_players

    with plain_errors():
        import_players(imports)
    quiet = redirect_stdout(sys.stderr) if cluster else nullcontext()
    with plain_errors(), quiet, shown_progress("making", "rows", Path(out)) as reached:
        shards = make_data(
            kind,
            Path(out),
            count,
            seed=seed,
            shard_size=shard_size,
            workers=cores(workers),
            form="parquet" if parquet else "jsonl",
            arrays=arrays,
            cluster=cluster,
            progress=reached,
        )
    for shard in shards:
        click.echo(f"{shard.shard} {shard.rows} {shard.sha256}")
        if shard.arrays:
            click.echo(f"{arrays_name(shard.shard)} {shard.rows} {shard.arrays}")


# --- players --------------------------------------------------------------------------------------


@arena.command("players")
@click.argument("game", required=False)
@imports_option
def players_command(game: str | None, imports: tuple[str, ...]) -> None:
    """Print the players of a GAME with their options, one a line; without GAME those of every game.

    The text of a player is written as in a config; options that are left out are these.

    \b
    Example:
      suitwise arena players texas42
      suitwise arena players gin --import my_players
    """
    from suitwise.arena.entrants.imported import import_players
    from suitwise.game import games, load
    from suitwise.players.named import named, names_for

    with plain_errors():
        import_players(imports)
        if game is not None:
            variant = load(game)
            for name in names_for(variant):
                click.echo(_or_fault(partial(named, name, variant)))
            return
    for name in games():
        click.echo(f"{name:<16} {_or_fault(partial(_players_of, name))}")


def _players_of(game: str) -> str:
    from suitwise.game import load
    from suitwise.players.named import names_for

    return " ".join(names_for(load(game)))


def _or_fault(text: Callable[[], object]) -> str:
    """Return a text, or the reason where the game or the player of another package is broken."""
    try:
        return str(text())
    except SuitwiseError as error:
        return str(error)


for _command in (check, export, extend, replay, run_command):
    arena.add_command(_command)
