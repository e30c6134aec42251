"""``suitwise bench``: what this machine does, the machine and the versions beside every figure."""

from __future__ import annotations

from pathlib import Path

import click

_rival = click.option(
    "--rival",
    metavar="PROGRAM",
    help="Another judge that reads standard input, run in alternation with ours.",
)
_runs = click.option(
    "--runs", type=click.IntRange(1), default=5, show_default=True, help="Of each figure."
)


def _page(context: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """Refuse a page that can't be written before minutes of measuring."""
    if path is not None:
        with Path(path).open("a"):
            pass
    return path


_markdown = click.option(
    "--markdown", metavar="FILE", callback=_page, help="Write the section of this page, too."
)


@click.group()
def bench() -> None:
    """Measure Suitwise on this machine.

    \b
    Example:
      suitwise bench tractor --rounds 200000
    """


@bench.command()
@click.option("--rounds", type=click.IntRange(1000), default=200_000, show_default=True)
@_runs
@_rival
@_markdown
def tractor(rounds: int, runs: int, rival: str | None, markdown: str | None) -> None:
    """Rounds a second, growth, the hardest matches, whole processes.

    \b
    Example:
      suitwise bench tractor --rounds 50000 --runs 3
    """
    from suitwise.benchmarks.tractor.judge import report

    _show("tractor", report(rounds, runs, rival, _say), markdown)


@bench.command(name="first-answers")
@_runs
@_markdown
def first_answers(runs: int, markdown: str | None) -> None:
    """The first answer of each command where nothing has been compiled yet, and the next one.

    \b
    Example:
      suitwise bench first-answers --runs 1
    """
    from suitwise.benchmarks.first_answers import report

    _show("first-answers", report(runs, _say), markdown)


@bench.command(name="one-game")
@_runs
@click.option(
    "--before",
    metavar="SRC",
    help="The folder src of another check-out, measured in alternation with this one.",
)
@_markdown
def one_game(runs: int, before: str | None, markdown: str | None) -> None:
    """Moves a second of one game at a time from Python, beside OpenSpiel's gin if it is there.

    \b
    Example:
      suitwise bench one-game --runs 3
    """
    from suitwise.benchmarks.one_game import report

    _show("one-game", report(runs, before, _say), markdown)


@bench.command(name="tractor-follow")
@_runs
@_markdown
def tractor_follow(runs: int, markdown: str | None) -> None:
    """The follow check and the count of legal plays, from 1 pair to 12.

    \b
    Example:
      suitwise bench tractor-follow --runs 3
    """
    from suitwise.benchmarks.tractor.follow import report

    _show("tractor-follow", report(runs, _say), markdown)


@bench.command(name="tractor-table")
@click.option("--rounds", type=click.IntRange(100), default=20_000, show_default=True)
@_runs
@_markdown
def tractor_table(rounds: int, runs: int, markdown: str | None) -> None:
    """Rounds played in batches, at random and by rule; on a GPU, too, where there is one.

    \b
    Example:
      suitwise bench tractor-table --rounds 1000 --runs 3
    """
    from suitwise.benchmarks.tractor.playouts import report

    _show("tractor-table", report(rounds, runs, _say), markdown)


@bench.command(name="tractor-players")
@click.option("--deals", type=click.IntRange(2), default=200, show_default=True)
@_markdown
def tractor_players(deals: int, markdown: str | None) -> None:
    """Duels of the players of Tractor on mirrored deals, with intervals.

    \b
    Example:
      suitwise bench tractor-players --deals 20
    """
    from suitwise.benchmarks.tractor.players import report

    _show("tractor-players", report(deals, _say), markdown)


@bench.command()
@_runs
@click.option(
    "--largest",
    type=click.IntRange(10_000),
    default=10_000_000,
    show_default=True,
    help="Cards of the largest case.",
)
@_rival
@_markdown
def stacks(runs: int, largest: int, rival: str | None, markdown: str | None) -> None:
    """Whole processes on inputs of the official size, and growth.

    \b
    Example:
      suitwise bench stacks --runs 3 --largest 1000000
    """
    from suitwise.benchmarks.stacks import report

    _show("stacks", report(runs, largest, rival, _say), markdown)


@bench.command()
@click.option("--hands", type=click.IntRange(1000), default=500_000, show_default=True)
@_runs
@_markdown
def rummy(hands: int, runs: int, markdown: str | None) -> None:
    """Hands a second in batches and one by one, beside OpenSpiel and RLCard if they are there.

    \b
    Example:
      suitwise bench rummy --hands 100000 --runs 3
    """
    from suitwise.benchmarks.rummy import report

    _show("rummy", report(hands, runs, _say), markdown)


@bench.command()
@click.option("--deals", type=click.IntRange(20), default=2_000, show_default=True)
@click.option("--hands", type=click.IntRange(1000), default=100_000, show_default=True)
@_runs
@_markdown
def texas42(deals: int, hands: int, runs: int, markdown: str | None) -> None:
    """The exact solver, worlds, bidding tables, playouts; on a GPU, too, where there is one.

    \b
    Example:
      suitwise bench texas42 --deals 200 --hands 20000 --runs 3
    """
    from suitwise.benchmarks.texas42.overview import report

    _show("texas42", report(deals, hands, runs, _say), markdown)


@bench.command(name="texas42-players")
@click.option("--deals", type=click.IntRange(2), default=200, show_default=True)
@click.option("--worlds", type=click.IntRange(1), default=40, show_default=True)
@_markdown
def texas42_players(deals: int, worlds: int, markdown: str | None) -> None:
    """Duels of the players of Texas 42 on mirrored deals, with intervals.

    \b
    Example:
      suitwise bench texas42-players --deals 20 --worlds 10
    """
    from suitwise.benchmarks.texas42.players import report

    _show("texas42-players", report(deals, worlds, _say), markdown)


@bench.command()
@click.option("--games", type=click.IntRange(2), default=4096, show_default=True)
@_runs
@_markdown
def research(games: int, runs: int, markdown: str | None) -> None:
    """Steps a second of the environments, beside other frameworks, and games of the arena.

    It needs the extra rl; RLCard and PettingZoo's card games are measured where they are installed.

    \b
    Example:
      suitwise bench research --games 512 --runs 3
    """
    from suitwise.benchmarks.research import report

    _show("research", report(games, runs, _say), markdown)


@bench.command()
@click.argument("folder", metavar="DIR")
@_markdown
def ratings(folder: str, markdown: str | None) -> None:
    """The ratings of a run of the arena that is done, with the machine it was played on.

    \b
    Example:
      suitwise arena run benchmarks/ratings.toml --out ratings
      suitwise bench ratings ratings
    """
    from suitwise.arena.report import markdown as text_of
    from suitwise.arena.report import standings

    _show("ratings", text_of(standings(Path(folder))), markdown)


def _say(line: str) -> None:
    click.echo(line, err=True)


def _show(section: str, text: str, markdown: str | None) -> None:
    """Print a report and, if asked, write it into a page."""
    from suitwise.benchmarks import write_section

    click.echo(text)
    if markdown:
        write_section(Path(markdown), section, text)
