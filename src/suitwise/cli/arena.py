"""The commands ``suitwise arena``: matches between players, their results, and data sets."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from suitwise.cli import common
from suitwise.cli.interrupt import STATUS, tidied_by
from suitwise.errors import SuitwiseError

if TYPE_CHECKING:
    from suitwise.arena.config import Config
    from suitwise.arena.data.formats import Form
    from suitwise.arena.report import Standings


# --- Shared options and tables --------------------------------------------------------------------

_WIDTH = 120
"""The width of tables if the output is not a terminal."""
workers_option = click.option(
    "--workers",
    type=click.IntRange(0),
    default=0,
    help="The number of processes, 1,024 at most; 0 for one a core.",
)


def not_empty(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    """Check that a folder has a name."""
    if name == "":
        raise click.BadParameter("a folder needs a name")
    return name


def cores(workers: int) -> int:
    """Return the number of worker processes, by default one per core."""
    from suitwise.arena.workers import MOST_WORKERS
    from suitwise.foundation.arrays.rows import available_cores

    return workers or min(available_cores(), MOST_WORKERS)


def print_tables(standings: Standings) -> None:
    """Print the tables of standings."""
    from suitwise.arena.report import rich_table

    common.console(usual=_WIDTH).print(rich_table(standings))


# --- The progress of a run that can be interrupted ------------------------------------------------


class Reached:
    """The progress of a run; call it with the amount done and the total.

    Args:
        bar: the bar that shows the progress.
    """

    def __init__(self, bar: common.Progress) -> None:
        self._bar, self._lock = bar, threading.Lock()
        self.done, self.total = 0.0, 0.0

    def __call__(self, done: float, total: float) -> None:
        """Set the progress to ``done`` of ``total`` and show it."""
        self.done, self.total = done, total
        self.show()

    def show(self) -> None:
        """Show the bar again; may be called from the timer's thread."""
        with self._lock:
            self._bar.reached(self.done, self.total)

    def clear(self) -> None:
        """Hide the bar so that a line can be printed."""
        with self._lock:
            self._bar.clear()


@contextmanager
def shown_progress(what: str, kind: str, folder: Path) -> Iterator[Reached]:
    """Show a progress bar; on Ctrl-C, tell how to continue, and exit at once.

    It is safe to exit at any moment: the files are always complete, and the worker processes end with
    this one.

    Args:
        what: the work in one word.
        kind: a plural noun for what is counted.
        folder: the folder of the results.
    """

    def tell() -> None:
        kept = f"{int(reached.done)} of {int(reached.total)} {kind} are in {folder}"
        line = f"error: interrupted: {kept}; the same command goes on\n"
        os.write(2, line.encode("utf-8", "backslashreplace"))
        os._exit(STATUS)

    with common.Progress(what, cleared=True) as bar:
        reached = Reached(bar)
        with tidied_by(tell):
            # The bar appears after a while even if there is no result yet.
            timer = threading.Timer(common.PROGRESS_AFTER_S + 0.1, reached.show)
            timer.daemon = True
            timer.start()
            try:
                yield reached
            finally:
                timer.cancel()
                timer.join()


# --- ``run`` and ``extend`` -----------------------------------------------------------------------

