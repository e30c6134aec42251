"""The contract of a game: ``Game``, a variant with its options, and ``State``, one of its positions.

A state knows the rules. Texts, arrays, what a seat sees and sampling it asks of its game, whose methods
for that are those of ``Description``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import inf
from operator import index as as_index
from typing import Any, ClassVar, Generic, Self, SupportsIndex, TypeAlias, TypeVar, cast

from suitwise.arguments import shown, whole
from suitwise.errors import IllegalMove, IllegalPosition, NotationError
from suitwise.fields import Field, width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.lines import call_text
from suitwise.foundation.text.phrases import Phrase, Seat, phrase, phrased, reason_of
from suitwise.foundation.values import shows
from suitwise.seeds import SeededSource, Source
from suitwise.sight import Seen, Sight, seen_of

# --- Turns that are no seat's ---------------------------------------------------------------------

CHANCE = -1
"""The turn of chance."""
OVER = -2
"""The turn when nobody moves any more."""

TURN_TEXT: dict[int, str] = {CHANCE: "chance", OVER: "over"}
"""The turns that are no seat's in a word."""


# --- What holds for every game of a variant -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts that hold for every game of a variant; ``suitwise.testing`` checks them.

    Args:
        seats: the number of seats; a seat may sit a game out.
        distinct_moves: the number of different moves the seats can ever make, numbered by
            ``Game.move_number``; None where they are too many to number (throws, melds).
        longest_game: the most moves a game can have, chance included; None (no bound) fails the suite.
        lowest_return: the least a seat can get.
        highest_return: the most a seat can get.
        chance: whether chance ever moves.
        perfect_information: whether every seat always sees everything.
        sides: the side of each seat; seats of a side get the same return. Empty where each seat plays
            for itself.
        anticlockwise: whether the next seat to play sits to one's right; else it sits to the left.

    >>> from suitwise.game import load
    >>> facts = load("texas42(match=hand)").facts
    >>> facts.seats, facts.distinct_moves, facts.side_of
    (4, 68, (0, 1, 0, 1))
    >>> load("tractor").facts.anticlockwise, facts.anticlockwise
    (True, False)
    """

    seats: int
    distinct_moves: int | None
    longest_game: int | None
    lowest_return: float
    highest_return: float
    chance: bool
    perfect_information: bool
    sides: tuple[int, ...] = ()
    anticlockwise: bool = False

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side that each seat plays for."""
        return self.sides or tuple(range(self.seats))


# --- Outcomes of chance by weight -----------------------------------------------------------------

T = TypeVar("T")


def outcome_by(outcomes: Sequence[T], weights: Sequence[int] | None, source: Source) -> T:
    """Draw an outcome.

    Args:
        outcomes: the outcomes.
        weights: the weight of each; None if all are equally likely.
        source: gives uniform numbers.

    Raises:
        IllegalPosition: the weights sum to more than 2**31, beyond which no draw is exact.

    >>> from suitwise.seeds import SeededSource
    >>> outcome_by("ab", [0, 5], SeededSource(seed=1, stream=0))
    'b'
    """
    total = len(outcomes) if weights is None else sum(weights)
    if not 0 < total <= 1 << 31:
        raise IllegalPosition(f"the weights of chance sum to {total}, not to 1..2**31")
    place = source.below(total)
    if weights is None:
        return outcomes[place]
    for outcome, weight in zip(outcomes, weights, strict=True):
        if place < weight:
            return outcome
        place -= weight
    raise AssertionError("a ticket below the sum of the weights names an outcome")


# --- What a game answers for its states -----------------------------------------------------------
#
# A state asks its game for these, so that the module of the state knows the rules alone. A game of one
# file may override the methods of its state instead.

M = TypeVar("M", bound=Hashable)


