"""A beginner: plays by rules of thumb, but now and then lays whatever comes to hand.

What it slips at, and to what, is drawn from a hash of what its seat sees: the same view, the same move.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.game import Chooser, State, move_at
from suitwise.seeds import below, below_any


@dataclass(frozen=True, slots=True)
class BeginnerPlayer:
    """Plays as another player does, but for slips.

    Args:
        other: the player that it plays like.
        at_hand: the moves that it may slip to; none where it does not slip.
        slips: how many decisions of a hundred are slips.
        seed: 64-bit seed of the slips.

    Raises:
        SuitwiseError: the number of slips is out of range.

    >>> from suitwise.game import play
    >>> from suitwise.testing import Kuhn
    >>> always_first = lambda state: next(iter(state.moves()))
    >>> play(Kuhn().start(), BeginnerPlayer(always_first, lambda state: state.moves()), seed=1).moves
    ('K', 'Q', 'p', 'p')
    """

    other: Chooser
    at_hand: Callable[[Any], Collection[Any]]
    slips: int = 25
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse a number of slips out of range."""
        if not 0 <= self.slips <= 100:
            raise SuitwiseError(f"0 to 100 decisions of a hundred are slips, not {self.slips}")

    def __call__(self, state: State[Any]) -> Any:
        """Return a move."""
        moves = self.at_hand(state)
        if not len(moves):
            return self.other(state)
        view = state.view(state.turn).encode()
        stream = int.from_bytes(hashlib.blake2b(view, digest_size=7).digest(), "little")
        drawn, index = below(100, self.seed, stream, 0)
        if drawn >= self.slips:
            return self.other(state)
        place, _ = below_any(len(moves), self.seed, stream, index)
        return move_at(moves, place)
