"""The contract of a game: ``Game``, a variant with its options, and ``State``, one of its positions.

A state implements the rules. For texts, arrays, views and sampling it calls its game; ``Description``
lists those methods of a game.
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

CHANCE = -1
"""The value of ``turn`` if chance is to move."""
OVER = -2
"""The value of ``turn`` if the game is over."""

TURN_TEXT: dict[int, str] = {CHANCE: "chance", OVER: "over"}
"""The words for the two."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts that hold for every game of a variant; ``suitwise.testing`` checks them.

    Args:
        seats: the number of seats; a seat may sit a game out.
        distinct_moves: the number of different moves of the seats, numbered by ``Game.move_number``;
            None if there are too many to number (throws, melds).
        longest_game: the most moves of a game, including chance. The checks fail for None, no bound.
        lowest_return: the lowest return of a seat.
        highest_return: the highest return of a seat.
        chance: whether chance ever moves.
        perfect_information: whether every seat always sees everything.
        sides: the side of each seat; seats of a side get the same return. Empty if each seat plays for
            itself.
        anticlockwise: whether play passes to the right instead of to the left.

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
        """The side of each seat."""
        return self.sides or tuple(range(self.seats))


# --- Drawing by weight ----------------------------------------------------------------------------

T = TypeVar("T")


def outcome_by(outcomes: Sequence[T], weights: Sequence[int] | None, source: Source) -> T:
    """Draw an outcome with a probability proportional to its weight.

    Args:
        outcomes: the outcomes.
        weights: their weights; None if all are equally likely.
        source: the source of random numbers.

    Raises:
        IllegalPosition: the weights sum to more than 2**31, the limit of an exact draw.

    >>> from suitwise.seeds import SeededSource
    >>> outcome_by("ab", [0, 5], SeededSource(seed=1, stream=0))
    'b'
    """
    total = len(outcomes) if weights is None else sum(weights)
    if not 0 < total <= 1 << 31:
        raise IllegalPosition(f"the weights of chance sum to {total}, not to 1..2**31")
    ticket = source.below(total)
    if weights is None:
        return outcomes[ticket]
    for outcome, weight in zip(outcomes, weights, strict=True):
        if ticket < weight:
            return outcome
        ticket -= weight
    raise AssertionError("a ticket below the sum of the weights names an outcome")


# --- The methods of a game that its states call ---------------------------------------------------
#
# They keep texts, arrays and sampling out of the module of the state, which then holds only the rules. A
# small game in one file may override the methods of its State instead.

M = TypeVar("M", bound=Hashable)