class Description(ABC, Generic[M]):
    """The part of ``Game`` that speaks about its states; a game overrides what it answers itself.

    >>> from suitwise.game import load
    >>> game = load("stacks(stacks=2,height=1,suits=2)")
    >>> game.text_of(game.parse("1a | 1b")), int(game.encode_move(game.numbered_move(1)).argmax())
    ('1a | 1b', 1)
    """

    name: ClassVar[str]

    @property
    @abstractmethod
    def facts(self) -> Facts:
        """The facts that hold for every game of this variant."""

    @abstractmethod
    def start(self) -> Any:
        """Return the state before the first move, chance's included."""

    def text_of(self, state: Any) -> str:
        """Return a state as one line that ``parse`` reads back."""
        raise NotImplementedError(f"{self.name} writes no states")

    def view_of(self, state: Any, seat: int) -> str:
        """Return all that a seat has seen as text: the whole state if information is perfect."""
        return str(state)

    def observation_of(self, state: Any, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees as an array; all arrays of a variant have one shape."""
        raise NotImplementedError(f"{self.name} makes no arrays of its states")

    def observation_of_all(self, state: Any) -> NDArray[np.float32]:
        """Return a position with nothing hidden as an array: by default what each seat sees, in turn."""
        return np.concatenate([state.observe(seat).ravel() for seat in self._seats_shown])

    @property
    def _seats_shown(self) -> range:
        """The seats that together see all that any does."""
        return range(1 if self.facts.perfect_information else self.facts.seats)

    def sight_of(self, state: Any, seat: int | None) -> Sight:
        """Return the game's own part of what a seat sees; for None, of what everybody may see.

        By default a seat is shown its ``view`` alone, and others only whose turn it is.
        """
        return Sight(TURN_TEXT.get(state.turn, "play"))

    def refusal_of(self, state: Any, move: M) -> str | None:
        """Return the rule that forbids a move in a state, None if it is legal."""
        if move in state.moves():
            return None
        return phrase("any.not-legal", "{move} is not legal here", move=str(move))

    def redealt(self, state: Any, seat: int, seed: int, stream: int) -> Any:
        """Return a random state that a seat can't tell from this one; see ``State.resample``."""
        return state

    def move_number(self, move: M) -> int:
        """Return the number 0 ≤ n < ``facts.distinct_moves`` of a seat's move."""
        raise NotImplementedError(f"{self.name} does not number its moves")

    def numbered_move(self, number: int) -> M:
        """Return the seat's move of a number; the inverse of ``move_number``."""
        raise NotImplementedError(f"{self.name} does not number its moves")

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``State.observe``, in the order of the flattened array."""
        size = self.start().observe(0).size
        return (Field("seen", size, "what the seat sees, as the game puts it", -inf, inf),)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of ``State.observe_all``; a game overrides both or neither."""
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
        """Return the fields of a row of ``State.told``; none if the game tells no moves."""
        return ()

    @property
    def most_told(self) -> int | None:
        """The most rows that a seat is told in a game; None if there is no bound."""
        return None

    def told_of(self, state: Any, move: M, after: Any, seat: int) -> NDArray[np.float32]:
        """Return what a seat is told of a move as float32 (rows, width); no rows if it is told nothing.

        Args:
            state: the position.
            move: a legal move, or an outcome of chance.
            after: the position after it.
            seat: the seat.
        """
        raise NotImplementedError(f"{self.name} tells no moves")

    def move_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``encode_move``; a game that does not number its moves overrides it."""
        count = self.facts.distinct_moves
        if count is None:
            raise NotImplementedError(f"{self.name} does not describe its moves")
        return (Field("move", max(count, 1), "a place for each move by its number"),)

    def encode_move(self, move: M) -> NDArray[np.float32]:
        """Return a seat's move as an array that tells it from others, float32 of ``move_fields``."""
        features = np.zeros(width(self.move_fields()), np.float32)
        features[self.move_number(move)] = 1
        return features


# --- Numbered moves -------------------------------------------------------------------------------


def numbered(game: Description[M], kinds: tuple[type, ...], move: object) -> M:
    """Return the move of a number; the error for anything else says what was expected."""
    count = game.facts.distinct_moves
    try:
        number = as_index(cast(SupportsIndex, move))
    except TypeError:
        count = None
    if count is None:
        expected = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"a move of {game.name} is a {expected} or its text, not {shown(move)}")
    if not 0 <= number < count:
        raise NotationError(f"{game.name} numbers its moves from 0 to {count - 1}, not {number}")
    return game.numbered_move(number)


