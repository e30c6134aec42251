"""Deals and plays the games of an environment, by state objects or, faster, on a compiled record.

``Course`` is what ``SeatEnv`` and ``TableEnv`` have in common: it deals game after game and plays chance
and the other seats. It has two ways to play:

- By *positions*: a ``State`` object for every move. This works for every game and every player.
- On a *record*: a flat array that the variant's compiled rules step. This needs compiled rules that draw
  chance from the variant's own streams, and other seats whose policies are compiled, too. Positions are
  made only if somebody asks for one, by replaying the actions (``Course.position``).

Loading machine code takes half a second and compiling it many seconds, which one or two games don't
repay. So a process begins by positions and changes over between two games, once the time spent shows
that compiling repays (``foundation.arrays.cost_dispatch.repays``). Both ways give the same games.
"""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as short
from typing import Any, Protocol

from suitwise.arguments import whole_input
from suitwise.envs.sight import Encoder
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
    """Return a variant, given as such or by its text.

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
    """Check a seed that was passed to ``reset``; None stands for no seed.

    Raises:
        SuitwiseError: it is no whole number of 64 bits from 0 on.

    >>> seed_of(3), seed_of(None)
    (3, None)
    >>> seed_of(-1)
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: a seed is a number from 0 to 18446744073709551615, not -1
    """
    return None if seed is None else whole_input(seed, "a seed is", most=2**64 - 1)


def check_render_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Refuse an unknown render mode.

    Raises:
        SuitwiseError: the mode is not one of ``modes``.
    """
    if mode is not None and mode not in modes:
        raise SuitwiseError(f"render_mode is one of {', '.join(modes)}, not {mode!r}")


def longest_of(longest: int | None) -> int | None:
    """Check the number of actions after which an episode is truncated; None stands for never.

    Raises:
        SuitwiseError: it is no whole number from 1 on.

    >>> longest_of(5), longest_of(None)
    (5, None)
    """
    if longest is None:
        return None
    return whole_input(longest, "longest is None for never, or", least=1, most=MOST_NUMBERS)


class Dealer:
    """Deals games and plays chance in them.

    A seed and a number determine a game. Each game has its own random streams, one for chance and one
    for the player of each seat, so its cards depend neither on the players nor on earlier games. Game 0
    has the chance of ``game.start().rolled(seed, 0)``.

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
        """Start the games of a seed; the next ``deal`` deals the first one.

        Raises:
            SuitwiseError: the seed has more than 64 bits.
        """
        self.seed, self.number = as_seed(seed), -1

    def deal(self) -> None:
        """Deal the next game."""
        self.number += 1
        self.deal_again()

    def deal_again(self) -> None:
        """Deal the current game from its start."""
        self._roll(self.game.start(), 0)

    def play(self, move: Any) -> None:
        """Play a move, and chance after it."""
        self._roll(self.state.after(move), self._index)

    def _roll(self, state: State[Any], index: int) -> None:
        assert self.seed is not None
        self.state, self._index = roll(state, self.seed, self._stream(0), index)

    def stream_of(self, seat: int) -> int:
        """Return the random stream of a seat's player in this game."""
        return self._stream(1 + seat)

    def _stream(self, which: int) -> int:
        return self.number * (1 + self.game.facts.seats) + which


# --- The course of games --------------------------------------------------------------------------

STEP_S = 50e-6
"""The approximate extra time of a step by positions over one on the record."""


class Player(Protocol):
    """A player that can be seated at games, such as ``players.named.Named``."""

    def seated(self, seed: int, stream: int) -> Chooser:
        """Return the player of one seat of one game."""