class Description(ABC, Generic[M]):
    """The part of ``Game`` that describes its states; a game overrides the methods it needs.

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
        """Return the initial state, before any move of a seat or of chance."""

    def text_of(self, state: Any) -> str:
        """Return a state as one line that ``parse`` reads back."""
        raise NotImplementedError(f"{self.name} writes no states")

    def view_of(self, state: Any, seat: int) -> str:
        """Return everything a seat has seen as text; the whole state if information is perfect."""
        return str(state)

    def observation_of(self, state: Any, seat: int) -> NDArray[np.float32]:
        """Return a seat's observation as an array; all arrays of a variant have the same shape."""
        raise NotImplementedError(f"{self.name} makes no arrays of its states")

    def observation_of_all(self, state: Any) -> NDArray[np.float32]:
        """Return the full position as an array; by default the observations of all seats in order."""
        return np.concatenate([state.observe(seat).ravel() for seat in self._seats_shown])

    @property
    def _seats_shown(self) -> range:
        """The seats whose observations together show everything that any seat sees."""
        return range(1 if self.facts.perfect_information else self.facts.seats)

    def sight_of(self, state: Any, seat: int | None) -> Sight:
        """Return the game's own part of a seat's view; for None, of an onlooker's view.

        By default it contains only the phase, so a seat is shown its ``view`` and onlookers the turn.
        """
        return Sight(TURN_TEXT.get(state.turn, "play"))

    def refusal_of(self, state: Any, move: M) -> str | None:
        """Return the reason why a move is illegal in a state; None if it is legal."""
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
        """Return the move with a number; the inverse of ``move_number``."""
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
        """Return the fields of a row of ``State.told``; none if the game does not implement it."""
        return ()

    @property
    def most_told(self) -> int | None:
        """The most rows of ``State.told`` for a seat in a game; None if there is no bound."""
        return None

    def told_of(self, state: Any, move: M, after: Any, seat: int) -> NDArray[np.float32]:
        """Return what a seat learns from a move, float32 (rows, width); no rows if it learns nothing.

        Args:
            state: the position before the move.
            move: a legal move or an outcome of chance.
            after: the position after the move.
            seat: the seat.
        """
        raise NotImplementedError(f"{self.name} tells no moves")

    def move_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``encode_move``; a game without move numbers overrides both."""
        count = self.facts.distinct_moves
        if count is None:
            raise NotImplementedError(f"{self.name} does not describe its moves")
        return (Field("move", max(count, 1), "a place for each move by its number"),)

    def encode_move(self, move: M) -> NDArray[np.float32]:
        """Return a seat's move as a float32 array with ``move_fields``, different for every move."""
        features = np.zeros(width(self.move_fields()), np.float32)
        features[self.move_number(move)] = 1
        return features


# --- Numbered moves -------------------------------------------------------------------------------


