"""``python -m benchmarks``: what this machine does, the machine and the versions beside every figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click

from suitwise.cli.common import markdown_option, number

_rival = click.option(
    "--rival",
    metavar="PROGRAM",
    help="Another judge that reads standard input, run in alternation with ours.",
)
_runs = number("--runs", 1, 5, "Of each figure.")


@click.group()
def bench() -> None:
    """Measure Suitwise on this machine.

    \b
    Example:
      python -m benchmarks tractor --rounds 200000
    """


def _command(
    *options: Callable[[Any], Any], apart: Sequence[str] = ()
) -> Callable[[Callable[..., str]], click.Command]:
    """Make a command of a function that returns a report, under its name.

    The command prints the report and, if asked, writes it into a page, in the section of its name.

    Args:
        options: what can be chosen.
        apart: the options with which it measures something else, which has a section of its own.
    """

    def command_of(function: Callable[..., str]) -> click.Command:
        name = function.__name__.replace("_", "-")

        @wraps(function)
        def measure(markdown: str | None, **given: Any) -> None:
            from suitwise.markdown import write_section

            text = function(**given)
            click.echo(text)
            if markdown:
                asked = [key for key in apart if given[key]]
                write_section(Path(markdown), "-".join([name, *asked]), text)

        command: Any = markdown_option(measure)
        for option in reversed(options):
            command = option(command)
        return bench.command(name)(command)

    return command_of


@_command(number("--rounds", 1000, 200_000), _runs, _rival)
def tractor(rounds: int, runs: int, rival: str | None) -> str:
    """Rounds a second, growth, the hardest matches, whole processes.

    \b
    Example:
      python -m benchmarks tractor --rounds 50000 --runs 3
    """
    from benchmarks.tractor.judge import report

    return report(rounds, runs, rival, _say)


@_command(_runs)
def hearts(runs: int) -> str:
    """The example game of hearts: deals a second, beside OpenSpiel's.

    \b
    Example:
      python -m benchmarks hearts --markdown docs/your-own-game.md
    """
    from benchmarks.hearts import report

    return report(runs, _say)


_before = click.option(
    "--before",
    metavar="SRC",
    help="The folder src of another check-out, measured in alternation with this one.",
)


@_command(
    _runs,
    click.option(
        "--native",
        metavar="PYTHON",
        help="The interpreter of an environment in which a native wheel is installed.",
    ),
    _before,
)
def first_answers(runs: int, native: str | None, before: str | None) -> str:
    """The first answer of each command where nothing has been compiled yet, and the next one.

    \b
    Example:
      python -m benchmarks first-answers --runs 1
    """
    from benchmarks.first_answers import report

    return report(runs, native, before, _say)


@_command(_runs, _before)
def one_game(runs: int, before: str | None) -> str:
    """Moves a second of one game at a time from Python, beside OpenSpiel's gin if it is there.

    \b
    Example:
      python -m benchmarks one-game --runs 3
    """
    from benchmarks.one_game import report

    return report(runs, before, _say)


@_command(_runs)
def tractor_follow(runs: int) -> str:
    """The follow check and the count of legal plays, from 1 pair to 12.

    \b
    Example:
      python -m benchmarks tractor-follow --runs 3
    """
    from benchmarks.tractor.follow import report

    return report(runs, _say)


@_command(number("--questions", 50, 10_000), _runs)
def tractor_wide(questions: int, runs: int) -> str:
    """Follow, match and count for leads of up to four packs.

    \b
    Example:
      python -m benchmarks tractor-wide --questions 100 --runs 3
    """
    from benchmarks.tractor.wide import report

    return report(questions, runs, _say)


@_command(number("--deals", 20, 10_000), _runs)
def tractor_many(deals: int, runs: int) -> str:
    """Deals played in arrays at tables of 4 to 8 with 1 to 4 packs, at random and by rule.

    \b
    Example:
      python -m benchmarks tractor-many --deals 200 --runs 9
    """
    from benchmarks.tractor.many import report

    return report(deals, runs, _say)


@_command(number("--rounds", 100, 20_000), _runs)
def tractor_table(rounds: int, runs: int) -> str:
    """Rounds played in batches, at random and by rule; on a GPU, too, where there is one.

    \b
    Example:
      python -m benchmarks tractor-table --rounds 1000 --runs 3
    """
    from benchmarks.tractor.playouts import report

    return report(rounds, runs, _say)


@_command(number("--endings", 8, 400), _runs)
def tractor_endings(endings: int, runs: int) -> str:
    """Endings solved with all hands seen: time and positions by the cards left, 3 to 8.

    \b
    Example:
      python -m benchmarks tractor-endings --endings 100 --runs 2
    """
    from benchmarks.tractor.endings import report

    return report(endings, runs, _say)


@_command(number("--deals", 2, 200))
def tractor_players(deals: int) -> str:
    """Duels of the players of Tractor on mirrored deals, with intervals.

    \b
    Example:
      python -m benchmarks tractor-players --deals 20
    """
    from benchmarks.tractor.players import report

    return report(deals, _say)


@_command(number("--deals", 2, 400), number("--worlds", 1, 100))
def tractor_parts(deals: int, worlds: int) -> str:
    """What it is worth to search burials alone, with intervals.

    \b
    Example:
      python -m benchmarks tractor-parts --deals 20 --worlds 20
    """
    from benchmarks.tractor.parts import report

    return report(deals, worlds, _say)


@_command(_runs, number("--largest", 10_000, 10_000_000, "Cards of the largest case."), _rival)
def stacks(runs: int, largest: int, rival: str | None) -> str:
    """Whole processes on inputs of the official size, and growth.

    \b
    Example:
      python -m benchmarks stacks --runs 3 --largest 1000000
    """
    from benchmarks.stacks import report

    return report(runs, largest, rival, _say)


@_command(number("--hands", 1000, 500_000), _runs)
def rummy(hands: int, runs: int) -> str:
    """Hands a second in batches and one by one, beside OpenSpiel and RLCard if they are there.

    \b
    Example:
      python -m benchmarks rummy --hands 100000 --runs 3
    """
    from benchmarks.rummy import report

    return report(hands, runs, _say)


@_command(number("--positions", 3, 40), _runs)
def rummikub(positions: int, runs: int) -> str:
    """The best turn on a whole table: played games, random tables, beside an integer program.

    \b
    Example:
      python -m benchmarks rummikub --positions 10 --runs 1
    """
    from benchmarks.rummikub import report

    return report(positions, runs, _say)


@_command(number("--deals", 20, 2_000), _runs)
def texas42(deals: int, runs: int) -> str:
    """The exact solver, worlds, bidding tables; on a GPU, too, where there is one.

    \b
    Example:
      python -m benchmarks texas42 --deals 200 --runs 3
    """
    from benchmarks.texas42.overview import report

    return report(deals, runs, _say)


@_command(number("--deals", 2, 200), number("--worlds", 1, 40))
def texas42_players(deals: int, worlds: int) -> str:
    """Duels of the players of Texas 42 on mirrored deals, with intervals.

    \b
    Example:
      python -m benchmarks texas42-players --deals 20 --worlds 10
    """
    from benchmarks.texas42.players import report

    return report(deals, worlds, _say)


@_command(number("--games", 2, 4096), _runs)
def research(games: int, runs: int) -> str:
    """Steps a second of the environments, beside other frameworks, and games of the arena.

    It needs the extra rl; RLCard and PettingZoo's card games are measured where they are installed.

    \b
    Example:
      python -m benchmarks research --games 512 --runs 3
    """
    from benchmarks.research import report

    return report(games, runs, _say)


@_command(
    number("--tables", 1, 500, "The most tables that are played at."),
    number("--seconds", 1, 20, "For how long each load is measured."),
    _runs,
    number("--shards", 0, 0, "Instead of one server: so many that share the tables.", 31),
    number(
        "--soak",
        0,
        0,
        "Instead of all else: play for so many minutes; at one server at fifty tables.",
    ),
    apart=["shards", "soak"],
)
def table(tables: int, seconds: int, runs: int, shards: int, soak: int) -> str:
    """The table in a browser: moves under load, memory, bytes, a crash; it needs the extra table.

    \b
    Example:
      python -m benchmarks table --tables 50 --seconds 5
      python -m benchmarks table --soak 30
      python -m benchmarks table --shards 4 --tables 2000
      python -m benchmarks table --shards 4 --tables 200 --soak 120
    """
    from suitwise.errors import missing

    try:
        from benchmarks.table import report
        from benchmarks.table import shards as sharded
        from benchmarks.table import soak as long
    except ModuleNotFoundError as error:
        raise missing(error, "table") from error
    if shards and soak:
        return sharded.soak(shards, tables, soak, _say)
    if shards:
        return sharded.report(shards, tables, seconds, _say)
    return long.soak(soak, _say) if soak else report.report(tables, seconds, runs, _say)


@_command(number("--seconds", 1, 20, "For how long each attack is measured."))
def table_attacks(seconds: int) -> str:
    """People at fifty tables while one address attacks, or a thousand look on; it needs the extra table.

    \b
    Example:
      python -m benchmarks table-attacks --seconds 5
    """
    from suitwise.errors import missing

    try:
        from benchmarks.table.attacks import report
    except ModuleNotFoundError as error:
        raise missing(error, "table") from error
    return report(seconds, _say)


@_command(_runs)
def table_page(runs: int) -> str:
    """The page in Chromium: its first card, near and on a slow line; it needs the extra test.

    \b
    Example:
      python -m benchmarks table-page --runs 1
    """
    from suitwise.errors import missing

    try:
        from benchmarks.table.page import report
    except ModuleNotFoundError as error:
        raise missing(error, "test") from error
    return report(runs, _say)


def _say(line: str) -> None:
    click.echo(line, err=True)
