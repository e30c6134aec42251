"""The Monte Carlo player of gin rummy: it knocks, or plays on, by what brings more points on average.

Where it may knock it draws *worlds*: a hand that the other's play makes likely (``weighing.likely``), a
habit of the other, to knock as soon as it can or to wait for gin, and an order of the stock. A knock
is worth its points in each world; to play on is worth the points at the end when the quick policy
(``weighing.policy``) plays both seats. So it waits where the other is likely to be just above what
one knocks with, and knocks where it is likely to be far from it.

Before that it discards by the careful judgement of hands (``weighing.careful``), and takes the top of
the pile by the quick one; both count the cards that would make a new meld.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import quickest
from suitwise.foundation.clock import Clock
from suitwise.game import State
from suitwise.players.turns import is_clear, on_turn
from suitwise.rummy.gin.moves import BIG_GIN, CARD_MOVES, KNOCK_MOVES, PASS, PILE, STOCK, GinMove
from suitwise.rummy.gin.players.weighed import Option, options_of, stream_of, unseen_by, weighed
from suitwise.rummy.gin.rules.melds import (
    BITS,
    CARDS,
    KEEPING_S,
    bits_of,
    gin_deadwood,
    keeping_least,
)
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.gin.weighing.careful import careful_discard
from suitwise.rummy.gin.weighing.policy import CHEAPEST_S, wants
from suitwise.seeds import as_seed

MOST_WORLDS = 100_000
"""A knock is weighed in this many worlds at most."""
_HASH = 56
"""The bits of a decision's stream; the number of the batch lies above them."""
_DISCARDING_S = 0.02
"""The seconds of ``careful_discard`` as plain Python."""


class Judged(NamedTuple):
    """A move, and where there was a knock to weigh the figures that it was chosen by.

    Args:
        move: the move.
        options: the moves that were weighed, the knock first, then each discard once for each of
            ``weighed.HABITS``; none where nothing was weighed.
        found: what each is worth in each world, (worlds, options).

    >>> from suitwise.rummy.gin.game import Gin
    >>> judged = MonteCarloGin().judged(Gin().start().rolled(3, 0)[0])
    >>> str(judged.move), judged.options, judged.found
    ('pass', (), None)
    """

    move: GinMove
    options: tuple[GinMove, ...] = ()
    found: NDArray[np.int32] | None = None


@dataclass(frozen=True, slots=True)
class MonteCarloGin:
    """Knocks or plays on by expected points; the same view, the same move.

    Args:
        worlds: in how many worlds a knock is weighed.
        seconds: if above 0, worlds are drawn in lots of up to ``worlds`` until the time is over or the
            choice is clear; the choice then depends on the machine.
        seed: 64-bit seed of the worlds.

    Raises:
        SuitwiseError: a number is out of range.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.game import Gin
    >>> play(Gin().start(), MonteCarloGin(worlds=20), seed=1).returns
    (-2.0, 2.0)
    """

    worlds: int = 200
    seconds: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse options out of range."""
        if not 1 <= self.worlds <= MOST_WORLDS:
            raise SuitwiseError(f"1 to {MOST_WORLDS:,} worlds are drawn, not {self.worlds}")
        if not self.seconds >= 0:
            raise SuitwiseError(f"the time for a move is 0 seconds or more, not {self.seconds}")
        as_seed(self.seed)

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn."""
        return self.judged(on_turn(state, GinState, "gin rummy")).move

    def judged(self, state: GinState) -> Judged:
        """Return a move with the figures of a knock that was weighed.

        Args:
            state: a position in which a seat is on turn; no more of it counts than what it sees.
        """
        clock = Clock(self.seconds)
        if state.phase != "discard":
            return Judged(drawn(state))
        moves = state.moves()
        if BIG_GIN in moves:
            return Judged(BIG_GIN)
        knocks = bits_of(move.card for move in moves if move.kind == "knock")
        return self._knock_or_not(state, knocks, clock) if knocks else Judged(discarded(state))

    def _knock_or_not(self, state: GinState, knocks: int, clock: Clock) -> Judged:
        """Weigh the knock that keeps least against the careful discard and the knock's own."""
        hand = state.hands[state.seat]
        card = quickest(keeping_least, KEEPING_S)(hand, knocks)
        knock = state.parse_move(str(KNOCK_MOVES[card]))
        if gin_deadwood(hand & ~BITS[card]) == 0:
            return Judged(knock)
        on = dict.fromkeys((discarded(state), CARD_MOVES[card]))
        options = options_of((knock, *on))
        moves = tuple(option.move for option in options)
        found = self._found(state, options, clock)
        return Judged(moves[int(found.sum(axis=0).argmax())], moves, found)

    def _found(self, state: GinState, options: Sequence[Option], clock: Clock) -> NDArray[np.int32]:
        """Return what options are worth in the worlds that there are, or that there is time for."""
        stream, moves = stream_of(state), [option.move for option in options]
        found: list[NDArray[np.int32]] = []
        for number, count in enumerate(clock.lots(self.worlds)):
            found.append(weighed(state, options, count, self.seed, stream ^ number << _HASH))
            if is_clear(_by_move(moves, np.concatenate(found))):
                break
        return np.concatenate(found)


def _by_move(moves: Sequence[GinMove], found: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return what moves are worth in each world, each with the habit that is better on average."""
    best = {moves[at]: at for at in found.sum(axis=0).argsort().tolist()}
    return found[:, list(best.values())]


def drawn(state: GinState) -> GinMove:
    """Return the draw of the seat on turn."""
    seat, top = state.seat, BITS[state.pile[-1][0]]
    taken = state.known[1 - seat]
    if quickest(wants, CHEAPEST_S)(state.hands[seat], top, unseen_by(state), taken):
        return PILE
    return STOCK if state.phase == "draw" else PASS


def discarded(state: GinState) -> GinMove:
    """Return the discard of the seat on turn, by the careful judgement."""
    seat, room = state.seat, state.hidden(state.seat).bit_count()
    hand, taken = state.hands[seat], state.known[1 - seat]
    judge = quickest(careful_discard, _DISCARDING_S)
    return CARD_MOVES[CARDS[judge(hand, state.free, unseen_by(state), taken, room)]]
