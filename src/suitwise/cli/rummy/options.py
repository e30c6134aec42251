"""What the commands of ``suitwise rummy`` share: their options and one-line errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from suitwise.cli.files import plain_errors

if TYPE_CHECKING:
    from suitwise.rummy.rules.hand import Hand
    from suitwise.rummy.rules.rules import Rules


def _rules(_context: click.Context, _option: click.Parameter, text: str) -> Rules:
    from suitwise.rummy.rules.rules import Rules

    with plain_errors():
        return Rules.parse(text)


rules_option = click.option(
    "--rules",
    default="seed",
    show_default=True,
    callback=_rules,
    metavar="RULES",
    help="A rule set: gin, indian13, rami51, rami71, rummikub or seed, options in parentheses.",
)

_MANY_WILDS = 4


def is_hard(hand: Hand) -> bool:
    """Tell whether a hand takes plain Python longer than it takes to load compiled rules."""
    from suitwise.rummy.rules.hand import wild_cards

    return wild_cards(hand) >= _MANY_WILDS
