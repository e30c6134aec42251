"""The common part of a game's faces: their options checked, and game after game dealt by a seed."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as short
from typing import Any

from suitwise.arguments import whole_input
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.rows import MOST_NUMBERS
from suitwise.game import Game, State, load, roll
from suitwise.seeds import as_seed


def game_of(game: str | Game[Any]) -> Game[Any]:
    """Return the variant that is given, or meant by a text.

    Raises:
        SuitwiseError: it is neither, or there is no such game.

    >>> game_of("gin(to=100)").name
    'gin'
    >>> game_of(7)
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: a game is a variant or its text, not 7
    """
    if isinstance(game, str):
        return load(game)
    if not isinstance(game, Game):
        raise SuitwiseError(f"a game is a variant or its text, not {short(game)}")
    return game


def seed_of(seed: Any) -> int | None:
    """Return the seed that a face is given by ``reset``, None for none.

    Raises:
        SuitwiseError: it is no whole number, negative, or has more than 64 bits.

    >>> seed_of(3), seed_of(None)
    (3, None)
    >>> seed_of(-1)
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: a seed is a number from 0 to 18446744073709551615, not -1
    """
    return None if seed is None else whole_input(seed, 2**64 - 1, "a seed is")


def check_render_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Refuse a render mode that a face does not have.

    Raises:
        SuitwiseError: it does not.
    """
    if mode is not None and mode not in modes:
        raise SuitwiseError(f"render_mode is one of {', '.join(modes)}, not {mode!r}")


def longest_of(longest: int | None) -> int | None:
    """Return after how many actions an episode is cut off, None for never.

    Raises:
        SuitwiseError: it is less than one action, or no whole number.

    >>> longest_of(5), longest_of(None)
    (5, None)
    """
    if longest is None:
        return None
    return whole_input(longest, MOST_NUMBERS, "longest is None for never, or", least=1)


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
        self.number += 1
        self.deal_again()

    def deal_again(self) -> None:
        """Deal the game of the number."""
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
