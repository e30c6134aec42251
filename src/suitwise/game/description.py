"""What a game says of its states: texts, arrays, what a seat sees, its moves as numbers.

A state asks these of its game, so that its module knows rules alone and none of text, arrays or
sampling; a game of one file may as well say them in its state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import replace
from math import inf
from typing import Any, ClassVar, Generic, TypeVar

from suitwise.fields import Field, width
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.text.phrases import phrase
from suitwise.game.facts import Facts
from suitwise.game.turns import TURN_TEXT
from suitwise.sight import Sight

M = TypeVar("M", bound=Hashable)


class Description(ABC, Generic[M]):
    """What a game says of its states, of which ``Game`` is made; a game overrides what it says itself.

    >>> from suitwise.game import load
    >>> game = load("stacks(stacks=2,height=1,suits=2)")
    >>> game.text_of(game.parse("1a | 1b")), int(game.encode_move(game.numbered_move(1)).argmax())
    ('1a | 1b', 1)
    """

    name: ClassVar[str]

    @property
    @abstractmethod
    def facts(self) -> Facts:
        """What is true of every game of this variant."""

    @abstractmethod
    def start(self) -> Any:
        """Return the state before the first move, chance's included."""

    def text_of(self, state: Any) -> str:
        """Return a state as one line that ``parse`` reads back."""
        raise NotImplementedError(f"{self.name} writes no states")

    def view_of(self, state: Any, seat: int) -> str:
        """Return all that a seat has seen, as text: the whole state where information is perfect."""
        return str(state)

    def observation_of(self, state: Any, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees as an array, of one shape throughout a variant."""
        raise NotImplementedError(f"{self.name} makes no arrays of its states")

    def observation_of_all(self, state: Any) -> NDArray[np.float32]:
        """Return a position with nothing hidden as an array; else what the seats see, one by one."""
        return np.concatenate([state.observe(seat).ravel() for seat in self._seats_shown])

    @property
    def _seats_shown(self) -> range:
        """The seats that together see all that any does."""
        return range(1 if self.facts.perfect_information else self.facts.seats)

    def sight_of(self, state: Any, seat: int | None) -> Sight:
        """Return the game's own part of what a seat sees, or for None of what everybody may see.

        A game that says nothing shows its seats the ``view`` alone, and others whose turn it is.
        """
        return Sight(TURN_TEXT.get(state.turn, "play"))

    def refusal_of(self, state: Any, move: M) -> str | None:
        """Return the rule that forbids a move in a state, None if it is legal."""
        if move in state.moves():
            return None
        return phrase("any.not-legal", "{move} is not legal here", move=str(move))

    def redealt(self, state: Any, seat: int, seed: int, stream: int) -> Any:
        """Return a random state that a seat can't tell from one, as ``State.resample`` says."""
        return state

    def move_number(self, move: M) -> int:
        """Return the number 0 ≤ n < ``facts.distinct_moves`` of a seat's move."""
        raise NotImplementedError(f"{self.name} does not number its moves")

    def numbered_move(self, number: int) -> M:
        """Return the seat's move of a number; the inverse of ``move_number``."""
        raise NotImplementedError(f"{self.name} does not number its moves")

    def observation_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of ``State.observe`` mean, in the order of the array laid flat."""
        size = self.start().observe(0).size
        return (Field("seen", size, "what the seat sees, as the game puts it", -inf, inf),)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return what the numbers of ``State.observe_all`` mean; a game overrides both or neither."""
        fields = self.observation_fields()
        if len(self._seats_shown) == 1:
            return fields
        return tuple(
            replace(
                field, name=f"{field.name}_by_{seat}", meaning=f"to seat {seat}: {field.meaning}"
            )
            for seat in self._seats_shown
            for field in fields
        )

    def told_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of a row of ``State.told`` mean; none where a game tells no moves."""
        return ()

    @property
    def most_told(self) -> int | None:
        """The most rows that a seat is told in a game; None without a bound."""
        return None

    def told_of(self, state: Any, move: M, after: Any, seat: int) -> NDArray[np.float32]:
        """Return what a seat is told of a move, float32 (rows, width), no rows where it is told nothing.

        Args:
            state: the position.
            move: a legal move, or an outcome of chance.
            after: the position after it.
            seat: the seat.
        """
        raise NotImplementedError(f"{self.name} tells no moves")

    def move_fields(self) -> tuple[Field, ...]:
        """Return the meaning of the numbers of ``encode_move``; a game without numbers overrides it."""
        count = self.facts.distinct_moves
        if count is None:
            raise NotImplementedError(f"{self.name} does not describe its moves")
        return (Field("move", max(count, 1), "a place for each move by its number"),)

    def encode_move(self, move: M) -> NDArray[np.float32]:
        """Return a seat's move as an array that tells it from others, float32 of ``move_fields``."""
        features = np.zeros(width(self.move_fields()), np.float32)
        features[self.move_number(move)] = 1
        return features
