"""Observations and numbered actions of any game, and trained policies as players.

Every environment shows the game through ``Encoder``, which reads no more than a seat may see.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

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
# An observation is a row of floats. As uint8, each float is multiplied by the denominator of its field
# (``fields.Field.parts``), which gives a whole number from 0 to 255: seven tricks of 42, in floats 0 to
# 1, are 0 to 7. Dividing a byte by its entry of ``fields.parts_of`` gives the float back.

Dtype: TypeAlias = Literal["float32", "uint8"]
_DTYPES = ("float32", "uint8")


class Numbers:
    """The number format of observations: floats, or bytes.

    Args:
        fields: the fields of an observation.
        dtype: ``float32`` for the floats themselves, ``uint8`` for whole numbers.

    Raises:
        SuitwiseError: there is no such dtype, or a field does not fit into bytes.

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
        from gymnasium.spaces import Box  # here, since OpenSpiel's games run without Gymnasium

        low, high = bounds(self._fields)
        if self._parts is None:
            return Box(low, high, dtype=np.float32)
        low, high = (np.rint(ends * self._parts).astype(np.uint8) for ends in (low, high))
        return Box(low, high, dtype=np.uint8)

    def given(
        self, seen: NDArray[np.float32], out: NDArray[np.uint8] | None = None
    ) -> NDArray[Any]:
        """Return observations in this format; floats are returned as they are.

        Args:
            seen: float32 (…, width).
            out: the array that receives the bytes; a new one if omitted.
        """
        if self._parts is None:
            return seen
        counts = seen * self._parts
        counts += 0.5  # rounds, since a product may lie just below its whole number
        if out is None:
            return counts.astype(np.uint8)
        np.copyto(out, counts, casting="unsafe")
        return out


# --- Actions --------------------------------------------------------------------------------------
#
# If a game numbers its moves, an action is that number (``Numbered``). Some games can't: a Tractor throw
# is any multiset of cards, and a gin knock may declare any melds. There an action is an index into the
# list of legal moves, and a feature vector per action describes the move (``Listed``).

MOST = 128
"""The default maximum number of legal moves in the list."""


@dataclass(frozen=True)
class Actions(ABC):
    """The moves of a game as actions 0 to ``n`` - 1, for the seat on turn.

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
        """Return the legal actions in ascending order; none at a turn of chance or after the end."""

    @abstractmethod
    def listed(self, state: State[Any]) -> list[Any]:
        """Return the moves of the legal actions, in the same order."""

    def mask(self, state: State[Any]) -> NDArray[np.int8]:
        """Return int8 (n,): 1 for each legal action."""
        mask = np.zeros(self.n, np.int8)
        mask[self.legal(state)] = 1
        return mask

    @abstractmethod
    def move(self, state: State[Any], number: int) -> Any:
        """Return the move of a legal action.

        Raises:
            IllegalMove: the action is not legal; the text has the reason.
            SuitwiseError: the action is no whole number of 64 bits.
        """

    @abstractmethod
    def number(self, state: State[Any], move: Any) -> int:
        """Return the action of a legal move.

        Raises:
            IllegalMove: the move has no action here.
        """

    def features(self, state: State[Any]) -> NDArray[np.float32]:
        """Return float32 (n, width): ``Game.encode_move`` of each legal action, zeros elsewhere."""
        features = np.zeros((self.n, self.width), np.float32)
        for number, move in zip(self.legal(state), self.listed(state), strict=True):
            features[number] = self.game.encode_move(move)
        return features


def actions_of(game: Game[Any], most: int = MOST) -> Numbered | Listed:
    """Return the actions of a game: numbered if the game numbers its moves, else listed.

    Args:
        game: the variant.
        most: the maximum number of moves in the list.

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
    """Actions that are the game's own move numbers.

    Args:
        game: a variant that numbers its moves.

    Raises:
        SuitwiseError: the variant does not number its moves.

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
        """Return the moves of the legal actions, in the same order."""
        return [self.game.numbered_move(int(number)) for number in self.legal(state)]

    def move(self, state: State[Any], number: int) -> Any:
        """Return the move of a number.

        Raises:
            IllegalMove: the move is not legal; the text names the rule that forbids it.
            SuitwiseError: the number is no whole number.
        """
        number = _taken(state, number, self.n)
        move = self.game.numbered_move(number)
        if (reason := state.why_not(move)) is not None:
            raise IllegalMove(reason)
        return move

    def number(self, state: State[Any], move: Any) -> int:
        """Return the number of a legal move.

        Raises:
            IllegalMove: the move is not legal; the text names the rule that forbids it.
        """
        if (reason := state.why_not(move)) is not None:
            raise IllegalMove(reason)
        return self.game.move_number(move)


@dataclass(frozen=True)
class Listed(Actions):
    """Actions that are indexes into the list of legal moves: action k is the k-th move.

    If more than ``most`` moves are legal, ``most`` of them get an action. Half of these are the first of
    the list, which are the simplest (for a lead at Tractor the singles, pairs and tractors, before the
    throws); the other half is evenly spaced through the rest. The moves in between can't be played by
    action. (There are up to 13 million ways to bury eight cards at Tractor.)

    Args:
        game: the variant.
        most: the maximum number of moves in the list.

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
        """Return 0, 1, … up to the last listed move."""
        return np.arange(self._count(state), dtype=np.int64)

    def listed(self, state: State[Any]) -> list[Any]:
        """Return the moves of the legal actions, in the same order."""
        moves = state.moves()
        return [move_at(moves, self._place(k, len(moves))) for k in range(self._count(state))]

    def move(self, state: State[Any], number: int) -> Any:
        """Return the move at an index of the list, without generating the others.

        Raises:
            IllegalMove: the list has no such index.
            SuitwiseError: the number is no whole number.
        """
        number = _taken(state, number, self.n)
        count = self._count(state)
        if number >= count:
            raise IllegalMove(f"{count} moves are listed here, 0 to {count - 1}, not {number}")
        moves = state.moves()
        return move_at(moves, self._place(number, len(moves)))

    def number(self, state: State[Any], move: Any) -> int:
        """Return the index of a legal move in the list.

        Raises:
            IllegalMove: the move is not legal, or not in the list.
        """
        listed = self.listed(state)
        if move in listed:
            return listed.index(move)
        reason = state.why_not(move)
        raise IllegalMove(reason or f"{move} is legal, but not one of the {self.n} moves listed")

    def _count(self, state: State[Any]) -> int:
        return min(len(state.moves()), self.most) if state.turn >= 0 else 0

    def _place(self, number: int, moves: int) -> int:
        """Return the index of an action's move among all legal moves."""
        first = self.most // 2
        if moves <= self.most or number < first:
            return number
        return first + (number - first) * (moves - first) // (self.most - first)