def numbered(game: Description[M], kinds: tuple[type, ...], move: object) -> M:
    """Return the move with a number; anything else raises an error that says what is expected."""
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
    """Return the move at an index: directly from a sequence, otherwise by iterating.

    Raises:
        IndexError: the index is out of range.

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
    """A variant of a game; each game is a frozen dataclass whose fields are its options.

    >>> from suitwise.game import load
    >>> game = load("stacks(stacks=3,height=2)")
    >>> str(game), game.facts.seats, game == load(str(game))
    ('stacks(stacks=3,height=2,suits=4,singles=1)', 1, True)
    >>> [field.name for field in game.observation_fields()]
    ['stack_0', 'stack_1', 'stack_2']
    """

    @abstractmethod
    def start(self) -> State[M]:
        """Return the initial state, before any move of a seat or of chance."""

    @abstractmethod
    def parse(self, text: str) -> State[M]:
        """Read a state's one-line text.

        Raises:
            NotationError: the text is not a state of this variant.
        """

    @property
    def stepped(self) -> Game[Any]:
        """The variant in which a learner makes this one's moves step by step; by default itself.

        If it is another, states have a method ``by_steps``, which returns the move of somebody who
        chooses steps.

        >>> from suitwise.game import load
        >>> load("gin").stepped == load("gin"), load("rami(deals=1)").stepped.facts.distinct_moves
        (True, 1181)
        """
        return self

    def as_seat(self, seat: int) -> int:
        """Check that a number is a seat of this game and return it.

        Raises:
            TypeError: it is not a whole number.
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
    """A position: an immutable value with the seat on turn, the legal moves and the views of seats.

    Implementations are hashable and comparable. Two states are equal if and only if their texts and
    their variants are. A seat's knowledge is available in several forms: ``view`` as text, ``observe``
    as an array, ``seen`` as data for JSON (``sight`` is the game's own part of it), and ``told`` as rows
    for a single move.

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
        """The variant."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """The seat on turn, ``CHANCE``, or ``OVER``."""

    @abstractmethod
    def moves(self) -> Collection[M]:
        """Return the legal moves, a collection that need not be stored as a list.

        At a turn of chance these are the outcomes; when the game is over there are none.
        """

    @property
    def has_choice(self) -> bool:
        """Whether the seat on turn has a choice that a review can judge: more than one legal move.

        In games whose turns are several moves a turn's last move may stand for the choices before it.

        >>> from suitwise.testing import Kuhn
        >>> Kuhn().parse("KJ").has_choice
        True
        """
        return len(self.moves()) > 1

    def after(self, move: M | str | int) -> Self:
        """Return the state after a legal move.

        Args:
            move: the move, its text, or its number if the game numbers its moves.

        Raises:
            NotationError: the text or the number is not a move of this game.
            IllegalMove: the move is illegal; the message gives the reason.
            TypeError: it is neither a move of this game nor a text.
        """
        move = self.read_move(move)
        if self.refusal(move) is not None:
            raise IllegalMove(self.why_not(move))
        return self.followed_by(move)

    def followed_by(self, move: M) -> Self:
        """Return the state after a move that is known to be legal.

        A game overrides either this method, to which ``after`` adds parsing and checks, or ``after``. If
        it overrides this method, outcomes of chance are applied without a check.
        """
        raise NotImplementedError(
            f"{type(self).__name__} says neither what follows nor what is after"
        )

    @abstractmethod
    def returns(self) -> tuple[float, ...]:
        """Return the return of each seat so far; it is final when the game is over."""

    def __str__(self) -> str:
        """Return the state as one line that ``game.parse`` reads back."""
        return self.game.text_of(self)

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """Read a move's text, one word; it need not be legal here.

        Raises:
            NotationError: the text is not a move of this game.
        """

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return a seat's observation as an array; all arrays of a variant have the same shape.

        Raises:
            TypeError: the seat is not a whole number.
            SuitwiseError: there is no such seat.
        """
        return self.game.observation_of(self, self.game.as_seat(seat))

    def observe_all(self) -> NDArray[np.float32]:
        """Return the full position as an array; all arrays of a variant have the same shape.

        It contains hidden information, so it is only for critics in training and for theory. Its fields
        are those of ``Game.fields_of_all``.

        >>> from suitwise.game import load
        >>> state, _ = load("texas42(match=hand)").start().rolled(seed=7, stream=0)
        >>> [int(hand.sum()) for hand in state.observe_all()[:112].reshape(4, 28)]
        [7, 7, 7, 7]
        """
        return self.game.observation_of_all(self)

    def told(self, move: M | str | int, seat: int) -> NDArray[np.float32]:
        """Return what a seat learns from a move in this state, made by any seat or by chance.

        The result has the fields ``Game.told_fields``, float32 (rows, width), and no rows if the seat
        learns nothing. All rows of a game together contain everything the seat has learned (perfect
        recall).

        Raises:
            NotImplementedError: the game does not implement it.
            NotationError: the text or the number is not a move of this game.
            IllegalMove: the move is illegal.
            TypeError: it is not a move, or the seat is not a whole number.
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
    """The types of moves. If set, anything else except text and numbers raises TypeError."""

    def read_move(self, move: M | str | int) -> M:
        """Return a move from itself, from its text, or from its number if moves are numbered.

        Raises:
            NotationError: the text or the number is not a move of this game.
            TypeError: it is neither a move of this game nor a text.
        """
        if isinstance(move, str):
            return self.parse_move(move)
        if not self.move_kinds or isinstance(move, self.move_kinds):
            return cast(M, move)
        return numbered(self.game, self.move_kinds, move)

    def why_not(self, move: M | str | int) -> Phrase | None:
        """Return the reason why a move is illegal; None if it is legal.

        A text that can't be read as a move is illegal too. After the end of the game the reason is that
        it is over. If the game gives the reason as plain text, its code is ``any.refused``.

        Args:
            move: the move, its text, or its number if the game numbers its moves.

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
        """Return the reason why a move is illegal, None if it is legal; the game's part of ``why_not``.

        It should be a ``Phrase``, which can be translated; plain text is accepted.
        """
        return self.game.refusal_of(self, move)

    def weight(self, move: M) -> int:
        """Return the weight of an outcome of chance: its probability times a common factor."""
        return 1

    def view(self, seat: int) -> str:
        """Return everything a seat has seen as text; the whole state if information is perfect.

        Raises:
            TypeError: the seat is not a whole number.
            SuitwiseError: there is no such seat.
        """
        return self.game.view_of(self, self.game.as_seat(seat))

    def seen(self, seat: int) -> Seen:
        """Return a seat's view as data for JSON, with the keys described in ``suitwise.sight``.

        Raises:
            TypeError: the seat is not a whole number.
            SuitwiseError: there is no such seat.
        """
        return self._seen_by(self.game.as_seat(seat))

    def public(self) -> Seen:
        """Return an onlooker's view, with the same keys and no hidden information."""
        return self._seen_by(None)

    def _seen_by(self, seat: int | None) -> Seen:
        turn = self.turn
        return seen_of(self, seat, TURN_TEXT.get(turn, turn), turn == OVER)

    def sight(self, seat: int | None) -> Sight:
        """Return the game's own part of a seat's view; for None, of an onlooker's view."""
        return self.game.sight_of(self, seat)

    def resample(self, seat: int, seed: int, stream: int) -> Self:
        """Sample a state that a seat can't tell from this one: its ``view`` is the same.

        The probability of a state is proportional to the probability of the chance outcomes that lead to
        it; the choices of other seats have no weight unless a game says otherwise. Games sample with
        ``seeds.world_seed``, so that a sample does not depend on the random numbers of the deal. With
        perfect information the result is this state.

        Raises:
            TypeError: the seat is not a whole number.
            SuitwiseError: there is no such seat, or the seed or the stream is out of range.
        """
        world: Self = self.game.redealt(self, self.game.as_seat(seat), seed, stream)
        return world

    def chance_move(self, source: Source) -> M:
        """Draw an outcome of chance; ``draw`` and ``drawn`` call this.

        A game may override it to draw the same outcome without listing all of them.
        """
        outcomes = tuple(self.moves())
        if type(self).weight is State.weight:
            return outcome_by(outcomes, None, source)
        return outcome_by(outcomes, [self.weight(outcome) for outcome in outcomes], source)

    def rolled(self, seed: int, stream: int, index: int = 0) -> tuple[Self, int]:
        """Draw outcomes of chance until a seat is on turn or the game is over.

        A game may override this to deal the same cards faster than one by one.

        Args:
            seed: 64-bit seed.
            stream: the stream, for example the number of the game.
            index: the position in the stream to start from.

        Returns:
            The state and the position after the last draw.
        """
        state, source = self, SeededSource(seed, stream, index)
        overrides_after = type(self).followed_by is State.followed_by
        while state.turn == CHANCE:
            outcome = state.chance_move(source)
            # Outcomes are always legal, so the check in ``after`` is skipped if possible.
            state = state.after(outcome) if overrides_after else state.followed_by(outcome)
        return state, source.index


# --- Reasons why a move is illegal ----------------------------------------------------------------

Refusal: TypeAlias = Phrase
"""The reason why a move is illegal, as ``State.why_not`` returns it."""

S = TypeVar("S", bound=State[Any])


def refusal(
    state: S,
    move: M,
    outcome: Callable[[S, M], str | None],
    to_do: Callable[[S, M], str | None],
    own: Callable[[S, M], str | None],
    lead: str = "",
) -> Refusal | None:
    """Return the reason why a move is illegal, None if it is legal; plain text becomes a phrase.

    The three functions take the state and the move. Games with several phases use this to say first that
    the game is over, then that the seat has another task now, and only then what is wrong with the move.

    Args:
        state: the state.
        move: the move.
        outcome: returns the reason why the move is not a possible outcome of chance, or None.
        to_do: returns the task of the seat on turn if the move is of another kind, else None.
        own: returns the reason why a move of the right kind is illegal, or None.
        lead: words to put before the sentence about the task.

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
