"""What the options of a decision are worth in likely worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.arrays.quick import quickest
from suitwise.texas42.arrays.packed import dealt
from suitwise.texas42.moves import Move
from suitwise.texas42.players.search.auctions import roll_calls, roll_declarations
from suitwise.texas42.players.search.rollouts import roll_plays
from suitwise.texas42.players.search.worlds import Ints, Worlds
from suitwise.texas42.rules.contracts import OPEN, Contract
from suitwise.texas42.solve.move_values import Declarations, Plays
from suitwise.texas42.state import Texas42State

_ROLLING_S = 0.004
"""The seconds of rolling a hand out as plain Python."""


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """How the options of a decision fare in the same worlds.

    Args:
        counts: array (n,), how often each world counts.
        found: array (n, m), 1 where the side on turn prevails by best play with all hands seen; of
            calls the marks that it wins or loses if the hand is rolled out.
        points: array (n, m), the points that it is ahead if the hand is rolled out; none of calls.
    """

    counts: Ints
    found: Ints
    points: Ints

    @property
    def shares(self) -> list[float]:
        """In which share of the worlds each option prevails."""
        mean: list[float] = (self.counts @ self.found / self.counts.sum()).tolist()
        return mean

    def with_more(self, more: Figures) -> Figures:
        """Return the figures of these worlds and of others."""
        return Figures(
            np.concatenate((self.counts, more.counts)),
            np.concatenate((self.found, more.found)),
            np.concatenate((self.points, more.points)),
        )


class Judged(NamedTuple):
    """A move with the figures that it is chosen by.

    Args:
        move: the move: none of the options is worth more.
        options: the plays, the declarations, or the calls each with a declaration.
        figures: how the options fare.
        worth: what each option is worth, (options,): of plays and declarations the chance to prevail,
            of calls the marks, in a match the chance to win it.
        is_exact: whether all worlds were looked at, and no sample.
    """

    move: Move
    options: Sequence[Any]
    figures: Figures
    worth: Sequence[float]
    is_exact: bool


def judged_plays(
    state: Texas42State, plays: Sequence[int], worlds: Worlds, threads: int
) -> Figures:
    """Judge plays of the seat on turn."""
    play = state.play
    assert play is not None
    contract = play.contract
    start, rest = dealt(0, 0, contract.declaration, contract.leader, contract.side, contract.out)
    points = _room(worlds, plays)
    quickest(roll_plays, points.size * _ROLLING_S)(
        worlds.owners,
        start,
        rest,
        contract.call,
        np.array(play.dominoes, np.int64),
        np.array(plays, np.int64),
        points,
    )
    asked = Plays(play, plays, threads)
    if play.result != OPEN:  # where hands are played out: nothing but points is left to be had
        points = asked.points(worlds.hands)
    return Figures(worlds.counts, asked.made(worlds.hands), points)


def judged_declarations(
    state: Texas42State, declared: Sequence[int], worlds: Worlds, threads: int
) -> Figures:
    """Judge declarations of the seat on turn."""
    points = _room(worlds, declared)
    quickest(roll_declarations, points.size * _ROLLING_S)(
        worlds.owners, state.bidder, state.standing, np.array(declared, np.int64), points
    )
    contracts = [Contract(state.bidder, state.standing, one) for one in declared]
    return Figures(worlds.counts, Declarations(contracts, threads).made(worlds.hands), points)


def judged_calls(
    state: Texas42State, options: Sequence[tuple[int, int]], worlds: Worlds
) -> Figures:
    """Judge calls of the seat on turn, each with what it declares."""
    game, marks = state.variant, _room(worlds, options)
    auction = (
        state.shaker, game.cap, game.house, state.bidder, state.standing, len(state.calls)
    )  # fmt: skip
    quickest(roll_calls, marks.size * _ROLLING_S)(
        worlds.owners, np.array(auction, np.int64), np.array(options, np.int64), marks
    )
    return Figures(worlds.counts, marks, np.zeros_like(marks))


def _room(worlds: Worlds, options: Sequence[Any]) -> Ints:
    return np.zeros((len(worlds.owners), len(options)), np.int64)