def check_most(most: int) -> None:
    """Refuse a length of the list that is not a positive number.

    Raises:
        SuitwiseError: it is not a positive number.
    """
    if type(most) is not int or most < 1:
        raise SuitwiseError(f"most is a number from 1 on, not {short(most)}")


def as_action(action: Any) -> int:
    """Return a learner's action as an integer.

    Raises:
        SuitwiseError: it is no whole number of 64 bits.
    """
    # Integers out of range are illegal actions; a float is an error, not an action to be rounded.
    return whole_input(action, "an action is", least=-(2**63), most=2**64 - 1)


def _taken(state: State[Any], action: Any, n: int) -> int:
    """Return an action as an integer; refuse it if it is out of range or no seat is on turn."""
    number = as_action(action)
    if not 0 <= number < n:
        raise IllegalMove(f"the actions are 0 to {n - 1}, not {number}")
    if state.turn < 0:
        raise IllegalMove("no seat is on turn")
    return number


# --- Observations, masks and spaces ---------------------------------------------------------------


@dataclass(frozen=True)
class Encoder:
    """The observations, masks and actions of a seat.

    Args:
        game: the variant.
        most: the maximum number of moves in the list, if the game does not number its moves.
        dtype: the type of observations, ``float32`` or ``uint8``.

    >>> from suitwise.game import load
    >>> encoder = Encoder(load("gin"))
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> encoder.observation(state, 0).shape, encoder.mask(state, 0).nonzero()[0].tolist()
    ((381,), [1, 2])
    >>> bool(encoder.mask(state, 1).any())
    False
    """

    game: Game[Any]
    most: int = MOST
    dtype: Dtype = "float32"

    @cached_property
    def numbers(self) -> Numbers:
        """The number format of observations."""
        return Numbers(self.game.observation_fields(), self.dtype)

    @cached_property
    def actions(self) -> Numbered | Listed:
        """The game's moves as numbers."""
        return actions_of(self.game, self.most)

    @property
    def is_listed(self) -> bool:
        """Whether actions are described by features."""
        return isinstance(self.actions, Listed)

    # --- Arrays -----------------------------------------------------------------------------------

    def observation(self, state: State[Any], seat: int) -> NDArray[Any]:
        """Return the flat observation of a seat: (width,) of the dtype."""
        return self.numbers.given(state.observe(seat).ravel())

    def mask(self, state: State[Any], seat: int, *, ended: bool = False) -> NDArray[np.int8]:
        """Return int8 (n,): 1 for each legal action; all zeros if the seat is not on turn.

        Args:
            state: the position.
            seat: the seat.
            ended: whether the episode has ended here, for any reason; then no action is legal.
        """
        if ended or state.turn != seat:
            return np.zeros(self.actions.n, np.int8)
        return self.actions.mask(state)

    def features(self, state: State[Any], seat: int, *, ended: bool = False) -> NDArray[np.float32]:
        """Return float32 (n, features): a row for each action in the mask, zeros elsewhere."""
        if ended or state.turn != seat:
            return np.zeros((self.actions.n, self.actions.width), np.float32)
        return self.actions.features(state)

    # --- The spaces -------------------------------------------------------------------------------

    def observation_space(self) -> Box[Any]:
        """Return the bounds of an observation."""
        return self.numbers.space()

    def state_space(self) -> Box[Any]:
        """Return the bounds of an observation of everything, hidden cards included."""
        from gymnasium.spaces import Box

        low, high = bounds(self.game.fields_of_all())
        return Box(low, high, dtype=np.float32)

    def action_space(self) -> Discrete:
        """Return the space of actions."""
        from gymnasium.spaces import Discrete

        return Discrete(self.actions.n)

    def table_space(self) -> Dict:
        """Return the space of an observation with its mask, and with features if actions are listed."""
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
        # The bounds have to include the zeros in the rows of illegal actions.
        shape = (self.actions.n, 1)
        low, high = np.tile(np.minimum(low, 0), shape), np.tile(np.maximum(high, 0), shape)
        return Box(low, high, dtype=np.float32)