cluster_option = click.option(
    "--cluster", is_flag=True, help="Use Ray, and the cluster that RAY_ADDRESS names, if any."
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
@common.imports_option
def run_command(
    config: str, out: str | None, workers: int, cluster: bool, imports: tuple[str, ...]
) -> None:
    """Play the matches of a config, and print the standings.

    For whoever wants to know which of two or more players is better. The config is a TOML file with
    one [[match]] for each match. Every two players of a match play the same deals in all seatings (of a
    match of several hands, the same first hand):

    \b
      name = "a first table"
      seed = 1
      [[match]]
      game = "texas42(match=hand)"
      players = ["random", "rules", "mc(worlds=5)"]
      deals = 100
      stop = {width = 0.2, least = 50, every = 10}

    stop ends the games of two players once the 95 % interval of their margin is at most width wide. It
    is tested after the least deals, then after every so many. limit = {seconds = 0.5, then = "random"}
    gives a move that is too late to another player; such results depend on the machine.

    Your own players are in a module that calls register_player: name it with --import, or in the config
    as import = ["my_players"] under [players]. A run can only be continued with the same players: the
    plan keeps their version, and digests of their code and files. With --import suitwise.agents.talker
    a program plays that answers in words: talker(command=python3 mine.py).

    The folder gets plan.json, and results.jsonl with one line for each game. You can interrupt the run
    at any time: the same command continues it. The results are the same to the byte for any number of
    workers, and on a cluster. --cluster uses the Ray cluster that RAY_ADDRESS names ("auto" for one on
    this machine), or else starts Ray here with --workers processes. The arena needs a POSIX system.

    \b
    Example:
      suitwise arena run examples/arena.toml --out results
      suitwise arena run mine.toml --import my_players
    """
    parsed = _read(config, imports)
    folder = Path(out if out is not None else f"{_stem(config)}-results")
    _play(parsed, folder, workers, cluster)


def _read(path: str, imports: tuple[str, ...]) -> Config:
    from suitwise.arena.config import MOST_BYTES, read_config

    with common.open_input(path) as opened:
        data = opened.read(MOST_BYTES + 1)
    common.import_players(imports)
    with common.one_line_errors(path):
        config = read_config(data)
    return replace(config, imports=(*imports, *config.imports))


def _stem(path: str) -> str:
    return "arena" if path == "-" else Path(path).stem


def _play(config: Config, folder: Path, workers: int, cluster: bool) -> None:
    """Play the games of a config that are missing in a folder, then print the standings."""
    from suitwise.arena.run import run

    # Ray prints its own progress.
    quiet = redirect_stdout(sys.stderr) if cluster else nullcontext()
    with common.plain_errors(), quiet, shown_progress("playing", "games", folder) as reached:
        standings = run(config, folder, cores(workers), cluster=cluster, progress=reached)
    print_tables(standings)


@click.command()
@click.argument("folder", metavar="DIR")
@click.option(
    "--deals",
    type=click.IntRange(1),
    required=True,
    help="How many deals two players of a match shall have played in all.",
)
@workers_option
@cluster_option
def extend(folder: str, deals: int, workers: int, cluster: bool) -> None:
    """Add deals to a run, finished or not, and print the standings.

    The games played so far stay. More deals follow with the same players, seed and stops, as if the run
    had been this long from the start. Your own players are imported from the modules that the plan
    names, and must not have changed. If you interrupt it, the same command continues.

    \b
    Example:
      suitwise arena extend results --deals 400
    """
    from suitwise.arena.config import Config
    from suitwise.arena.store import read_config

    with common.plain_errors():
        config = Config.from_json(read_config(Path(folder)).as_json()).extended(deals)
    _play(config, Path(folder), workers, cluster)


# --- ``check``, ``replay`` and ``export`` ---------------------------------------------------------


@click.command()
@click.argument("folder", metavar="DIR")
def check(folder: str) -> None:
    """Replay every game of a run from its record, and print how many there are.

    For whoever is given results by others. The cards must be those of the run's seed, every move legal,
    and the returns right; the first line that is wrong is named. Players are not asked again. (The
    other commands check a sample of about 100 games in the same way.)

    \b
    Example:
      suitwise arena check results
    """
    from suitwise.arena.store import check as check_all

    with common.plain_errors(), common.Progress("checking", cleared=True) as progress:
        games = check_all(Path(folder), progress.reached)
    click.echo(f"{games} games played again")


@click.command()
@click.argument("folder", metavar="DIR")
@click.argument("number", type=click.IntRange(0))
@click.option("--states", is_flag=True, help="Print every position instead, a line each.")
def replay(folder: str, number: int, states: bool) -> None:
    """Replay game NUMBER of a run, and print its record.

    Games are numbered from 0 in the order of results.jsonl. Every move and the returns are checked.

    \b
    Example:
      suitwise arena replay results 0
      suitwise arena replay results 0 --states
    """
    from suitwise.arena.store import read_seated

    with common.plain_errors():
        game = read_seated(Path(folder), number)
        for _ in game.result.record.states():
            pass  # check the whole game before printing any of it
    if not states:
        click.echo(str(game), nl=False)
        return
    for position in game.result.record.states():
        click.echo(str(position))


@click.command()
@click.argument("folder", metavar="DIR")
@click.argument("out", metavar="OUT.parquet")
def export(folder: str, out: str) -> None:
    """Write the games of a run to a Parquet file, one row for each, and print how many there are.

    This is for pandas, DuckDB and the like. It needs pyarrow (extra data).

    \b
    Example:
      suitwise arena export results games.parquet
    """
    from suitwise.arena.store import export as write

    with common.plain_errors():
        click.echo(f"{write(Path(folder), Path(out))} games")


# --- The group ------------------------------------------------------------------------------------


@click.group()
def arena() -> None:
    """Compare players on the same deals: who is better, by how much, and how sure that is.

    Also makes data sets of games and solved deals.

    \b
    Example:
      suitwise arena players gin
      suitwise arena run examples/arena.toml --out results
      suitwise arena show results
    """


# --- ``show`` -------------------------------------------------------------------------------------


@arena.command()
@click.argument("folder", metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown.")
@click.option("--plot", metavar="FILE", help="Draw the ratings to this .svg or .png file.")
def show(folder: str, as_json: bool, as_markdown: bool, plot: str | None) -> None:
    """Print the standings of a run, finished or not.

    For every two players: by how much the first beats the second on the same cards, with a 95 %
    interval, the deals won, and McNemar's test. For every match: the ratings. --plot needs matplotlib
    (extra plot).

    \b
    Example:
      suitwise arena show results
      suitwise arena show results --markdown
      suitwise arena show results --json --plot ratings.svg
    """
    from suitwise.arena.report import markdown, standings

    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown are two ways to print the same")
    with common.plain_errors():
        report = standings(Path(folder))
        if plot is not None:
            from suitwise.arena.report import draw_ratings

            draw_ratings(report, Path(plot))
    if as_json:
        click.echo(common.json_text(report.as_json()))
    elif as_markdown:
        click.echo(markdown(report), nl=False)
    else:
        print_tables(report)


# --- ``data`` -------------------------------------------------------------------------------------


@arena.command()
@click.argument("kind")
@click.option(
    "--out", metavar="DIR", required=True, callback=not_empty, help="Keep the shards here."
)
@click.option("--count", type=click.IntRange(1), required=True, help="The number of rows.")
@common.seed_option()
@common.option("--shard-size", usual=1000, type=click.IntRange(1), help="Rows in a shard.")
@workers_option
@common.option(
    "--format",
    "form",
    usual="jsonl",
    type=click.Choice(["jsonl", "parquet", "hf", "npz"]),
    help="The format of the shards; parquet and hf need the extra data.",
)
@click.option("--parquet", is_flag=True, help="The same as --format parquet.")
@click.option(
    "--arrays", is_flag=True, help="Write the decisions of games as arrays, too (selfplay)."
)
@cluster_option
@common.imports_option
def data(
    kind: str,
    out: str,
    count: int,
    seed: int,
    shard_size: int,
    workers: int,
    form: Form,
    parquet: bool,
    arrays: bool,
    cluster: bool,
    imports: tuple[str, ...],
) -> None:
    """Make a data set of solved deals, of hands with their best melds, or of played games.

    KIND is texas42-solved, rummy-hands or selfplay, with options in parentheses. The set is written in
    several files, the shards; for each its name, rows and SHA-256 are printed. README.md in the folder
    says what the columns mean, how the set was made, and how to load and cite it. The rows are the same
    for any number of workers, and on a cluster. If you interrupt it, the same command continues.

    \b
    --format jsonl    one line of JSON for each row
    --format parquet  for pandas, pyarrow and DuckDB
    --format hf       for datasets.load_dataset("DIR") of Hugging Face
    --format npz      one NumPy array for each column

    --arrays adds a file for learners to each shard of selfplay, with one row for each decision:
    observation, mask, action, seat, return, and the number of the game.

    \b
    Example:
      suitwise arena data "texas42-solved(dominoes=4)" --count 5000 --out deals
      suitwise arena data "rummy-hands(rules=gin,cards=10)" --count 5000 --out hands
      suitwise arena data "selfplay(game=gin,players=rules)" --count 100 --out games --arrays
      suitwise arena data texas42-solved --count 5000 --format hf --out solved
    """
    from suitwise.arena.data import make_data
    from suitwise.arena.data.formats import arrays_name

    if parquet and form not in ("jsonl", "parquet"):
        raise click.UsageError(f"--parquet is --format parquet, not {form}")
    common.import_players(imports)
    quiet = redirect_stdout(sys.stderr) if cluster else nullcontext()
    with common.plain_errors(), quiet, shown_progress("making", "rows", Path(out)) as reached:
        shards = make_data(
            kind,
            Path(out),
            count,
            seed=seed,
            shard_size=shard_size,
            workers=cores(workers),
            form="parquet" if parquet else form,
            arrays=arrays,
            cluster=cluster,
            progress=reached,
        )
    for shard in shards:
        click.echo(f"{shard.shard} {shard.rows} {shard.sha256}")
        if shard.arrays:
            click.echo(f"{arrays_name(shard.shard)} {shard.rows} {shard.arrays}")


@arena.command()
@click.argument("folder", metavar="DIR")
@click.argument("out", metavar="OUT.zip")
def pack(folder: str, out: str) -> None:
    """Pack a finished data set into one ZIP file, to publish it.

    Every file is checked against its SHA-256 first. The ZIP file of a set is always the same to the
    byte; its name and SHA-256 are printed.

    \b
    Example:
      suitwise arena pack deals deals.zip
    """
    from suitwise.arena.data.shards import pack as write

    with common.plain_errors():
        digest = write(Path(folder), Path(out))
    click.echo(f"{out} {digest}")


# --- ``players`` ----------------------------------------------------------------------------------


@arena.command("players")
@click.argument("game", required=False)
@common.imports_option
def players_command(game: str | None, imports: tuple[str, ...]) -> None:
    """List the players of GAME with their options, or, without GAME, the players of every game.

    A config names players in the same way. Options that it leaves out have the values shown here.

    \b
    Example:
      suitwise arena players texas42
      suitwise arena players gin --import my_players
    """
    from suitwise.game import games, load
    from suitwise.players.named import named, names_for

    common.import_players(imports)
    with common.plain_errors():
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
    """Return a text; if a game or player of another package fails, return the reason instead."""
    try:
        return str(text())
    except SuitwiseError as error:
        return str(error)


for _command in (check, export, extend, replay, run_command):
    arena.add_command(_command)
