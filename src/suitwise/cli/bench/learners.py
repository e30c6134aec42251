"""``suitwise bench learners``: policies on arrays against compiled players, on fixed mirrored deals."""

from __future__ import annotations

import os
from pathlib import Path

import click

from suitwise.cli.bench.options import markdown_option
from suitwise.cli.files import plain_errors


@click.command()
@click.option("--tasks", metavar="A,B", default="", help="Of gin, texas42, tractor these alone.")
@click.option(
    "--policy",
    metavar="MODULE:NAME",
    help="Measure this function of observations and masks, beside the baselines.",
)
@click.option(
    "--deals",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="So many of the deals alone, for a look; 0 for all, which is what is reported.",
)
@markdown_option
def learners(tasks: str, policy: str | None, deals: int, markdown: str | None) -> None:
    """What a policy gets against compiled players, each deal from both sides; it needs the extra rl.

    The policy takes observations, float32 (n, width), and masks of legal actions, int8 (n, actions), and
    returns actions, int64 (n,). The module is found in this folder or on Python's path. The fingerprint
    that is printed is of the module and of all files that it opens, as weights, or names by files().

    \b
    Example:
      suitwise bench learners --tasks gin --deals 200
      suitwise bench learners --tasks texas42 --policy my_net:act
    """
    with plain_errors():
        from suitwise.arena.entrants.fingerprints import digest_of_files
        from suitwise.benchmarks import write_section
        from suitwise.benchmarks.theory.fixed_deals import BASELINES, chosen, policy_of, report

        asked, policies, files = chosen(tasks), dict(BASELINES), set[str]()
        if policy is not None:
            policies[policy], files = policy_of(policy)
        text = report(asked, policies, deals, lambda line: click.echo(line, err=True))
        if policy is not None:
            names = ", ".join(sorted(map(os.path.basename, files)))
            text += f"\n\n`{policy}`: sha256 {digest_of_files(files)} of {names}"
    click.echo(text)
    if markdown:
        write_section(Path(markdown), "learners", text)
