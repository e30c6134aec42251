"""Which variants are played on records by their own streams, and which players are policies there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from suitwise.catalogue import find
from suitwise.errors import SuitwiseError
from suitwise.game import Game
from suitwise.stepping.loop import Batch


def own_batch_of(game: Game[Any]) -> Batch | None:
    """Return a variant's compiled rules, None where it has none that play its own games (``own.Own``).

    >>> from suitwise.game import load
    >>> own_batch_of(load("texas42")), own_batch_of(load("texas42(match=hand)")) is None
    (None, False)
    """
    entry = find(game.name)
    # Another package's game need not be hashable to be played.
    is_known = entry is not None and entry.batch and type(game) is entry.loaded(entry.game)
    return _known_batch_of(game) if is_known else None


@lru_cache(maxsize=64)
def _known_batch_of(game: Game[Any]) -> Batch | None:
    entry = find(game.name)
    assert entry is not None
    try:
        batch: Batch = entry.loaded(entry.batch)(game)
    except SuitwiseError:  # of this variant they know nothing
        return None
    return batch if batch.own else None


def policies_of(batch: Batch, players: Sequence[object]) -> tuple[int, ...] | None:
    """Return the numbers of the policies that players are, None where one of them is none.

    A policy bears the name of a player of the game; another package's player of that name is none.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> gin = load("gin")
    >>> batch, greedy, rules = own_batch_of(gin), named("greedy", gin), named("rules", gin)
    >>> policies_of(batch, [greedy, greedy]), policies_of(batch, [greedy, rules])
    ((1, 1), None)
    """
    names = [str(player) if _is_ours(player) else None for player in players]
    if not set(names) <= set(batch.policies):
        return None
    return tuple(batch.policies.index(name) for name in names if name)


def _is_ours(player: object) -> bool:
    """Tell whether a player was named, and is of this package."""
    return type(getattr(player, "options", None)).__module__.partition(".")[0] == "suitwise"
