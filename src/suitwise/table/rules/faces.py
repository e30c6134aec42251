"""The face of a game, found through the catalogue: its own, or the plain one of any game."""

from __future__ import annotations

from typing import Any

from suitwise.catalogue import find
from suitwise.game import Game
from suitwise.players.face import Face


def face_of(game: Game[Any]) -> Face:
    """Return what shows a game at a table.

    >>> from suitwise.game import load
    >>> face_of(load("texas42")).kind, face_of(load("gin")).kind
    ('texas42', 'rummy')
    """
    entry = find(game.name)
    kind: type[Face] = entry.loaded(entry.face) if entry and entry.face else Face
    return kind(game)
