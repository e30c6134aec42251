"""What an ending is worth when all hands are seen, its best moves, and a line that shows it.

An ending is worth the attackers' final points, the kitty included, when all four play their best: the
attackers for more, the landlord's side for fewer. Ranks rise and fall with the points, so who plays for
points plays for ranks as well.

>>> from suitwise.tractor.arrays.positions import state_of
>>> from suitwise.tractor.arrays.batch import replay
>>> found = solve(state_of(replay(3, seed=7), plays=80))
>>> found.value, [str(move) for move in found.best]
(115, ['D9', 'D5', 'D5D9'])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from suitwise.arguments import of_kind, whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.rows import as_numpy
from suitwise.foundation.seating import side
from suitwise.tractor.claims import CLAIM_EFFORT, MOST_CLAIMED, ClaimSearch
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.levels import Outcome, outcome_of
from suitwise.tractor.rules.profile import ProfileLike, as_profile
from suitwise.tractor.solve.worth import (
    EFFORT,
    MOST_EFFORT,
    bounds_of,
    check_records,
    exact,
    house_of,
    numbers_of,
    record_of,
)
from suitwise.tractor.state import TractorState

_FAR = 1 << 30
"""No points are so many."""
_CHECKED_CARDS = 2
"""Endings of so many cards a hand are searched again by plain minimax where a solution is checked."""


@dataclass(frozen=True)
class Solution:
    """What an ending is worth.

    Args:
        state: the position.
        value: the attackers' final points when all four play their best.
        effort: the most positions that are searched for an answer.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> found = solve(state_of(replay(64, 7, ("rules", "rules")), plays=72))
    >>> {str(move): points for move, points in found.moves.items()}
    {'CJ': 60, 'CT': 60, 'CTCJ': 60, 'CTCT': 80, 'CTCTCJ': 105}
    """

    state: TractorState
    value: int
    effort: int = EFFORT

    @property
    def outcome(self) -> Outcome:
        """What the points mean for the levels and the next landlord."""
        state = self.state
        return outcome_of(state.levels, state.current_landlord, self.value, state.profile)

    @cached_property
    def moves(self) -> Mapping[Move, int]:
        """What each legal play is worth, throws that fail included; a claim is worth no more."""
        moves = list(self.state.moves_but_claim())
        after = [self.state.followed_by(move) for move in moves]
        return dict(zip(moves, _values(after, self.effort), strict=True))

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that are worth what the ending is."""
        return tuple(move for move, value in self.moves.items() if value == self.value)

    @cached_property
    def line(self) -> tuple[Move, ...]:
        """A line of best play to the last trick, without throws that fail."""
        return tuple(move for move, _ in _best_line(self.state, self.value, self.effort))

    def check(self) -> None:
        """Verify the value by the game's own rules.

        The line is replayed move by move; along it no legal move is worth more to the side that makes
        it; it ends with the points that the ending is worth; and the positions of the last two cards a
        hand are searched again by plain minimax over the game's own states.

        Raises:
            IllegalPosition: the solution is not right.
        """
        state = self.state
        for move in self.line:
            _require(move in state.moves(), f"{move} is no legal move")
            found = Solution(state, self.value, self.effort)
            best = max if _attacks(state) else min
            _require(best(found.moves.values()) == self.value, f"{move} is not the best move")
            if max(hand.size for hand in state.held) <= _CHECKED_CARDS:
                _require(
                    plain_value(state) == self.value, f"before {move} it is worth another value"
                )
            state = state.followed_by(move)
        _require(state.phase == "end", "the line breaks off")
        _require(state.points == self.value, f"the line leads to {state.points} points")


