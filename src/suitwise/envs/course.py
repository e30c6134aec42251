"""The course of a face's games, one after the other: by positions, or on a compiled record.

Where a variant's compiled rules say how it goes on by its own streams (``stepping.own.Own``) and they
know how the other seats move, a game need not make a position for every move: the record goes ahead, and
the positions catch up with it when somebody asks for one. To load machine code takes half a second,
though, and to compile it many, for which nobody has asked who wants a game or two. So a process plays by
positions till then (``foundation.arrays.cost_dispatch.repays``); it goes over between two games.
"""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as short
from typing import Any, Protocol

from suitwise.arguments import whole_input
from suitwise.envs.sight import Sight
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.cost_dispatch import repays
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import MOST_NUMBERS
from suitwise.game import Chooser, Game, State, load, roll
from suitwise.seeds import as_seed
from suitwise.stepping import records
from suitwise.stepping.loop import SELF, Batch

# --- Options and deals ----------------------------------------------------------------------------


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


# --- The course of a face's games -----------------------------------------------------------------

STEP_S = 50e-6
"""About the extra time of a step by positions."""


class Player(Protocol):
    """Somebody who sits down at a game, as ``players.named`` has it."""

    def seated(self, seed: int, stream: int) -> Chooser:
        """Return the player of one seat of one game."""


class Course:
    """Game after game of a seed, each up to the next turn of a seat that the face is asked for.

    Args:
        sight: what a seat is shown of the variant.
        others: the players of the other seats, from the face's own on; nobody where the face is asked
            for the moves of all seats.
        dealer: who deals, where a game begins elsewhere than at its first move.

    Attributes:
        dealer: finds games by a seed and their numbers.
        seat: the face's own seat in this game.

    >>> from suitwise.game import load
    >>> course = Course(Sight(load("gin")))
    >>> course.dealer.begin(seed=3)
    >>> course.deal()
    >>> course.turn, course.mask(0).nonzero()[0].tolist(), int(course.mask(1).sum())
    (0, [1, 2], 0)
    """

    def __init__(
        self, sight: Sight, others: Sequence[Player] = (), dealer: Dealer | None = None
    ) -> None:
        self._sight, self.others = sight, others
        self.dealer = dealer or Dealer(sight.game)
        self.seat = 0
        self._choosers: dict[int, Chooser] = {}
        self._batch = records.own_batch_of(sight.game)
        self._ways = ways_of(self._batch, others) if self._batch else None
        self._single: records.Single | None = None
        self._record: records.Single | None = None
        self._steps = 0
        self._unplayed: list[int] = []

    # --- Where the game stands --------------------------------------------------------------------

    @property
    def position(self) -> State[Any]:
        """The true position; what was played on the record alone is played there first."""
        unplayed, self._unplayed = self._unplayed, []
        for action in unplayed:
            if action == records.BEGIN:
                self._deal_position()
            else:
                self._follow(self._sight.game.numbered_move(action))
        return self.dealer.state

    @property
    def turn(self) -> int:
        """The seat on turn, or ``OVER``."""
        return self.dealer.state.turn if self._record is None else self._record.turn

    def returns(self) -> Sequence[float]:
        """Return what each seat got from a game that is over."""
        return self.position.returns() if self._record is None else self._record.returns.tolist()

    def observation(self, seat: int) -> NDArray[Any]:
        """Return what a seat sees, laid flat: (width,) of the sight's dtype."""
        if self._record is None:
            return self._sight.observation(self.position, seat)
        return self._sight.numbers.given(self._record.seen_by(seat))

    def mask(self, seat: int, *, ended: bool = False) -> NDArray[np.int8]:
        """Return int8 (n,), as ``Sight.mask`` does."""
        record = self._record
        if record is None:
            return self._sight.mask(self.position, seat, ended=ended)
        if ended or record.turn != seat:
            return np.zeros(len(record.allowed), np.int8)
        return record.allowed.copy()

    def masks(self, *, ended: bool = False) -> Sequence[NDArray[np.int8]]:
        """Return the mask of every seat."""
        record, seats = self._record, self._sight.game.facts.seats
        if record is None:
            return [self._sight.mask(self.position, seat, ended=ended) for seat in range(seats)]
        masks: NDArray[np.int8] = np.zeros((seats, len(record.allowed)), np.int8)
        if not ended and record.turn >= 0:
            masks[record.turn] = record.allowed
        return list(masks)

    # --- Games and moves --------------------------------------------------------------------------

    def deal(self, seat: int = 0) -> None:
        """Deal the next game; the others play up to the first turn of a seat, or to the end.

        Raises:
            SuitwiseError: one of the others chooses what is no legal move.
        """
        self._record = self._ready()
        self._steps += 1
        self.seat, dealer = seat, self.dealer
        dealer.number += 1
        if self._record is None:
            self._unplayed = []
            self._deal_position()
            return
        assert dealer.seed is not None
        self._unplayed = [records.BEGIN]
        shown = seat if self.others else records.ON_TURN
        self._record.begin(dealer.seed, dealer.number, self._ways_round(), shown)

    def play(self, action: int) -> None:
        """Play an action for the seat on turn, then chance and the others, up to the next one.

        Raises:
            IllegalMove: the action is illegal; the position says by which rule.
            SuitwiseError: one of the others chooses what is no legal move.
        """
        self._steps += 1
        record = self._record
        if record is not None and record.play(action):
            self._unplayed.append(action)
            return
        move = self._sight.actions.move(self.position, action)
        assert record is None, f"{self._sight.game}: {move} is legal, and not on the record"
        self._follow(move)

    def _deal_position(self) -> None:
        dealer, seats = self.dealer, self._sight.game.facts.seats
        dealer.deal_again()
        assert dealer.seed is not None
        others = ((self.seat + place) % seats for place in range(1, len(self.others) + 1))
        self._choosers = {
            seat: player.seated(dealer.seed, dealer.stream_of(seat))
            for seat, player in zip(others, self.others, strict=True)
        }
        self._let_others_play()

    def _follow(self, move: Any) -> None:
        self.dealer.play(move)
        self._let_others_play()

    def _let_others_play(self) -> None:
        while chooser := self._choosers.get(self.dealer.state.turn):
            state = self.dealer.state
            move = chooser(state)
            try:
                self.dealer.play(move)
            except Exception as error:  # whatever a game raises for a move that is not its own
                raise SuitwiseError(
                    f"the player in seat {state.turn} chose {short(move)}, which is no legal move: "
                    f"{error}"
                ) from error

    # --- Records ----------------------------------------------------------------------------------

    def _ready(self) -> records.Single | None:
        """Return the record that the next game is played on, or None."""
        batch = self._batch
        if self._single is not None or batch is None or self._ways is None:
            return self._single
        spent, self._steps = self._steps * STEP_S, 0
        if repays(records.single_of(batch), spent, lambda: records.call_of(batch)):
            self._single = records.Single(batch)
        return self._single

    def _ways_round(self) -> tuple[int, ...]:
        """Return how each seat moves."""
        ways, first = self._ways, self.seat
        assert ways is not None
        return tuple(ways[(seat - first) % len(ways)] for seat in range(len(ways)))


def ways_of(batch: Batch, others: Sequence[Player]) -> tuple[int, ...] | None:
    """Return how the seats move, from the face's own on; None where a player is no policy."""
    if not others:
        return (SELF,) * int(batch.options[0])
    policies = records.policies_of(batch, others)
    return None if policies is None else (SELF, *policies)
