"""Which games of named players can be played side by side in arrays (``stepping.entire``)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from suitwise.catalogue import find
from suitwise.errors import SuitwiseError
from suitwise.game import Game
from suitwise.players.named import Named
from suitwise.stepping.entire import Entire


@lru_cache(maxsize=64)
def entire_of(game: Game[Any]) -> Entire | None:
    """Return what plays whole games of a variant, None where nothing does.

    >>> from suitwise.game import load
    >>> entire_of(load("texas42")), entire_of(load("texas42(match=hand)")) is None
    (None, False)
    """
    entry = find(game.name)
    if entry is None or not entry.entire or not isinstance(game, entry.loaded(entry.game)):
        return None
    try:
        entire: Entire = entry.loaded(entry.entire)(game)
    except SuitwiseError:  # this variant is not stepped in arrays
        return None
    return entire


def policies_of(entire: Entire, players: Sequence[Named]) -> list[int] | None:
    """Return the numbers of the policies that players are, None where one of them is none.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> gin = load("gin")
    >>> greedy, rules = named("greedy", gin), named("rules", gin)
    >>> policies_of(entire_of(gin), [greedy, greedy]), policies_of(entire_of(gin), [greedy, rules])
    ([1, 1], None)
    """
    known = entire.batch.policies
    if not all(str(player) in known and _is_ours(player) for player in players):
        return None
    return [known.index(str(player)) for player in players]


def _is_ours(player: Named) -> bool:
    """Tell whether a player is of this package, and not another's of the same name."""
    return type(player.options).__module__.partition(".")[0] == "suitwise"