def solve(state: TractorState, *, effort: int = EFFORT) -> Solution:
    """Solve an ending: a position of the play with at most eight cards a hand, all hands seen.

    Args:
        state: the position.
        effort: the most positions between tricks that are searched for one answer.

    Raises:
        IllegalPosition: no cards are being played, or there are too many.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> found = solve(state_of(replay(3, seed=7), plays=80))
    >>> print(found.outcome)
    115 points, the attackers take over +0, levels 5 5, next landlord 0
    >>> print(*found.line)
    D9 H9 S3 S8 D5 H9 S4 S9
    >>> found.check()
    """
    of_kind(state, TractorState, "state")
    effort = whole(effort, "effort", 1, MOST_EFFORT)
    if state.phase not in ("play", "forced"):
        record_of(state)
    return Solution(state, _values([state], effort)[0], effort)


def reaches(state: TractorState, points: int, *, effort: int = EFFORT) -> bool:
    """Tell whether the attackers reach so many final points; the quicker question.

    Args:
        state: the position, as for ``solve``.
        points: the points, the kitty's included.
        effort: as for ``solve``.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> reaches(state, 115), reaches(state, 120)
    (True, False)
    """
    need = whole(points, "points", -_FAR, _FAR)
    effort = whole(effort, "effort", 1, MOST_EFFORT)
    records = np.array([record_of(of_kind(state, TractorState, "state"))], np.int64)
    low, high = bounds_of(records, numbers_of(state), [need], effort=effort)[0].tolist()
    if low < need <= high:
        exact(np.array([[low, high]]), effort)
    return bool(low >= need)


def solve_records(
    records: NDArray[np.int64],
    profile: ProfileLike = "standard",
    *,
    threads: int = 0,
    effort: int = EFFORT,
) -> NDArray[np.int64]:
    """Return the attackers' final points of many endings, as ``solve`` finds them.

    Args:
        records: ``int64[n, 36]``, records of ``arrays.packed`` with at most eight cards a hand, as
            batches of rounds have them; sampled worlds of one position, say.
        profile: the house that all are of.
        threads: how many cores to use; 0 for all.
        effort: as for ``solve``.

    Raises:
        IllegalPosition: a record has larger hands, or none.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.batch import deal_rounds, step
    >>> rounds = step(deal_rounds(3, seed=3), 80)
    >>> solve_records(rounds, threads=1)
    array([ 80, 110, 120])
    """
    check_records(given := as_numpy(records))
    rows = given.astype(np.int64)
    effort = whole(effort, "effort", 1, MOST_EFFORT)
    house = house_of(rows, as_profile(profile))
    return exact(bounds_of(rows, house, threads=threads, effort=effort), effort)


def _attacks(state: TractorState) -> bool:
    return (state.turn ^ state.current_landlord) & 1 == 1


def _values(states: Iterable[TractorState], effort: int) -> list[int]:
    """Return what positions of one deal are worth, in any phase from the first lead on."""
    states = list(states)
    played = [state for state in states if state.phase == "play"]
    found: Iterator[int] = iter(())
    if played:
        records = np.array([record_of(state) for state in played], np.int64)
        found = iter(
            exact(bounds_of(records, numbers_of(played[0]), effort=effort), effort).tolist()
        )
    return [next(found) if state.phase == "play" else _value(state, effort) for state in states]


def _value(state: TractorState, effort: int) -> int:
    """Return the points of a deal that is over, or what the leader of a failed throw chooses."""
    if state.phase == "end":
        return state.points
    parts = _values([state.followed_by(move) for move in state.moves()], effort)
    return max(parts) if _attacks(state) else min(parts)


def _best_line(state: TractorState, value: int, effort: int) -> Iterator[tuple[Move, TractorState]]:
    """Yield moves that keep the value, and the states they lead to."""
    while state.phase != "end":
        for move in state.moves_but_claim():
            if (
                state.phase == "play"
                and not state.tricks[-1].plays
                and not state.throw(move.pile).stands
            ):
                continue
            after = state.followed_by(move)
            if _values([after], effort)[0] == value:
                break
        state = after
        yield move, state