def move_at(moves: Collection[M], place: int) -> M:
    """Return the move at a place: directly in a sequence, by iterating otherwise.

    Raises:
        IndexError: there are at most ``place`` moves.

    >>> move_at(range(10**12), 10**9)
    1000000000
    """
    if isinstance(moves, (tuple, Sequence)):  # the check is quicker for tuples
        return cast(M, moves[place])
    for move in islice(iter(moves), place, None):
        return move
    raise IndexError(f"there is no move {place}")


# --- Game and State -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game(Description[M]):
    """A variant of a game: its options are the fields of the dataclass that implements it.

    >>> from suitwise.game import load
    >>> game = load("stacks(stacks=3,height=2)")
    >>> str(game), game.facts.seats, game == load(str(game))
    ('stacks(stacks=3,height=2,suits=4,singles=1)', 1, True)
    >>> [field.name for field in game.observation_fields()]
    ['stack_0', 'stack_1', 'stack_2']
    """

    @abstractmethod
    def start(self) -> State[M]:
        """Return the state before the first move, chance's included."""

    @abstractmethod
    def parse(self, text: str) -> State[M]:
        """Read a state's one-line text.

        Raises:
            NotationError: the text is no state of this variant.
        """

    def as_seat(self, seat: int) -> int:
        """Return a seat of this game.

        Raises:
            TypeError: it is no whole number.
            SuitwiseError: there is no such seat.

        >>> from suitwise.game import load
        >>> load("texas42").as_seat(3)
        3
        """
        return whole(seat, "a seat", 0, self.facts.seats - 1)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return call_text(self.name, self)


