"""``suitwise arena check``, ``replay`` and ``export``: the games that a run has kept."""

from __future__ import annotations

from pathlib import Path

import click

from suitwise.cli.files import Progress, plain_errors


@click.command()
@click.argument("folder", metavar="DIR")
def check(folder: str) -> None:
    """Play every game of a run again from its record, and print how many there are.

    Each must begin where its variant does; chance must have drawn what the run's seed draws; every move
    must be legal, and the returns those of the game's end. The first line of which that is not so is
    named. The other commands do the same with a sample of about 100 games, drawn by the run's seed.
    Whether players would move so again is not asked.

    \b
    Example:
      suitwise arena check results
    """
    from suitwise.arena.store import check as check_all

    with plain_errors(), Progress("checking", cleared=True) as progress:
        games = check_all(Path(folder), progress.reached)
    click.echo(f"{games} games played again")


@click.command()
@click.argument("folder", metavar="DIR")
@click.argument("number", type=click.IntRange(0))
@click.option("--states", is_flag=True, help="Print every position instead, a line each.")
def replay(folder: str, number: int, states: bool) -> None:
    """Play game NUMBER of a run again, and print its record.

    Games are numbered from 0 in the order of results.jsonl. Every move is checked, and the returns.

    \b
    Example:
      suitwise arena replay results 0
      suitwise arena replay results 0 --states
    """
    from suitwise.arena.records import read_seated

    with plain_errors():
        game = read_seated(Path(folder), number)
        for _ in game.result.record.states():
            pass  # the whole game is checked before any of it is printed
    if not states:
        click.echo(str(game), nl=False)
        return
    for position in game.result.record.states():
        click.echo(str(position))


@click.command()
@click.argument("folder", metavar="DIR")
@click.argument("out", metavar="OUT.parquet")
def export(folder: str, out: str) -> None:
    """Write the games of a run into a Parquet file, a row a game, and print how many there are.

    Needs pyarrow (extra data).

    \b
    Example:
      suitwise arena export results games.parquet
    """
    from suitwise.arena.parquet import export as write

    with plain_errors():
        click.echo(f"{write(Path(folder), Path(out))} games")