def plain_value(state: TractorState) -> int:
    """Return what a position is worth by plain minimax over the game's own states."""
    if state.phase == "end":
        return state.points
    found = [plain_value(state.followed_by(move)) for move in state.moves_but_claim()]
    return max(found) if _attacks(state) else min(found)


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise IllegalPosition(f"no solution: {fault}")


# --- Claims ---------------------------------------------------------------------------------------
#
# ``tractor.claims`` says when a claim stands.


def claim_stands(state: TractorState, claimant: int, *, effort: int = CLAIM_EFFORT) -> bool:
    """Tell whether a seat's side takes all tricks that are left, whatever the others play.

    Args:
        state: a position of the play with at most five cards a hand, all hands seen.
        claimant: the seat that lays down its hand.
        effort: the most positions between tricks that are searched.

    Raises:
        IllegalPosition: no cards are being played, there are too many, or there is no such seat.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> state.turn, [claim_stands(state, seat) for seat in range(4)]
    (2, [True, False, True, False])
    """
    return _stands(_asked(state, claimant, effort), state)


def claim_refuted(
    state: TractorState, claimant: int, *, effort: int = CLAIM_EFFORT
) -> tuple[Move, ...] | None:
    """Return plays in which a claim fails, to the trick that it loses; None where it stands.

    The claimant plays the first of his moves, as none helps; another seat the first that refutes.

    Args:
        state: as for ``claim_stands``.
        claimant: as for ``claim_stands``.
        effort: as for ``claim_stands``.

    Raises:
        IllegalPosition: as for ``claim_stands``.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> print(*claim_refuted(state, 1))
    D5D9 H9H9 S3S4 S8S9
    >>> claim_refuted(state, 2) is None
    True
    """
    search = _asked(state, claimant, effort)
    return None if _stands(search, state) else tuple(_refuting(search, state))


def _asked(state: TractorState, claimant: int, effort: int) -> ClaimSearch:
    of_kind(state, TractorState, "state")
    seat = state.game.as_seat(claimant)
    if state.phase != "play":
        raise IllegalPosition(
            f"a claim is ruled while cards are played, not in the phase {state.phase}"
        )
    most = max(hand.size for hand in state.held)
    if most > MOST_CLAIMED:
        raise IllegalPosition(
            f"a hand has {most} cards: claims of at most {MOST_CLAIMED} cards a hand are ruled"
        )
    return ClaimSearch(seat, state.trump, state.profile, whole(effort, "effort", 1, 1 << 40))


def _stands(search: ClaimSearch, state: TractorState) -> bool:
    """Tell whether a claim comes true from a position on in which it has lost no trick."""
    if state.phase == "end":
        return True
    table = state.tricks[-1]
    return search.stands(state.held, table.leader, table.plays)


def _refuting(search: ClaimSearch, state: TractorState) -> Iterator[Move]:
    """Yield the plays in which a claim fails from a position on in which it does not hold."""
    lost = False
    while not lost:
        plays = (move for move in _moves(state) if not _keeps(search, state, move))
        yield (move := next(plays))
        following = state.followed_by(move)
        lost = _loses(search, state, following)
        state = following


def _keeps(search: ClaimSearch, state: TractorState, move: Move) -> bool:
    following = state.followed_by(move)
    return not _loses(search, state, following) and _stands(search, following)


def _loses(search: ClaimSearch, before: TractorState, after: TractorState) -> bool:
    """Tell whether a play has completed a trick that the other side takes."""
    trick = after.tricks[len(before.tricks) - 1]
    return trick.is_whole and side(after.winner_of(trick)) != side(search.seat)


def _moves(state: TractorState) -> Iterator[Move]:
    """Yield the plays, the largest leads first; without throws that fail."""
    if state.tricks[-1].plays:
        return iter(state.moves())
    leads = sorted(state.moves_but_claim(), key=lambda move: -move.pile.size)
    return (move for move in leads if state.throw(move.pile).stands)
