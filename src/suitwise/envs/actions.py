"""Actions: a game's moves as numbers, for tools that know nothing else.

Where a game numbers its moves, an action is that number (``Numbered``). A Tractor throw is any multiset
of cards and a gin knock may declare any melds, so there an action is a place in the list of the legal
moves, and what each place means is told by features, a row of numbers an action (``Listed``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from reprlib import repr as short
from typing import Any

from suitwise.arguments import whole_input
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.fields import width
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.game import Game, State, move_at

MOST = 128
"""How many legal moves are listed unless told."""


@dataclass(frozen=True)
class Actions(ABC):
    """A game's moves as the numbers 0 to ``n`` - 1; all is meant for the seat on turn.

    Args:
        game: the variant.
    """

    game: Game[Any]

    @property
    @abstractmethod
    def n(self) -> int:
        """How many actions there are."""

    @cached_property
    def width(self) -> int:
        """How many features an action has."""
        return width(self.game.move_fields())

    @abstractmethod
    def legal(self, state: State[Any]) -> NDArray[np.int64]:
        """Return the legal actions in ascending order; none at chance's turn and after the end."""

    @abstractmethod
    def listed(self, state: State[Any]) -> list[Any]:
        """Return the moves that the legal actions stand for, in order."""

    def mask(self, state: State[Any]) -> NDArray[np.int8]:
        """Return int8 (n,): 1 for each legal action."""
        mask = np.zeros(self.n, np.int8)
        mask[self.legal(state)] = 1
        return mask

    @abstractmethod
    def move(self, state: State[Any], number: int) -> Any:
        """Return the move of a legal action.

        Raises:
            IllegalMove: it is not legal, with the reason.
            SuitwiseError: it is no whole number of 64 bits.
        """

    @abstractmethod
    def number(self, state: State[Any], move: Any) -> int:
        """Return the action of a legal move.

        Raises:
            IllegalMove: no action stands for it.
        """

    def features(self, state: State[Any]) -> NDArray[np.float32]:
        """Return float32 (n, width): ``Game.encode_move`` of each legal action, zeros of the others."""
        features = np.zeros((self.n, self.width), np.float32)
        for number, move in zip(self.legal(state), self.listed(state), strict=True):
            features[number] = self.game.encode_move(move)
        return features


def actions_of(game: Game[Any], most: int = MOST) -> Numbered | Listed:
    """Return a game's actions: the moves by their numbers, or listed where they have none.

    Args:
        game: the variant.
        most: the most legal moves that are listed.

    Raises:
        SuitwiseError: ``most`` is not a positive number.

    >>> from suitwise.game import load
    >>> actions_of(load("gin")).n, actions_of(load("tractor")).n
    (107, 128)
    """
    check_most(most)
    if game.facts.distinct_moves is None:
        return Listed(game, most)
    return Numbered(game)


@dataclass(frozen=True)
class Numbered(Actions):
    """The moves of a game by the game's own numbers.

    Args:
        game: a variant that numbers its moves.

    Raises:
        SuitwiseError: it does not.

    >>> from suitwise.game import load
    >>> game = load("gin")
    >>> state, _ = game.start().rolled(3, 0)
    >>> actions = Numbered(game)
    >>> actions.legal(state).tolist(), str(actions.move(state, 2))
    ([1, 2], 'pass')
    >>> actions.move(state, 0)
    Traceback (most recent call last):
    suitwise.errors.IllegalMove: seat 0 is to take the upcard from the pile, or pass
    """

    def __post_init__(self) -> None:
        if self.game.facts.distinct_moves is None:
            raise SuitwiseError(f"{self.game} does not number its moves: list them, Listed(game)")

    @cached_property
    def n(self) -> int:
        """How many actions there are."""
        return self.game.facts.distinct_moves or 1

    def legal(self, state: State[Any]) -> NDArray[np.int64]:
        """Return the numbers of the legal moves in ascending order."""
        moves = state.moves() if state.turn >= 0 else ()
        numbers = sorted(self.game.move_number(move) for move in moves)
        return np.array(numbers, np.int64)

    def listed(self, state: State[Any]) -> list[Any]:
        """Return the moves that the legal actions stand for, in order."""
        return [self.game.numbered_move(int(number)) for number in self.legal(state)]

    def move(self, state: State[Any], number: int) -> Any:
        """Return the move of a number.

        Raises:
            IllegalMove: it is not legal, with the rule that forbids it.
            SuitwiseError: it is no whole number.
        """
        number = _taken(state, number, self.n)
        move = self.game.numbered_move(number)
        if (reason := state.why_not(move)) is not None:
            raise IllegalMove(reason)
        return move

    def number(self, state: State[Any], move: Any) -> int:
        """Return the number of a legal move.

        Raises:
            IllegalMove: it is not legal, with the rule that forbids it.
        """
        if (reason := state.why_not(move)) is not None:
            raise IllegalMove(reason)
        return self.game.move_number(move)


