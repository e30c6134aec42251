"""``suitwise arena run`` and ``extend``: matches played, and more of them."""

from __future__ import annotations

import sys
from contextlib import nullcontext, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from suitwise.cli.arena.progress import shown_progress
from suitwise.cli.arena.shared import cores, not_empty, print_tables, workers_option
from suitwise.cli.files import one_line_errors, open_input, plain_errors
from suitwise.cli.options import imports_option

if TYPE_CHECKING:
    from suitwise.arena.config import Config

cluster_option = click.option(
    "--cluster", is_flag=True, help="Work on Ray, on a cluster if RAY_ADDRESS names one."
)


@click.command("run")
@click.argument("config", metavar="CONFIG.toml")
@click.option(
    "--out",
    metavar="DIR",
    callback=not_empty,
    help="Keep the results here.  [default: CONFIG-results]",
)
@workers_option
@cluster_option
@imports_option
def run_command(
    config: str, out: str | None, workers: int, cluster: bool, imports: tuple[str, ...]
) -> None:
    """Play the matches of a config, and print who stands where.

    The config is a TOML file with a table a match. Every two players of a match meet on the same
    deals, in all seatings. Where a match has a stop, two players part when the 95 % interval is no
    wider than width, looked at after the least deals and then after every so many:

    \b
      name = "a first table"
      seed = 1
      [[match]]
      game = "texas42(match=hand)"
      players = ["random", "rules", "pimc(worlds=5)"]
      deals = 100
      stop = {width = 0.2, least = 50, every = 10}

    limit = {seconds = 0.5, then = "random"} lets another player make the moves that come too late;
    results then hang on the machine, and say which moves were late.

    Of a match of several hands it is the first hand that has the same cards for all.

    Players of your own come from modules that call register_player: --import MODULE, or in the config
    import = ["my_players"] under [players]. A run goes on with the same ones alone: their version,
    code and the files they name (files(), as for weights) are kept in the plan.

    DIR gets plan.json and results.jsonl, a line a game with its whole record. The run may be
    interrupted at any moment, or killed: the same command goes on, and the results end up the same to
    the byte, with any number of workers and on a cluster. If RAY_ADDRESS says where Ray runs ("auto"
    for here), --cluster plays on all its processors; else a Ray of its own is started here with so many
    workers. It needs a POSIX system.

    \b
    Example:
      suitwise arena run examples/arena.toml --out results
      suitwise arena run mine.toml --import my_players
    """
    asked = _read(config, imports)
    folder = Path(out if out is not None else f"{_stem(config)}-results")
    _play(asked, folder, workers, cluster)


def _read(path: str, imports: tuple[str, ...]) -> Config:
    from suitwise.arena.config import read_config
    from suitwise.arena.entrants.imported import import_players
    from suitwise.arena.toml_text import MOST_BYTES

    with open_input(path) as opened:
        data = opened.read(MOST_BYTES + 1)
    with plain_errors():
        import_players(imports)
    with one_line_errors(path):
        asked = read_config(data)
    return replace(asked, imports=(*imports, *asked.imports))


def _stem(path: str) -> str:
    return "arena" if path == "-" else Path(path).stem


def _play(asked: Config, folder: Path, workers: int, cluster: bool) -> None:
    """Play what a folder lacks of a config, and print who stands where."""
    from suitwise.arena.run import run

    # Ray prints what happens to it.
    quiet = redirect_stdout(sys.stderr) if cluster else nullcontext()
    with plain_errors(), quiet, shown_progress("playing", "games", folder) as reached:
        standings = run(asked, folder, cores(workers), cluster=cluster, progress=reached)
    print_tables(standings)


@click.command()
@click.argument("folder", metavar="DIR")
@click.option(
    "--deals",
    type=click.IntRange(1),
    required=True,
    help="How many deals two players of a match play in all; matches with as many stay as they are.",
)
@workers_option
@cluster_option
def extend(folder: str, deals: int, workers: int, cluster: bool) -> None:
    """Play more deals in a run, whole or not, and print who stands where.

    What is there stays; the further deals of all matches follow, with the same players, seed and
    stops. Players of your own are imported from the modules that the plan names, and must be the same as
    ever. The same command goes on where it was interrupted.

    \b
    Example:
      suitwise arena extend results --deals 400
    """
    from suitwise.arena.config import Config
    from suitwise.arena.planned import read_config

    with plain_errors():
        asked = Config.from_json(read_config(Path(folder)).as_json()).extended(deals)
    _play(asked, Path(folder), workers, cluster)
