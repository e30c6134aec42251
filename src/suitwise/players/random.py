"""Players that draw what they do: at random, which all others should beat, and a beginner with slips."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import phrase
from suitwise.game import Chooser, Game, State, move_at
from suitwise.players.turns import Advice, only_move
from suitwise.seeds import below, below_any, word


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
        place, self._index = below(min(count, 1 << 31), self._seed, self._stream, self._index)
        return move_at(legal, place)

    def advice(self, state: State[Any]) -> Advice:
        """Return a move, and that it is drawn at random."""
        if len(state.moves()) == 1:
            return only_move(state)
        return Advice(self(state), phrase("any.at-random", "drawn at random from the legal moves"))


@dataclass(frozen=True, slots=True)
class BeginnerPlayer:
    """Plays as another player does, but for slips, in which it makes any move that comes to hand.

    They are drawn from a hash of what its seat sees: the same view, the same move.

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


@dataclass(frozen=True, slots=True)
class NamedBeginner(ABC):
    """A beginner by its name (``named``): a game says whom it plays like, and what it may slip to.

    Args:
        slips: how many decisions of a hundred are slips.

    Raises:
        SuitwiseError: the number of slips is out of range.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> named("beginner(slips=10)", load("tractor")).seated(seed=1, stream=0).slips
    10
    """

    slips: int = 25

    def __post_init__(self) -> None:
        """Refuse a number of slips out of range."""
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0))

    @staticmethod
    @abstractmethod
    def other() -> Chooser:
        """Return the player that it plays like."""

    @staticmethod
    @abstractmethod
    def at_hand(state: Any) -> Collection[Any]:
        """Return the moves that it may slip to; none where it does not slip."""

    def _with(self, seed: int) -> Chooser:
        return BeginnerPlayer(self.other(), self.at_hand, self.slips, seed)