@dataclass(frozen=True)
class Listed(Actions):
    """The legal moves as they are listed: action k is the k-th.

    Of more than ``most`` legal moves the actions are ``most``: half of them are those listed first,
    which are the simplest (at Tractor the singles, pairs and tractors of a lead, before its throws), the
    other half is evenly spaced through the rest. What is left out can't be played by number. (Ways to
    bury eight cards of Tractor there are up to 13 million; nobody lists them.)

    Args:
        game: the variant.
        most: the most moves listed.

    Raises:
        SuitwiseError: ``most`` is not a positive number.

    >>> from suitwise.game import load
    >>> game = load("tractor(match=deal)")
    >>> state, _ = game.start().rolled(1, 0)
    >>> actions = Listed(game, most=16)
    >>> actions.legal(state).tolist(), str(actions.move(state, 0)), actions.features(state).shape[0]
    ([0], 'pass', 16)
    """

    most: int = MOST

    def __post_init__(self) -> None:
        check_most(self.most)

    @property
    def n(self) -> int:
        """How many actions there are."""
        return self.most

    def legal(self, state: State[Any]) -> NDArray[np.int64]:
        """Return 0, 1, … up to the last of the listed moves."""
        return np.arange(self._count(state), dtype=np.int64)

    def listed(self, state: State[Any]) -> list[Any]:
        """Return the moves that the legal actions stand for, in order."""
        moves = state.moves()
        return [move_at(moves, self._place(k, len(moves))) for k in range(self._count(state))]

    def move(self, state: State[Any], number: int) -> Any:
        """Return the move at a place of the list, without making the others.

        Raises:
            IllegalMove: no more than ``number`` moves are listed.
            SuitwiseError: the number is no whole number.
        """
        number = _taken(state, number, self.n)
        count = self._count(state)
        if number >= count:
            raise IllegalMove(f"{count} moves are listed here, 0 to {count - 1}, not {number}")
        moves = state.moves()
        return move_at(moves, self._place(number, len(moves)))

    def number(self, state: State[Any], move: Any) -> int:
        """Return the place of a legal move in the list.

        Raises:
            IllegalMove: it is not legal, or not among the listed.
        """
        listed = self.listed(state)
        if move in listed:
            return listed.index(move)
        reason = state.why_not(move)
        raise IllegalMove(reason or f"{move} is legal, but not one of the {self.n} moves listed")

    def _count(self, state: State[Any]) -> int:
        return min(len(state.moves()), self.most) if state.turn >= 0 else 0

    def _place(self, number: int, moves: int) -> int:
        """Return where in the list of all legal moves an action stands."""
        first = self.most // 2
        if moves <= self.most or number < first:
            return number
        return first + (number - first) * (moves - first) // (self.most - first)


def check_most(most: int) -> None:
    """Refuse a list without room for a move.

    Raises:
        SuitwiseError: it is not a positive number.
    """
    if type(most) is not int or most < 1:
        raise SuitwiseError(f"most is a number from 1 on, not {short(most)}")


def as_action(action: Any) -> int:
    """Return what a learner gives as an action as a number.

    Raises:
        SuitwiseError: it is no whole number of 64 bits.
    """
    # Any integer of 64 bits may be tried. A learner that forgets to round is told so, and not misread.
    return whole_input(action, 2**64 - 1, "an action is", least=-(2**63))


def _taken(state: State[Any], action: Any, n: int) -> int:
    """Return an action as a number; refuse any where no seat is on turn."""
    number = as_action(action)
    if not 0 <= number < n:
        raise IllegalMove(f"the actions are 0 to {n - 1}, not {number}")
    if state.turn < 0:
        raise IllegalMove("no seat is on turn")
    return number