class Course:
    """Plays game after game of a seed, each time up to the next turn of the environment's own seats.

    Args:
        encoder: the observations and actions of the variant.
        others: the players of the other seats, in order from the seat after the environment's own; empty
            if the environment moves for all seats.
        dealer: the dealer, if games don't begin at their first move.

    Attributes:
        dealer: the dealer, which holds the position that was reached by positions.
        seat: the environment's own seat in this game.

    >>> from suitwise.game import load
    >>> course = Course(Encoder(load("gin")))
    >>> course.dealer.begin(seed=3)
    >>> course.deal()
    >>> course.turn, course.mask(0).nonzero()[0].tolist(), int(course.mask(1).sum())
    (0, [1, 2], 0)
    """

    def __init__(
        self, encoder: Encoder, others: Sequence[Player] = (), dealer: Dealer | None = None
    ) -> None:
        self._encoder, self.others = encoder, others
        self.dealer = dealer or Dealer(encoder.game)
        self.seat = 0
        self._choosers: dict[int, Chooser] = {}
        self._batch = records.own_batch_of(encoder.game)
        self._ways = ways_of(self._batch, others) if self._batch else None
        self._single: records.Single | None = None  # the compiled record, once it repays
        self._record: records.Single | None = None  # the same while a game is played on it
        self._steps = 0
        self._unplayed: list[int] = []  # actions on the record that the position lacks

    # --- The present position ---------------------------------------------------------------------

    @property
    def position(self) -> State[Any]:
        """The true position; actions played on the record are replayed there first."""
        unplayed, self._unplayed = self._unplayed, []
        for action in unplayed:
            if action == records.BEGIN:
                self._deal_position()
            else:
                self._follow(self._encoder.game.numbered_move(action))
        return self.dealer.state

    @property
    def turn(self) -> int:
        """The seat on turn, or ``OVER``."""
        return self.dealer.state.turn if self._record is None else self._record.turn

    def returns(self) -> Sequence[float]:
        """Return the returns of the seats in a game that is over."""
        return self.position.returns() if self._record is None else self._record.returns.tolist()

    def observation(self, seat: int) -> NDArray[Any]:
        """Return the flat observation of a seat: (width,) of the encoder's dtype."""
        if self._record is None:
            return self._encoder.observation(self.position, seat)
        return self._encoder.numbers.given(self._record.seen_by(seat))

    def mask(self, seat: int, *, ended: bool = False) -> NDArray[np.int8]:
        """Return the mask of a seat, int8 (n,), like ``Encoder.mask``."""
        record = self._record
        if record is None:
            return self._encoder.mask(self.position, seat, ended=ended)
        if ended or record.turn != seat:
            return np.zeros(len(record.allowed), np.int8)
        return record.allowed.copy()

    def masks(self, *, ended: bool = False) -> Sequence[NDArray[np.int8]]:
        """Return the mask of every seat."""
        record, seats = self._record, self._encoder.game.facts.seats
        if record is None:
            return [self._encoder.mask(self.position, seat, ended=ended) for seat in range(seats)]
        masks: NDArray[np.int8] = np.zeros((seats, len(record.allowed)), np.int8)
        if not ended and record.turn >= 0:
            masks[record.turn] = record.allowed
        return list(masks)

    # --- Games and moves --------------------------------------------------------------------------

    def deal(self, seat: int = 0) -> None:
        """Deal the next game and play the others up to the own seat's first turn, or to the end.

        Args:
            seat: the environment's own seat in this game.

        Raises:
            SuitwiseError: one of the other players chose an illegal move.
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
        self._record.begin(dealer.seed, dealer.number, self._ways_by_seat(), shown)

    def play(self, action: int) -> None:
        """Play an action for the seat on turn, then chance and the others, up to the next own turn.

        Raises:
            IllegalMove: the action is illegal; the text names the rule.
            SuitwiseError: one of the other players chose an illegal move.
        """
        self._steps += 1
        record = self._record
        if record is not None and record.play(action):
            self._unplayed.append(action)
            return
        # The record refuses without a reason, so ask the position, which raises with one.
        move = self._encoder.actions.move(self.position, action)
        assert record is None, f"{self._encoder.game}: {move} is legal, and not on the record"
        self._follow(move)

    def _deal_position(self) -> None:
        dealer, seats = self.dealer, self._encoder.game.facts.seats
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
            except Exception as error:  # a game may raise anything for an object that is no move
                raise SuitwiseError(
                    f"the player in seat {state.turn} chose {short(move)}, which is no legal move: "
                    f"{error}"
                ) from error

    # --- Records ----------------------------------------------------------------------------------

    def _ready(self) -> records.Single | None:
        """Return the record for the next game, or None while compiling one does not repay."""
        batch = self._batch
        if self._single is not None or batch is None or self._ways is None:
            return self._single
        spent, self._steps = self._steps * STEP_S, 0
        if repays(records.single_of(batch), spent):
            self._single = records.Single(batch)
        return self._single

    def _ways_by_seat(self) -> tuple[int, ...]:
        """Return the policy number of each seat, from seat 0 on."""
        ways, first = self._ways, self.seat
        assert ways is not None
        return tuple(ways[(seat - first) % len(ways)] for seat in range(len(ways)))


def ways_of(batch: Batch, others: Sequence[Player]) -> tuple[int, ...] | None:
    """Return the policy number of each seat, from the environment's own on.

    None if one of the other players has no compiled policy.
    """
    if not others:
        return (SELF,) * int(batch.options[0])
    policies = records.policies_of(batch, others)
    return None if policies is None else (SELF, *policies)
