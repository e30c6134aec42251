"""What the options of a decision are worth in likely worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

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

By: TypeAlias = Literal["both", "seen", "rolled"]
"""What a play is worth: the chance to prevail with all hands seen, rolled out, or the mean."""
_ROLLING_S = 0.004
"""The seconds of rolling a hand out as plain Python."""


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """How the options of a decision fare in the same worlds.

    Args:
        counts: array (n,), how often each world counts.
        rolled: array (n, m), 1 where the side on turn prevails if the hand is rolled out; of calls
            the marks that it wins or loses.
        points: array (n, m), the points that it is ahead by then.
        seen: array (n, m), 1 where it prevails by best play with all hands seen; None where that was
            not asked.
    """

    counts: Ints
    rolled: Ints
    points: Ints
    seen: Ints | None = None

    @property
    def share_rolled(self) -> list[float]:
        """In which share of the worlds each option prevails, rolled out."""
        return self._mean(self.rolled)

    @property
    def share_seen(self) -> list[float]:
        """In which share of the worlds each option prevails, all hands seen."""
        assert self.seen is not None
        return self._mean(self.seen)

    def _mean(self, found: Ints) -> list[float]:
        mean: list[float] = (self.counts @ found / self.counts.sum()).tolist()
        return mean

    def with_more(self, more: Figures) -> Figures:
        """Return the figures of these worlds and of others."""
        seen = None
        if self.seen is not None and more.seen is not None:
            seen = np.concatenate((self.seen, more.seen))
        return Figures(
            np.concatenate((self.counts, more.counts)),
            np.concatenate((self.rolled, more.rolled)),
            np.concatenate((self.points, more.points)),
            seen,
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
        by: what plays and declarations are worth, see ``By``.
    """

    move: Move
    options: Sequence[Any]
    figures: Figures
    worth: Sequence[float]
    is_exact: bool
    by: By


def judged_plays(
    state: Texas42State, plays: Sequence[int], worlds: Worlds, is_seen: bool, threads: int
) -> Figures:
    """Judge plays of the seat on turn."""
    play = state.play
    assert play is not None
    contract = play.contract
    start, rest = dealt(0, 0, contract.declaration, contract.leader, contract.side, contract.out)
    won, points = _room(worlds, plays), _room(worlds, plays)
    quickest(roll_plays, won.size * _ROLLING_S)(
        worlds.owners,
        start,
        rest,
        contract.call,
        np.array(play.dominoes, np.int64),
        np.array(plays, np.int64),
        won,
        points,
    )
    asked = Plays(play, plays, threads)
    if play.result != OPEN:  # where hands are played out: nothing but points is left to be had
        points = asked.points(worlds.hands)
    return Figures(worlds.counts, won, points, asked.made(worlds.hands) if is_seen else None)


def judged_declarations(
    state: Texas42State, declared: Sequence[int], worlds: Worlds, is_seen: bool, threads: int
) -> Figures:
    """Judge declarations of the seat on turn."""
    won, points = _room(worlds, declared), _room(worlds, declared)
    quickest(roll_declarations, won.size * _ROLLING_S)(
        worlds.owners, state.bidder, state.standing, np.array(declared, np.int64), won, points
    )
    contracts = [Contract(state.bidder, state.standing, one) for one in declared]
    seen = Declarations(contracts, threads).made(worlds.hands) if is_seen else None
    return Figures(worlds.counts, won, points, seen)


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