@shows(text="suitwise.picture.notebook:position_text")
class State(ABC, Generic[M]):
    """A position: an immutable value that knows the seat on turn, the legal moves and the views.

    Implementations are hashable and comparable; two states are equal if and only if their texts
    and their variants are. What a seat sees comes in several forms: ``view`` is text, ``observe`` an
    array, ``seen`` data for JSON (``sight`` is the game's own part of it), ``told`` rows for one move.

    >>> from suitwise.game import load
    >>> state, _ = load("texas42(match=hand)").start().rolled(seed=7, stream=0)
    >>> state.turn, [str(move) for move in state.moves()][:3]
    (1, ['pass', '30', '31'])
    >>> call = state.parse_move("1m")
    >>> after = state.after(call)
    >>> after.turn, call in after.moves(), after.why_not(call)
    (2, False, '1m: a bid must exceed 1m')
    """

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game[M]:
        """The variant this is a state of."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """The seat to move, ``CHANCE``, or ``OVER``."""

    @abstractmethod
    def moves(self) -> Collection[M]:
        """Return the legal moves: a collection with a length and ``in`` that lists lazily.

        At a turn of chance these are the outcomes; when the game is over there are none.
        """

    def after(self, move: M | str | int) -> Self:
        """Return the state after a legal move.

        Args:
            move: the move, its text, or its number where the game numbers its moves.

        Raises:
            NotationError: the text or the number is no move of this game.
            IllegalMove: the move is not legal, with the reason.
            TypeError: it is neither a move of this game nor a text.
        """
        move = self.read_move(move)
        if self.refusal(move) is not None:
            raise IllegalMove(self.why_not(move))
        return self.followed_by(move)

    def followed_by(self, move: M) -> Self:
        """Return the state after a move that is known to be legal.

        A game overrides this, and ``after`` adds the reading and the check; or it overrides ``after``.
        Outcomes of chance, which are always legal, are made by this where a game has it.
        """
        raise NotImplementedError(
            f"{type(self).__name__} says neither what follows nor what is after"
        )

    @abstractmethod
    def returns(self) -> tuple[float, ...]:
        """Return what each seat has won or lost so far; final when the game is over."""

    def __str__(self) -> str:
        """Return the state as one line that ``game.parse`` reads back."""
        return self.game.text_of(self)

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """Read a move's text, one word; it need not be legal here.

        Raises:
            NotationError: the text is no move of this game.
        """

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees as an array; all arrays of a variant have one shape.

        Raises:
            TypeError: the seat is no whole number.
            SuitwiseError: there is no such seat.
        """
        return self.game.observation_of(self, self.game.as_seat(seat))

    def observe_all(self) -> NDArray[np.float32]:
        """Return the position with nothing hidden as an array; all arrays of a variant have one shape.

        No player may see it: it is for critics in training and for theory. Its fields are those of
        ``Game.fields_of_all``.

        >>> from suitwise.game import load
        >>> state, _ = load("texas42(match=hand)").start().rolled(seed=7, stream=0)
        >>> [int(hand.sum()) for hand in state.observe_all()[:112].reshape(4, 28)]
        [7, 7, 7, 7]
        """
        return self.game.observation_of_all(self)

    def told(self, move: M | str | int, seat: int) -> NDArray[np.float32]:
        """Return what a seat is told of a move made here by itself, another seat or chance.

        Rows of ``Game.told_fields``, float32 (rows, width); none for what it does not see. The rows of a
        game in order are all that the seat ever learns, so they give perfect recall.

        Raises:
            NotImplementedError: the game tells no moves.
            NotationError: the text or the number is no move of this game.
            IllegalMove: the move is not legal.
            TypeError: it is no move, or the seat is no whole number.
            SuitwiseError: there is no such seat.

        >>> from suitwise.game import load
        >>> start = load("gin").start()
        >>> dealt = start.told("S7", 0)
        >>> dealt.shape, start.told("S7", 1).shape
        ((1, 66), (0, 66))
        """
        seat, made = self.game.as_seat(seat), self.read_move(move)
        return self.game.told_of(self, made, self.after(made), seat)

    move_kinds: ClassVar[tuple[type, ...]] = ()
    """Accepted move types. If set, anything else but text and a number raises TypeError."""

    def read_move(self, move: M | str | int) -> M:
        """Return a move given as itself, as its text, or as its number if moves are numbered.

        Raises:
            NotationError: the text or the number is no move of this game.
            TypeError: it is neither a move of this game nor a text.
        """
        if isinstance(move, str):
            return self.parse_move(move)
        if not self.move_kinds or isinstance(move, self.move_kinds):
            return cast(M, move)
        return numbered(self.game, self.move_kinds, move)

    def why_not(self, move: M | str | int) -> Phrase | None:
        """Return why a move is not legal, None if it is legal; a text that is no move is not legal.

        A reason that the game gives as plain text gets the code ``any.refused``. After the end of the
        game the reason is that it is over.

        Args:
            move: the move, its text, or its number where the game numbers its moves.

        Raises:
            TypeError: it is neither a move of this game nor a text nor a number.

        >>> from suitwise.game import load
        >>> print(load("stacks").start().why_not("blah"))
        'blah' is no card: write a value and a suit, as 7a or 7.27
        """
        try:
            reason = self.refusal(self.read_move(move))
        except NotationError as error:
            reason = reason_of(error)
        if self.turn == OVER:
            return phrase("any.over", "the game is over")
        return None if reason is None else phrased(reason)

    def refusal(self, move: M) -> str | None:
        """Return the rule that forbids a move, None if it is legal: the game's part of ``why_not``.

        A ``Phrase`` can be translated; plain text is accepted.
        """
        return self.game.refusal_of(self, move)

    def weight(self, move: M) -> int:
        """Return the weight of an outcome of chance: its probability times a common factor."""
        return 1

    def view(self, seat: int) -> str:
        """Return all a seat has seen as text: the whole state if information is perfect.

        Raises:
            TypeError: the seat is no whole number.
            SuitwiseError: there is no such seat.
        """
        return self.game.view_of(self, self.game.as_seat(seat))

    def seen(self, seat: int) -> Seen:
        """Return what a seat sees as data for JSON, in the vocabulary of ``suitwise.sight``.

        Raises:
            TypeError: the seat is no whole number.
            SuitwiseError: there is no such seat.
        """
        return self._seen_by(self.game.as_seat(seat))

    def public(self) -> Seen:
        """Return what an onlooker may see, in the same vocabulary: nothing that a seat hides."""
        return self._seen_by(None)

    def _seen_by(self, seat: int | None) -> Seen:
        turn = self.turn
        return seen_of(self, seat, TURN_TEXT.get(turn, turn), turn == OVER)

    def sight(self, seat: int | None) -> Sight:
        """Return the game's own part of what a seat sees; for None, of what everybody may see."""
        return self.game.sight_of(self, seat)

    def resample(self, seat: int, seed: int, stream: int) -> Self:
        """Return a random state that a seat cannot tell from this one: the same ``view``.

        Every state consistent with what the seat has seen comes with probability proportional to that
        of the chance outcomes that lead to it; the choices of others carry no weight unless a game says
        otherwise. A game draws by ``seeds.world_seed``, so the numbers are not those that dealt. With
        perfect information it is this state itself.

        Raises:
            TypeError: the seat is no whole number.
            SuitwiseError: there is no such seat, or the seed or the stream is out of range.
        """
        world: Self = self.game.redealt(self, self.game.as_seat(seat), seed, stream)
        return world

    def chance_move(self, source: Source) -> M:
        """Draw an outcome of chance: the game's part of ``draw`` and ``drawn``.

        A game that can draw without listing all outcomes overrides this and draws the same.
        """
        outcomes = tuple(self.moves())
        if type(self).weight is State.weight:
            return outcome_by(outcomes, None, source)
        return outcome_by(outcomes, [self.weight(outcome) for outcome in outcomes], source)

    def rolled(self, seed: int, stream: int, index: int = 0) -> tuple[Self, int]:
        """Play all of chance's moves until a seat is to move or the game is over.

        A game that can deal faster than move by move overrides this and deals the same.

        Args:
            seed: 64-bit seed.
            stream: the stream, say the number of the game.
            index: where in the stream to begin.

        Returns:
            The state and the index after the last draw.
        """
        state, source = self, SeededSource(seed, stream, index)
        # What chance draws is legal: it need not be checked again.
        says_after = type(self).followed_by is State.followed_by
        while state.turn == CHANCE:
            outcome = state.chance_move(source)
            state = state.after(outcome) if says_after else state.followed_by(outcome)
        return state, source.index


