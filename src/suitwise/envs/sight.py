"""A game's moves as numbers and what a seat is shown as arrays; trained policies as players.

All faces show a seat through ``Sight``, so that none leaks more than it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from suitwise.arguments import whole_input
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.fields import Field, bounds, parts_of, why_no_bytes, width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Chooser, Game, State, move_at
from suitwise.players.turns import Policy

if TYPE_CHECKING:
    from gymnasium.spaces import Box, Dict, Discrete

# --- Observations as bytes ------------------------------------------------------------------------
#
# A byte is a number times its field's parts (``fields.Field.parts``), a whole number from 0 to 255: the
# seven tricks of a hand of 42 are 0 to 7. A byte over ``fields.parts_of`` is the number again.

Dtype: TypeAlias = Literal["float32", "uint8"]
_DTYPES = ("float32", "uint8")


class Numbers:
    """The numbers of observations as they are, or as bytes.

    Args:
        fields: what the numbers mean.
        dtype: ``float32`` for the numbers themselves, ``uint8`` for their parts.

    Raises:
        SuitwiseError: there is no such dtype, or the numbers do not go into bytes, and why.

    >>> from suitwise.game import load
    >>> fields = load("texas42(match=hand)").observation_fields()
    >>> numbers = Numbers(fields, "uint8")
    >>> numbers.given(np.array([[1 / 7] * 431], np.float32))[0, -6:].tolist()
    [6, 6, 1, 1, 1, 1]
    """

    def __init__(self, fields: Sequence[Field], dtype: Dtype = "float32") -> None:
        if dtype not in _DTYPES:
            raise SuitwiseError(f"observations are {' or '.join(_DTYPES)}, not {str(dtype)[:24]!r}")
        why = why_no_bytes(fields) if dtype == "uint8" else None
        if why is not None:
            raise SuitwiseError(f"observations are no bytes here: {why}")
        self._fields, self.dtype = fields, dtype
        self._parts = parts_of(fields) if dtype == "uint8" else None

    def space(self) -> Box[Any]:
        """Return the bounds of an observation."""
        from gymnasium.spaces import Box  # actions need no Gymnasium, as OpenSpiel's games don't

        low, high = bounds(self._fields)
        if self._parts is None:
            return Box(low, high, dtype=np.float32)
        low, high = (np.rint(ends * self._parts).astype(np.uint8) for ends in (low, high))
        return Box(low, high, dtype=np.uint8)

    def given(
        self, seen: NDArray[np.float32], out: NDArray[np.uint8] | None = None
    ) -> NDArray[Any]:
        """Return observations, a row each or one alone: themselves, or new bytes.

        Args:
            seen: float32 (…, width).
            out: where to write bytes; a new array where left out.
        """
        if self._parts is None:
            return seen
        counts = seen * self._parts
        counts += 0.5  # whole but for the rounding of a quotient
        if out is None:
            return counts.astype(np.uint8)
        np.copyto(out, counts, casting="unsafe")
        return out


# --- Actions --------------------------------------------------------------------------------------
#
# Where a game numbers its moves, an action is that number (``Numbered``). A Tractor throw is any
# multiset of cards and a gin knock may declare any melds, so there an action is a place in the list
# of the legal moves, and what each place means is told by features, a row of numbers an action
# (``Listed``).

MOST = 128
"""The default number of legal moves listed."""


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
        """The number of actions."""

    @cached_property
    def width(self) -> int:
        """The number of features of an action."""
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
        """The number of actions."""
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
        """The number of actions."""
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


# --- What a seat is shown -------------------------------------------------------------------------


@dataclass(frozen=True)
class Sight:
    """A seat's observations, masks and actions.

    Args:
        game: the variant.
        most: the most legal moves that are listed, where the game does not number them.
        dtype: what observations are of, ``float32`` or ``uint8`` (``envs.small``).

    >>> from suitwise.game import load
    >>> sight = Sight(load("gin"))
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> sight.observation(state, 0).shape, sight.mask(state, 0).nonzero()[0].tolist()
    ((381,), [1, 2])
    >>> bool(sight.mask(state, 1).any())
    False
    """

    game: Game[Any]
    most: int = MOST
    dtype: Dtype = "float32"

    @cached_property
    def numbers(self) -> Numbers:
        """The number format of observations: bytes, where they were asked for."""
        return Numbers(self.game.observation_fields(), self.dtype)

    @cached_property
    def actions(self) -> Numbered | Listed:
        """The game's moves as numbers."""
        return actions_of(self.game, self.most)

    @property
    def is_listed(self) -> bool:
        """True if actions are described by their features."""
        return isinstance(self.actions, Listed)

    # --- What a seat is shown ---------------------------------------------------------------------

    def observation(self, state: State[Any], seat: int) -> NDArray[Any]:
        """Return what a seat sees, laid flat: (width,) of the dtype."""
        return self.numbers.given(state.observe(seat).ravel())

    def mask(self, state: State[Any], seat: int, *, ended: bool = False) -> NDArray[np.int8]:
        """Return int8 (n,): 1 for each legal action of the seat on turn; zeros for a seat that waits.

        Args:
            state: the position.
            seat: the seat.
            ended: whether the episode has ended here, however it did: then nothing is legal.
        """
        if ended or state.turn != seat:
            return np.zeros(self.actions.n, np.int8)
        return self.actions.mask(state)

    def features(self, state: State[Any], seat: int, *, ended: bool = False) -> NDArray[np.float32]:
        """Return float32 (n, features): a row for each action of the mask, zeros elsewhere."""
        if ended or state.turn != seat:
            return np.zeros((self.actions.n, self.actions.width), np.float32)
        return self.actions.features(state)

    # --- The spaces -------------------------------------------------------------------------------

    def observation_space(self) -> Box[Any]:
        """Return the bounds of an observation."""
        return self.numbers.space()

    def state_space(self) -> Box[Any]:
        """Return the bounds of a position with nothing hidden."""
        from gymnasium.spaces import Box

        low, high = bounds(self.game.fields_of_all())
        return Box(low, high, dtype=np.float32)

    def action_space(self) -> Discrete:
        """Return how many actions there are."""
        from gymnasium.spaces import Discrete

        return Discrete(self.actions.n)

    def table_space(self) -> Dict:
        """Return the bounds of an observation with its mask, and features where actions are listed."""
        from gymnasium.spaces import Box, Dict, Space

        mask = Box(0, 1, (self.actions.n,), np.int8)
        spaces: dict[str, Space[Any]] = {
            "observation": self.observation_space(),
            "action_mask": mask,
        }
        if self.is_listed:
            spaces["action_features"] = self._features_space()
        return Dict(spaces)

    def _features_space(self) -> Box[Any]:
        from gymnasium.spaces import Box

        low, high = bounds(self.game.move_fields())
        # The row of an action that is not legal is zeros.
        shape = (self.actions.n, 1)
        low, high = np.tile(np.minimum(low, 0), shape), np.tile(np.maximum(high, 0), shape)
        return Box(low, high, dtype=np.float32)


