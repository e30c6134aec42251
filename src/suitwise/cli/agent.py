"""The command ``suitwise agent GAME``: a seat for a program that thinks in words."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Sequence
from typing import Any

import click

from suitwise.cli import common
from suitwise.cli.play import spoken

_LONGEST_LINE = 1 << 20
_SEED_BITS = 63


@click.command()
@click.argument("variant", metavar="GAME")
@click.option(
    "--seat", type=click.IntRange(0), default=0, show_default=True, help="The seat that talks."
)
@click.option(
    "--against",
    default="strong",
    show_default=True,
    metavar="PLAYER",
    help='The others: easy, medium, strong, or a player as rules or "mc(worlds=50)".',
)
@click.option("--seed", type=common.SEED, help="64-bit seed; a new one unless given.")
@click.option(
    "--refusals",
    type=click.IntRange(0, 1000),
    default=10,
    show_default=True,
    help="So many answers to one question may be no legal move; one more ends the game.",
)
@click.option("--mcp", is_flag=True, help="Serve the seat as tools of the Model Context Protocol.")
@click.option("--import", "imports", metavar="MODULE", multiple=True, help=common.IMPORTS_HELP)
def agent(
    variant: str,
    seat: int,
    against: str,
    seed: int | None,
    refusals: int,
    mcp: bool,
    imports: Sequence[str],
) -> None:
    """Let a program that thinks in words play a seat, in lines of JSON.

    The first line written is of the type "game" and has the rules. A "decision" has what the seat sees,
    in text and data, and its legal moves, and waits for a line with an answer, as {"move": "6-4"}. An
    answer that is no legal move is "refused" with its reason, and the question stands. "over" is the
    last line, with the points of all seats and the record, or "stopped" after too many refused answers.
    Nothing of other hands is told before.

    With --mcp the same is served as the tools rules, look and play (extra agents). The language is that
    of suitwise --lang.

    \b
    Example:
      suitwise agent "texas42(match=hand)" --seed 3 --against rules
    """
    from suitwise.agents import Talk

    common.import_players(imports)
    seed = secrets.randbits(_SEED_BITS) if seed is None else seed
    with common.plain_errors():
        talk = Talk(variant, seat=seat, others=against, seed=seed, lang=spoken())
        if mcp:
            from suitwise.agents import mcp_server

            mcp_server(talk).run()
            return
    converse(talk, refusals)


def converse(talk: Any, refusals: int) -> None:
    """Write messages and read answers until the game is over or the input ends."""
    _write(talk.opening())
    message = talk.decision()
    _write(message)
    refused = 0
    while message["type"] != "over":
        line = sys.stdin.buffer.readline(_LONGEST_LINE)
        if not line:
            return
        message = talk.answered(line.decode("utf-8", "replace"))
        refused = refused + 1 if message["type"] == "refused" else 0
        _write(message)
        if refused > refusals:
            _write({"type": "stopped", "why": f"{refused} answers in a row were no legal move"})
            raise click.ClickException(f"{refused} answers in a row were no legal move")


def _write(message: Any) -> None:
    print(json.dumps(message, ensure_ascii=False), flush=True)
