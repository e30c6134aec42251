"""``suitwise bench``: what this machine does, the machine and the versions beside every figure."""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def bench() -> None:
    """Measure Suitwise on this machine.

    \b
    Example:
      suitwise bench tractor --rounds 200000
    """


@bench.command()
@click.option("--rounds", type=click.IntRange(1000), default=200_000, show_default=True)
@click.option(
    "--runs", type=click.IntRange(1), default=5, show_default=True, help="Of each figure."
)
@click.option(
    "--rival",
    metavar="PROGRAM",
    help="Another judge that reads standard input, run in alternation with ours.",
)
@click.option("--markdown", metavar="FILE", help="Write the section of this page, too.")
def tractor(rounds: int, runs: int, rival: str | None, markdown: str | None) -> None:
    """Rounds a second, growth, the hardest matches, whole processes.

    \b
    Example:
      suitwise bench tractor --rounds 50000 --runs 3
    """
    from suitwise.benchmarks import write_section
    from suitwise.benchmarks.tractor import report

    text = report(rounds, runs, rival, lambda line: click.echo(line, err=True))
    click.echo(text)
    if markdown:
        write_section(Path(markdown), "tractor", text)


@bench.command()
@click.option(
    "--runs", type=click.IntRange(1), default=5, show_default=True, help="Of each figure."
)
@click.option(
    "--largest",
    type=click.IntRange(10_000),
    default=10_000_000,
    show_default=True,
    help="Cards of the largest case.",
)
@click.option(
    "--rival",
    metavar="PROGRAM",
    help="Another judge that reads standard input, run in alternation with ours.",
)
@click.option("--markdown", metavar="FILE", help="Write the section of this page, too.")
def stacks(runs: int, largest: int, rival: str | None, markdown: str | None) -> None:
    """Whole processes on inputs of the official size, and growth.

    \b
    Example:
      suitwise bench stacks --runs 3 --largest 1000000
    """
    from suitwise.benchmarks import write_section
    from suitwise.benchmarks.stacks import report

    text = report(runs, largest, rival, lambda line: click.echo(line, err=True))
    click.echo(text)
    if markdown:
        write_section(Path(markdown), "stacks", text)