# --- Trained policies as players ------------------------------------------------------------------
#
# A policy (``players.Policy``) is whatever takes an observation and a mask and gives the number of an
# action; the library that trained it doesn't matter. It is asked with what ``SeatEnv`` shows a seat.


def chooser_of(policy: Policy, game: Game[Any]) -> Chooser:
    """Return a player of a game that moves as a policy says.

    Where moves are listed (``actions.Listed``) the policy is asked about the first 128 as ``SeatEnv``
    lists them.

    Args:
        policy: the policy.
        game: the variant whose observations and actions the policy knows.

    Returns:
        A callable that takes a state and gives a move; where the policy chooses an action that is not
        legal it raises ``IllegalMove``, ``SuitwiseError`` where it gives no number of one.

    >>> from suitwise.game import load, play
    >>> hand = load("texas42(match=hand)")
    >>> highest = chooser_of(lambda seen, mask: mask.nonzero()[0][-1], hand)
    >>> play(hand.start(), highest, seed=3).moves[28:33]
    ('2m', '3m', '4m', '5m', 'notrump')
    """
    sight = Sight(game)

    def choose(state: State[Any]) -> Any:
        mask = sight.mask(state, state.turn)
        action = np.asarray(policy(sight.observation(state, state.turn), mask))
        if action.size != 1:
            raise SuitwiseError(f"a policy gives one action, not {action.size}")
        return sight.actions.move(state, action.item())

    return choose
