"""One game after the other by a seed, chance played out: what the faces of a game have in common."""

from __future__ import annotations

from typing import Any

from suitwise.game import Game, State, roll
from suitwise.seeds import as_seed


class Dealer:
    """Deals games and plays chance in them.

    A game is found by a seed and its number. Each has streams of its own: one for chance, one for each
    seat's player; so the cards of a game don't depend on who plays it, nor on the games before. Chance
    in game 0 is that of ``game.start().rolled(seed, 0)``.

    Args:
        game: the variant.

    >>> from suitwise.game import load
    >>> dealer = Dealer(load("gin"))
    >>> dealer.begin(seed=3)
    >>> dealer.deal()
    >>> dealer.state == load("gin").start().rolled(3, 0)[0]
    True
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.state: State[Any] = game.start()
        self.seed: int | None = None
        self.number = -1
        self._index = 0

    def begin(self, seed: int) -> None:
        """Begin with the games of a seed; ``deal`` deals the first.

        Raises:
            SuitwiseError: the seed has more than 64 bits.
        """
        self.seed, self.number = as_seed(seed), -1

    def deal(self) -> None:
        """Go on to the next game."""
        assert self.seed is not None
        self.number += 1
        self._roll(self.game.start(), 0)

    def play(self, move: Any) -> None:
        """Play a move, and chance after it."""
        self._roll(self.state.after(move), self._index)

    def _roll(self, state: State[Any], index: int) -> None:
        assert self.seed is not None
        self.state, self._index = roll(state, self.seed, self._stream(0), index)

    def stream_of(self, seat: int) -> int:
        """Return the stream of a seat's player in this game."""
        return self._stream(1 + seat)

    def _stream(self, which: int) -> int:
        return self.number * (1 + self.game.facts.seats) + which
