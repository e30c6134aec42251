"""The entry of a game on trial, as the catalogue has it."""

from __future__ import annotations

from typing import Any

from suitwise.catalogue import Entry, find
from suitwise.game import Game


def entry_of(game: Game[Any]) -> Entry:
    """Return a game's entry; of a game that the catalogue does not know, one without any parts.

    >>> from suitwise.testing import Kuhn
    >>> entry_of(Kuhn()).name
    'kuhn'
    """
    known = find(game.name)
    if known is None or type(game) is not known.loaded(known.game):
        return Entry(game.name, type(game))
    return known
