"""Which variants are played on records by their own streams, and which players are policies there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from suitwise.catalogue import find
from suitwise.errors import SuitwiseError
from suitwise.game import Game
from suitwise.stepping.entire import games_of, is_noted
from suitwise.stepping.loop import Batch
from suitwise.stepping.whole import Whole


def own_batch_of(game: Game[Any]) -> Batch | None:
    """Return a variant's compiled rules, None where it has none that play its own games (``own.Own``).

    Raises:
        NotationError: the package that gives the game has nothing where it says that they are.

    >>> from suitwise.game import load
    >>> own_batch_of(load("texas42")), own_batch_of(load("texas42(match=hand)")) is None
    (None, False)
    """
    entry = find(game.name)
    # Another package's game need not be hashable to be played.
    if entry is None or not entry.batch or type(game) is not entry.loaded(entry.game):
        return None
    batch: Batch | None = _part_of(game, entry.batch)
    return batch if batch and batch.own else None


@lru_cache(maxsize=64)
def _part_of(game: Game[Any], where: str) -> Any:
    """Return what a package's function says of a variant, None where it knows nothing of it."""
    entry = find(game.name)
    assert entry is not None
    said_by = entry.loaded(where)
    try:
        return said_by(game)
    except SuitwiseError:
        return None


def whole_of(game: Game[Any]) -> Whole | None:
    """Return a variant as its games are played whole, None where they are not.

    Raises:
        NotationError: the package that gives the game has nothing where it says that they are.

    >>> from suitwise.game import load
    >>> [whole_of(load(text)).policies for text in ("gin", "tractor(match=deal)")]
    [('random', 'greedy', 'rules'), ('random', 'rules', 'rules(throws=no)')]
    >>> whole_of(load("stacks")) is None
    True
    """
    batch = own_batch_of(game)
    if batch is not None:
        return Whole(game, batch.policies, partial(games_of, batch)) if is_noted(batch) else None
    entry = find(game.name)
    if entry is None or not entry.whole or type(game) is not entry.loaded(entry.game):
        return None
    whole: Whole | None = _part_of(game, entry.whole)
    return whole


def policies_of(variant: Batch | Whole, players: Sequence[object]) -> tuple[int, ...] | None:
    """Return the numbers of the policies that players are, None where one of them is none.

    A policy is named as the player is, with the options that are not as they are unless told; another
    package's player of that name is none.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> gin = load("gin")
    >>> batch, rules, far = own_batch_of(gin), named("rules", gin), named("rules(look=4)", gin)
    >>> policies_of(batch, [rules, rules]), policies_of(batch, [rules, far])
    ((2, 2), None)
    """
    names = [_policy_name(player) for player in players]
    known = variant.policies
    return tuple(map(known.index, names)) if set(names) <= set(known) else None


def _policy_name(player: object) -> str:
    """Return what a policy is called that is a player; nothing where it is of another package."""
    options: Any = getattr(player, "options", None)
    kind: Any = type(options)
    if kind.__module__.partition(".")[0] != "suitwise":
        return ""
    return str(getattr(player, "name", "") if options == kind() else player)
