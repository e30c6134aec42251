"""The player that chooses among the legal moves at random: the one that all others should beat."""

from __future__ import annotations

from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.game import State, move_at
from suitwise.seeds import ticket


class RandomPlayer:
    """Chooses uniformly among the legal moves, from a stream of a seed.

    Args:
        seed: 64-bit seed.
        stream: the stream; its numbers are used up move by move.

    >>> from suitwise.game import play
    >>> from suitwise.testing import Kuhn
    >>> play(Kuhn().start(), RandomPlayer(3), seed=1).moves
    ('K', 'Q', 'b', 'p')
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._seed, self._stream, self._index = seed, stream, 0

    def __call__(self, state: State[Any]) -> Any:
        """Return a move.

        Raises:
            SuitwiseError: the game is over.
        """
        legal = state.moves()
        count = len(legal)
        if not count:
            raise SuitwiseError(f"there is no move to choose: {str(state)[:60]}")
        place, self._index = ticket(min(count, 1 << 31), self._seed, self._stream, self._index)
        return move_at(legal, place)
