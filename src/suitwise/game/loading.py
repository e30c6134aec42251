"""Variants found by their text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from suitwise import catalogue
from suitwise.errors import NotationError
from suitwise.foundation.text.options import read_options, split_call
from suitwise.foundation.text.phrases import phrase
from suitwise.game.state import Game


def register(game: type[Game[Any]], **parts: Any) -> type[Game[Any]]:
    """Make a game known to ``load`` by its name; usable as a decorator.

    Args:
        game: the class of its variants.
        parts: its other parts, as a ``catalogue.Entry`` names them.

    >>> from suitwise.testing import Kuhn
    >>> register(Kuhn) is Kuhn, str(load("kuhn"))
    (True, 'kuhn')
    """
    known = catalogue.find(game.name) or catalogue.Entry(game.name, game)
    catalogue.register(replace(known, game=game, **parts))
    return game


def games() -> tuple[str, ...]:
    """Return the names that ``load`` knows.

    >>> set(games()) >= {"gin", "stacks", "texas42", "tractor"}
    True
    """
    return catalogue.names()


def load(text: str) -> Game[Any]:
    """Return the variant that a text names; options left out keep their defaults.

    Raises:
        NotationError: there is no such game or option, or a value is not of the option's kind.

    >>> str(load("stacks(height=2)"))
    'stacks(stacks=4,height=2,suits=4,singles=1)'
    """
    name, options = split_call(text)
    entry = catalogue.find(name)
    if entry is None:
        raise NotationError(
            phrase(
                "options.no-game",
                "{text} is no game: write one of {names}, options in parentheses",
                text=repr(text[:40]),
                names=", ".join(games()),
            )
        )
    kind: type[Game[Any]] = entry.loaded(entry.game)
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise NotationError(
            f"what the package {entry.package} gives as {name} is no suitwise.game.Game"
        )
    return read_options(kind, kind.name, options)
