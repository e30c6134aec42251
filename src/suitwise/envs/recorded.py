"""The games of a face on compiled records, once that is worth its while: the same games, played sooner.

Where a variant's compiled rules say how it goes on by its own streams (``stepping.loop.Own``) and they
know how the other seats move, a face need not make a position for every move. To load machine code takes
half a second, though, and to compile it many, for which nobody has asked who wants a game or two. So a
process plays by positions till then (``foundation.arrays.quick.repays``); it goes over between games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from suitwise.catalogue import find
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.quick import repays
from suitwise.game import Game
from suitwise.players.named import Named, named
from suitwise.stepping.loop import SELF, Batch
from suitwise.stepping.single import Single, call_of, single_of

STEP_S = 50e-6
"""About how much longer a step takes by positions."""


class Records:
    """What a face plays its games on: a record, or None for positions.

    Args:
        game: the variant.
        others: the players of the other seats, from the next one on; none where the face is asked for
            the moves of all seats.

    >>> from suitwise.foundation.arrays.quick import nothing_plain
    >>> from suitwise.game import load
    >>> with nothing_plain():
    ...     Records(load("indian13")).ready(0) is None
    True
    """

    def __init__(self, game: Game[Any], others: Sequence[Any] = ()) -> None:
        self._batch = _batch_of(game)
        self._ways = _ways_of(self._batch, others) if self._batch else None
        self._single: Single | None = None

    def ready(self, steps: int) -> Single | None:
        """Return what the next game is played on.

        Args:
            steps: how many steps were made since this was asked last.
        """
        batch = self._batch
        if self._single is not None or batch is None or self._ways is None:
            return self._single
        if repays(single_of(batch), steps * STEP_S, lambda: call_of(batch)):
            self._single = Single(batch)
        return self._single

    def ways(self, seat: int) -> tuple[int, ...]:
        """Return how each seat moves where one of them is asked for its moves."""
        ways = self._ways
        assert ways is not None
        return tuple(ways[(other - seat) % len(ways)] for other in range(len(ways)))


def _batch_of(game: Game[Any]) -> Batch | None:
    """Return a variant's compiled rules, None where it has none that play its games."""
    entry = find(game.name)
    if entry is None or not entry.batch or type(game) is not entry.loaded(entry.game):
        return None
    try:
        batch: Batch = entry.loaded(entry.batch)(game)
    except SuitwiseError:  # of this variant they know nothing
        return None
    return batch if batch.own else None


def _ways_of(batch: Batch, others: Sequence[Any]) -> tuple[int, ...] | None:
    """Return how the seats move, from the face's own on; None where a player is no policy."""
    if not others:
        return (SELF,) * int(batch.options[0])
    policies = [named(name, batch.game) for name in batch.policies]
    if not all(isinstance(one, Named) and one in policies for one in others):
        return None
    return (SELF, *(policies.index(one) for one in others))
