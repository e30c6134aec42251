"""The player's seat, the seed and the other players of a kept game: a line of its file.

A record holds what was played, and all hands. So that a game goes on as it would have gone on, the file
says with which options it was begun, in a comment behind the record: ``# play --seat 2 --seed 7``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click
from click.core import ParameterSource

_LINE = re.compile(r"^# play((?: --[a-z]+ \S+)+)$", re.M)


@dataclass(frozen=True)
class Chair:
    """How a player takes part in a game.

    Args:
        seat: the player's seat.
        seed: the seed of chance.
        against: the players of the other seats, a level of strength or a player's text; empty where
            nobody has named any, so that the usual ones play and quick ones may stand in for them.

    >>> print(Chair(2, 7), Chair(0, 1, "rules"), sep=", ")
    # play --seat 2 --seed 7, # play --seat 0 --seed 1 --against rules
    """

    seat: int
    seed: int
    against: str = ""

    def __str__(self) -> str:
        others = f" --against {''.join(self.against.split())}" if self.against else ""
        return f"# play --seat {self.seat} --seed {self.seed}{others}"


def taken(
    context: click.Context,
    path: str | None,
    text: str | None,
    *,
    seat: int,
    seed: int | None,
    against: str,
) -> Chair:
    """Return how the player takes part: by the options given, else by the file, else by the defaults.

    Args:
        context: the command.
        path: the file that keeps the game.
        text: the content of the file.
        seat: the option of this name, as are the others.
        seed: None for one drawn at random.
        against: who plays the other seats.

    Raises:
        ClickException: the file says what can't be.
    """
    usual = {"seat": seat, "seed": seed, "against": against}
    try:
        taken = usual | dict(_kept_options(context, text or ""))
    except click.BadParameter as error:
        raise click.ClickException(f"{path}: {error.message}") from None
    if taken["seed"] is None:
        import secrets

        taken["seed"] = secrets.randbits(32)
    return Chair(**taken)


def _kept_options(context: click.Context, text: str) -> Iterator[tuple[str, Any]]:
    """Yield the options in a file's line that are not given at the command line."""
    found = _LINE.search(text)
    words = found[1].split() if found else []
    for name, value in zip(words[::2], words[1::2], strict=True):
        option = next((one for one in context.command.params if name in one.opts), None)
        if option is None or option.name not in ("seat", "seed", "against"):
            raise click.BadParameter(f"{name} is no option of a game that is kept")
        if context.get_parameter_source(option.name) is not ParameterSource.COMMANDLINE:
            yield option.name, option.type.convert(value, option, context)