# --- Refusals common to all games -----------------------------------------------------------------

Refusal: TypeAlias = Phrase
"""Why a move is not legal: what ``State.why_not`` returns."""

S = TypeVar("S", bound=State[Any])


def refusal(
    state: S,
    move: M,
    outcome: Callable[[S, M], str | None],
    to_do: Callable[[S, M], str | None],
    own: Callable[[S, M], str | None],
    lead: str = "",
) -> Refusal | None:
    """Return the rule that forbids a move, None if it is legal.

    Args:
        state: the state.
        move: the move.
        outcome: why chance can't do this.
        to_do: the task of the seat on turn, where the move is of another kind.
        own: why the seat may not make this move of the right kind.
        lead: the words before the task of a seat.

    Phrases of the game stay as they are; a plain text becomes one.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(seed=1, stream=0)
    >>> no = lambda state, move: "no"
    >>> refusal(state, "knock", no, lambda state, move: "draw", no)
    'seat 0 is to draw'
    >>> refusal(state, "H2", no, lambda state, move: None, no)
    'no'
    """
    if state.turn == OVER:
        return phrase("any.over", "the game is over")
    task = to_do(state, move) if state.turn != CHANCE else None
    if task:
        said = phrase("any.not-now", "{seat} is to {task}", seat=Seat(state.turn), task=task)
        return Phrase(f"{lead}{said}", said.code, said.template, said.params)
    fault = outcome(state, move) if state.turn == CHANCE else own(state, move)
    return None if fault is None else phrased(fault)