# --- Trained policies as players ------------------------------------------------------------------
#
# A policy (``players.Policy``) is a callable from an observation and a mask to an action, trained by any
# library. It gets the same arrays as from ``SeatEnv``.


def chooser_of(policy: Policy, game: Game[Any]) -> Chooser:
    """Return a player of a game that moves by a policy.

    If moves are listed (``Listed``), the policy chooses among the 128 moves that ``SeatEnv`` lists by
    default.

    Args:
        policy: the policy.
        game: the variant for whose observations and actions the policy was made.

    Returns:
        A callable from a state to a move. It raises ``IllegalMove`` if the policy chooses an illegal
        action, and ``SuitwiseError`` if it returns something else than one action.

    >>> from suitwise.game import load, play
    >>> hand = load("texas42(match=hand)")
    >>> highest = chooser_of(lambda seen, mask: mask.nonzero()[0][-1], hand)
    >>> play(hand.start(), highest, seed=3).moves[28:33]
    ('2m', '3m', '4m', '5m', 'notrump')
    """
    encoder = Encoder(game)

    def choose(state: State[Any]) -> Any:
        mask = encoder.mask(state, state.turn)
        action = np.asarray(policy(encoder.observation(state, state.turn), mask))
        if action.size != 1:
            raise SuitwiseError(f"a policy gives one action, not {action.size}")
        return encoder.actions.move(state, action.item())

    return choose


def chooser_of_shape(
    policy: Policy, game: Game[Any], shape: tuple[int, ...], actions: int, name: str
) -> Chooser:
    """Return the player of a trained policy, by the shape that it was trained on.

    Tractor has two: the whole game, and the play of a deal with numbered actions (``TractorPlay-v0``),
    where the rule-based player makes all other decisions. A policy of a game's steps (``Game.stepped``)
    plays its whole moves, too.

    Args:
        policy: the policy.
        game: the variant to be played.
        shape: the shape of the observations that the policy takes.
        actions: the number of actions that it has.
        name: what to call it in an error.

    Raises:
        SuitwiseError: the game has no such observations and actions.

    >>> from suitwise.game import load
    >>> chooser_of_shape(lambda seen, mask: mask.argmax(), load("gin"), (3,), 4, "mine.npz")
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: mine.npz sees 3 numbers and has 4 actions, gin 381 and 107
    """
    encoder = Encoder(game)
    whole = encoder.observation_space().shape, int(encoder.actions.n)
    makers: dict[Any, Callable[[], Chooser]] = {whole: lambda: chooser_of(policy, game)}
    if game.name == "tractor":  # whose arrays no other game waits for
        from suitwise.tractor.arrays.conversion import SEEN
        from suitwise.tractor.arrays.play import ACTIONS
        from suitwise.tractor.players.rule_based import PolicyPlayer

        makers[(SEEN,), ACTIONS] = lambda: PolicyPlayer(policy)
    if game.stepped != game:
        steps = Encoder(game.stepped)
        seen = steps.observation_space().shape, int(steps.actions.n)
        makers[seen] = lambda: _by_steps(chooser_of(policy, game.stepped))
    if (shape, actions) not in makers:
        wanted = " or ".join(f"{width} and {n}" for (width,), n in makers)
        numbers = " by ".join(map(str, shape))
        raise SuitwiseError(
            f"{name} sees {numbers} numbers and has {actions} actions, {game.name} {wanted}"
        )
    return makers[shape, actions]()


def _by_steps(choose: Chooser) -> Chooser:
    """Return the player of whole turns who makes them up of steps."""
    return lambda state: cast(Any, state).by_steps(choose)
