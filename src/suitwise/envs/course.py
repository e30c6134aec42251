"""The course of a face's games, one after the other: by positions, or on a compiled record.

Where a variant's compiled rules say how it goes on by its own streams (``stepping.own.Own``) and they
know how the other seats move, a game need not make a position for every move: the record goes ahead, and
the positions catch up with it when somebody asks for one. To load machine code takes half a second,
though, and to compile it many, for which nobody has asked who wants a game or two. So a process plays by
positions till then (``foundation.arrays.quick.repays``); it goes over between two games.
"""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as short
from typing import Any, Protocol

from suitwise.envs.dealing import Dealer
from suitwise.envs.sight import Sight
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import repays
from suitwise.game import Chooser, State
from suitwise.stepping.known import own_batch_of, policies_of
from suitwise.stepping.loop import SELF, Batch
from suitwise.stepping.single import BEGIN, ON_TURN, Single, call_of, single_of

STEP_S = 50e-6
"""About how much longer a step takes by positions."""


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
        self._batch = own_batch_of(sight.game)
        self._ways = ways_of(self._batch, others) if self._batch else None
        self._single: Single | None = None
        self._record: Single | None = None
        self._steps = 0
        self._unplayed: list[int] = []

    # --- Where the game stands --------------------------------------------------------------------

    @property
    def position(self) -> State[Any]:
        """The true position; what was played on the record alone is played there first."""
        unplayed, self._unplayed = self._unplayed, []
        for action in unplayed:
            if action == BEGIN:
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
        self._unplayed = [BEGIN]
        shown = seat if self.others else ON_TURN
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

    def _ready(self) -> Single | None:
        """Return the record that the next game is played on, or None."""
        batch = self._batch
        if self._single is not None or batch is None or self._ways is None:
            return self._single
        spent, self._steps = self._steps * STEP_S, 0
        if repays(single_of(batch), spent, lambda: call_of(batch)):
            self._single = Single(batch)
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
    policies = policies_of(batch, others)
    return None if policies is None else (SELF, *policies)
