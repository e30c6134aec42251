"""Solve endings of Tractor with all hands seen: their value, best moves, a best line, and claims.

The value of an ending is the attackers' final points, the kitty included, under best play: the
attackers maximise them, the landlord's side minimises. Levels rise and fall with the points, so this is
best play for levels as well.

>>> from suitwise.tractor.arrays.batch import replay, state_of
>>> solution = solve(state_of(replay(3, seed=7), plays=80))
>>> solution.value, [str(move) for move in solution.best]
(115, ['D9', 'D5', 'D5D9'])
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from suitwise.arguments import of_kind, whole
from suitwise.cards import N_CARDS
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.foundation.arrays.cost_dispatch import quickest_rows
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import as_numpy, cores, on_threads, row_ranges
from suitwise.foundation.seating import side
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.packed import form_of, hand_in, pile_at, renamed, size_of
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.claims import CLAIM_EFFORT, MOST_CLAIMED, ClaimSearch
from suitwise.tractor.rules.deck import EMPTY, NO_SUIT
from suitwise.tractor.rules.levels import Outcome, gains, outcome_of
from suitwise.tractor.rules.profile import Profile, ProfileLike, as_profile
from suitwise.tractor.solve import workspace as ws
from suitwise.tractor.solve.search import gain, most_for_kitty
from suitwise.tractor.solve.workspace import (
    honour_of,
    keep_tops,
    key_of,
    kitty_for,
    note_lead,
    worth_of,
)
from suitwise.tractor.state import TractorState

# --- Records --------------------------------------------------------------------------------------
#
# ``final_points(desk, record, house)`` solves a record, also inside compiled rollouts. ``desk`` is an
# array of ``workspace.DESK`` integers, zeros at first, that a thread keeps from call to call.
# ``record`` is one of ``arrays.packed`` with at most ``MOST_SOLVED`` cards a hand, between tricks or
# within one, even with a throw on the table. ``house`` is what ``workspace.house_numbers`` returns.

HOUSE = ws.AGAINST + 1 - ws.CHAIN
"""The number of integers of a house."""
UNKNOWN = -(1 << 40)
"""The answer if the search would take more positions than allowed."""


@rule
def lay_deal(desk: Any, record: Any, house: Any) -> None:
    """Write a record and its house to the desk, and invalidate the transposition table."""
    stamp = item_at(desk, ws.STAMP) + 1
    if stamp == ws.STAMPS:
        for column in range(ws.TABLE, ws.DESK):
            desk[column] = 0
        stamp = 1
    desk[ws.STAMP], desk[ws.NODES] = stamp, 0
    for column in range(ws.RECENT, ws.MOVES):
        desk[column] = 0
    for number in range(HOUSE):
        desk[ws.CHAIN + number] = house[number]
    cr = item_at(record, packed.RANK)
    desk[ws.FORM] = form_of(item_at(record, packed.MAIN))
    desk[ws.FIVES], desk[ws.TENS] = packed.FIVES_OF[cr], packed.TENS_OF[cr]
    desk[ws.LANDLORD] = item_at(record, packed.LANDLORD)
    desk[ws.BURIED] = worth_of(desk, *pile_at(record, packed.BURIED))
    shift = 0
    for seat in range(4):
        once, twice = hand_in(record, seat)
        desk[ws.HANDS + 2 * seat], desk[ws.HANDS + 2 * seat + 1] = once, twice
        while once:
            card = lowest_bit(once)
            once &= once - 1
            desk[ws.SHIFTS + N_CARDS * seat + card] = shift
            shift += 1 + (twice >> card & 1)


@rule
def lay_trick(desk: Any, record: Any) -> tuple[int, int, int, int, int, int]:
    """Write the plays on the table to the desk.

    Returns:
        The seat that wins so far; the honour, the cards and the pairs of its play; all cards on the
        table; their points.
    """
    leader = item_at(record, packed.LEADER)
    winner, best, best_once, best_twice, laid, points = leader, 0, 0, 0, 0, 0
    for place in range(item_at(record, packed.PLACED)):
        once, twice = pile_at(record, packed.TABLE + 2 * place)
        if place == 0:
            honour = note_lead(desk, place, once, twice)
        else:
            honour = honour_of(desk, place, place, once, twice, best, best_once, best_twice)
            keep_tops(desk, place, place, honour > 0, (once, twice), (best_once, best_twice))
        if place == 0 or honour > 0:
            winner, best, best_once, best_twice = leader + place & 3, honour, once, twice
        laid |= once
        points += worth_of(desk, once, twice)
    return winner, best, best_once, best_twice, laid, points


@rule
def key_and_rest(desk: Any, record: Any, points: int) -> tuple[int, int, int]:
    """Return the key, the points in the hands and on the table, and the most that can be gained."""
    key, rest = 0, points
    for seat in range(4):
        once, twice = item_at(desk, ws.HANDS + 2 * seat), item_at(desk, ws.HANDS + 2 * seat + 1)
        key += key_of(desk, seat, once, twice)
        rest += worth_of(desk, once, twice)
    kitty = most_for_kitty(desk)
    if item_at(record, packed.PLACED):
        kitty = max(kitty, kitty_for(desk, ws.FRAMES))
    return key, rest, rest + kitty


@rule
def final_between(
    desk: Any, record: Any, house: Any, need: int, by_levels: bool
) -> tuple[int, int]:
    """Return bounds on the attackers' final points, found by bisection with null windows.

    Args:
        desk: the desk; it is changed.
        record: the record.
        house: its house.
        need: stop as soon as it is known whether the points reach this number; ``UNKNOWN`` to find them
            exactly.
        by_levels: stop as soon as both bounds are worth the same number of levels.
    """
    lay_deal(desk, record, house)
    winner, best, best_once, best_twice, laid, points = lay_trick(desk, record)
    leader, placed = item_at(record, packed.LEADER), item_at(record, packed.PLACED)
    cards = size_of(*hand_in(record, leader + placed & 3))
    key, rest, high = key_and_rest(desk, record, points)
    taken, low = item_at(record, packed.POINTS), 0
    while low < high:
        wanted = (low + high + 1) >> 1
        if need != UNKNOWN:
            wanted = -((taken - need) // ws.UNIT)  # what is lacking, rounded up
            if wanted <= low or wanted > high:
                break
        if by_levels and gains(taken + ws.UNIT * low) == gains(taken + ws.UNIT * high):
            break
        bound = gain(
            desk,
            placed,
            leader,
            placed,
            winner,
            best,
            best_once,
            best_twice,
            laid,
            points,
            key,
            cards,
            rest,
            wanted,
        )
        if item_at(desk, ws.NODES) >= item_at(desk, ws.LIMIT):
            break
        if bound >= wanted:
            low = bound
        else:
            high = bound
    return taken + ws.UNIT * low, taken + ws.UNIT * high


@rule
def final_points(desk: Any, record: Any, house: Any) -> int:
    """Return the attackers' final points under best play, or ``UNKNOWN``.

    Args:
        desk: the desk; its column ``workspace.LIMIT`` limits the positions searched.
        record: the record.
        house: its house.
    """
    low, high = final_between(desk, record, house, UNKNOWN, False)
    return low if low == high else UNKNOWN


# --- Arrays of records, on all cores --------------------------------------------------------------

MOST_EFFORT = 1 << 40
EFFORT = 20_000_000
"""The default limit of positions between tricks for one answer: about ten seconds on a core."""


def record_of(state: TractorState) -> list[int]:
    """Return a position of the play as a record, with the columns that the search reads.

    Raises:
        IllegalPosition: no cards are being played, the hands are too large, or the table is not one of
            four players with two packs and fixed sides.
    """
    if not state.variant.is_classic:
        raise IllegalPosition("endings are solved for four players with two packs and fixed sides")
    if state.phase != "play":
        raise IllegalPosition(
            f"an ending is solved while it is played, not in the phase {state.phase}"
        )
    most = max(hand.size for hand in state.held)
    if most > ws.MOST_SOLVED:
        raise IllegalPosition(
            f"a hand has {most} cards: endings of at most {ws.MOST_SOLVED} cards a hand are solved"
        )
    record, table = [0] * packed.COLUMNS, state.tricks[-1]
    main, cr = state.trump.main_index, state.trump.rank_index
    record[packed.MAIN], record[packed.RANK] = main, cr
    record[packed.LANDLORD], record[packed.POINTS] = state.current_landlord, state.taken
    record[packed.LEADER], record[packed.PLACED] = table.leader, len(table.plays)
    for number, pile in enumerate((*state.held, state.buried or EMPTY, *table.plays)):
        record[packed.HANDS + 2 * number] = renamed(pile.once, main, cr)
        record[packed.HANDS + 2 * number + 1] = renamed(pile.twice, main, cr)
    return record


@rule
def answer(i: int, question: Any, answers: Any) -> None:
    """Find the bounds of a row.

    Args:
        i: the row.
        question: the records, ``int64[n, COLUMNS]``; for each the final points asked about or
            ``UNKNOWN``, ``int64[n]``; the house.
        answers: the bounds, ``int64[n, 2]``, filled; a desk.
    """
    records, needs, house = question
    bounds, desk = answers
    bounds[i, 0], bounds[i, 1] = final_between(desk, records[i], house, needs[i], False)


def bounds_of(
    records: NDArray[np.int64],
    house: tuple[int, ...],
    needs: Sequence[int] | None = None,
    *,
    threads: int = 1,
    effort: int = EFFORT,
) -> NDArray[np.int64]:
    """Return bounds on the final points of each record, ``int64[n, 2]``; see ``final_between``.

    Args:
        records: the records, all of this house.
        house: the house.
        needs: the final points asked about in each; None to find them exactly.
        threads: the number of cores to use; 0 for all.
        effort: the limit of positions searched for each; when it is reached the bounds stay apart.
    """
    asked = np.full(len(records), UNKNOWN) if needs is None else np.array(needs, np.int64)
    bounds = np.zeros((len(records), 2), np.int64)
    run = quickest_rows(answer, plain_seconds(records))
    question = records, asked, np.array(house, np.int64)

    def work(piece: range) -> None:
        run(question, (bounds, desk_of_thread(effort)), piece.start, piece.stop)

    on_threads(work, row_ranges(len(records), _PIECE), cores(threads))
    return bounds


_PIECE = 8
"""The number of records that a thread takes at a time."""
_PLAIN_S = (0.00005, 0.00005, 0.0004, 0.003, 0.02, 0.15, 1.2, 8.0, 60.0)
"""The seconds that plain Python takes, roughly, by the number of cards in a hand."""
_OF_THREAD = threading.local()


def plain_seconds(records: NDArray[np.int64]) -> float:
    """Return the seconds that plain Python takes for some records, roughly."""
    return float(np.array(_PLAIN_S)[np.minimum(_cards_a_hand(records), ws.MOST_SOLVED)].sum())


def _cards_a_hand(records: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of cards in the largest hand of each record."""
    hands = np.bitwise_count(records[:, packed.HANDS : packed.HANDS + 8])
    sizes: NDArray[np.int64] = hands.reshape(-1, 4, 2).sum(axis=2).max(axis=1, initial=0)
    return sizes


def new_desk(effort: int = EFFORT) -> NDArray[np.int64]:
    """Return a desk for ``final_points``; keep one for each thread.

    Args:
        effort: the limit of positions searched for each answer.
    """
    desk = np.zeros(ws.DESK, np.int64)
    desk[ws.LIMIT] = effort
    return desk


def desk_of_thread(effort: int = EFFORT) -> NDArray[np.int64]:
    """Return this thread's desk for ``final_points``.

    Args:
        effort: the limit of positions searched for each answer.
    """
    if not hasattr(_OF_THREAD, "desk"):
        _OF_THREAD.desk = new_desk()
    desk: NDArray[np.int64] = _OF_THREAD.desk
    desk[ws.LIMIT] = effort
    return desk


def exact(bounds: NDArray[np.int64], effort: int) -> NDArray[np.int64]:
    """Return the points, which the bounds must have settled.

    Raises:
        SuitwiseError: the bounds differ, because the effort was not enough.
    """
    if (bounds[:, 0] != bounds[:, 1]).any():
        raise SuitwiseError(
            f"{effort:,} positions do not settle this ending: play a trick, or allow a higher effort"
        )
    points: NDArray[np.int64] = bounds[:, 0]
    return points


_BOUNDS = (
    (packed.MAIN, 0, NO_SUIT),
    (packed.RANK, 0, 12),
    (packed.LANDLORD, 0, 3),
    (packed.LEADER, 0, 3),
    (packed.PLACED, 0, 3),
)
"""The ranges of the columns that the search reads besides cards and points."""


def check_records(records: NDArray[Any]) -> None:
    """Validate an array of records.

    Raises:
        IllegalPosition: its shape or type is wrong, or a hand is empty or too large.
    """
    if records.dtype.kind != "i" or records.ndim != 2 or records.shape[1] != packed.COLUMNS:
        raise IllegalPosition(
            f"records are integers, an array of n rows and {packed.COLUMNS} columns"
        )
    for column, least, most in _BOUNDS:
        if ((records[:, column] < least) | (records[:, column] > most)).any():
            raise IllegalPosition(f"column {column} of a record is {least} to {most}")
    sizes = _cards_a_hand(records)
    if ((sizes < 1) | (sizes > ws.MOST_SOLVED)).any():
        row = int(np.argmax((sizes < 1) | (sizes > ws.MOST_SOLVED)))
        raise IllegalPosition(
            f"record {row} has {sizes[row]} cards in a hand: endings of 1 to {ws.MOST_SOLVED} are solved"
        )


def numbers_of(state: TractorState) -> tuple[int, ...]:
    """Return the numbers of a position's house."""
    return ws.house_numbers(state.profile, state.trump.main_index)


def house_of(records: NDArray[np.int64], profile: Profile) -> tuple[int, ...]:
    """Return the numbers of a house for some records.

    Raises:
        IllegalPosition: the records are of different trumps.
    """
    mains = set(records[:, packed.MAIN].tolist()) or {NO_SUIT}
    numbers = {ws.house_numbers(profile, main) for main in mains}
    if len(numbers) > 1:
        raise IllegalPosition("records with and without a main suit are solved apart in this house")
    return numbers.pop()


# --- Endings --------------------------------------------------------------------------------------

_FAR = 1 << 30
"""More than any points."""
_CHECKED_CARDS = 2
"""``Solution.check`` solves endings of this many cards a hand again by plain minimax."""


@dataclass(frozen=True)
class Solution:
    """A solved ending.

    Args:
        state: the position.
        value: the attackers' final points under best play.
        effort: the limit of positions searched for each answer.

    >>> from suitwise.tractor.arrays.batch import replay, state_of
    >>> solution = solve(state_of(replay(64, 7, ("rules", "rules")), plays=72))
    >>> {str(move): points for move, points in solution.moves.items()}
    {'CJ': 60, 'CT': 60, 'CTCJ': 60, 'CTCT': 80, 'CTCTCJ': 105}
    """

    state: TractorState
    value: int
    effort: int = EFFORT

    @property
    def outcome(self) -> Outcome:
        """The levels and the next landlord that follow from the value."""
        state = self.state
        return outcome_of(state.side_levels, state.current_landlord, self.value, state.profile)

    @cached_property
    def moves(self) -> Mapping[Move, int]:
        """The value of each legal play, failing throws included. A claim is never worth more."""
        moves = list(self.state.moves_but_claim())
        after = [self.state.followed_by(move) for move in moves]
        return dict(zip(moves, _values(after, self.effort), strict=True))

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value."""
        return tuple(move for move, value in self.moves.items() if value == self.value)

    @cached_property
    def line(self) -> tuple[Move, ...]:
        """A line of best play to the last trick, without failing throws."""
        return tuple(_best_line(self.state, self.value, self.effort))

    def check(self) -> None:
        """Verify the value by the game's own rules.

        It replays the line move by move, checks that no legal move along it is worth more to the side
        that makes it and that the final points are the value, and solves positions of at most two
        cards a hand again by plain minimax over the game's states.

        Raises:
            IllegalPosition: the solution is not right.
        """
        state = self.state
        for move in self.line:
            _require(move in state.moves(), f"{move} is no legal move")
            values = Solution(state, self.value, self.effort).moves.values()
            best = max(values) if _attacks(state) else min(values)
            _require(best == self.value, f"{move} is not the best move")
            if max(hand.size for hand in state.held) <= _CHECKED_CARDS:
                _require(
                    plain_value(state) == self.value, f"before {move} it is worth another value"
                )
            state = state.followed_by(move)
        _require(state.phase == "end", "the line breaks off")
        _require(state.points == self.value, f"the line leads to {state.points} points")


def solve(state: TractorState, *, effort: int = EFFORT) -> Solution:
    """Solve an ending with at most eight cards a hand, all hands seen.

    Args:
        state: a position of the play.
        effort: the limit of positions between tricks searched for each answer.

    Raises:
        IllegalPosition: no cards are being played, or there are too many.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.batch import replay, state_of
    >>> solution = solve(state_of(replay(3, seed=7), plays=80))
    >>> print(solution.outcome)
    115 points, the attackers take over +0, levels 5 5, next landlord 0
    >>> print(*solution.line)
    D9 H9 S3 S8 D5 H9 S4 S9
    >>> solution.check()
    """
    of_kind(state, TractorState, "state")
    effort = whole(effort, "effort", 1, MOST_EFFORT)
    if state.phase not in ("play", "forced"):
        record_of(state)  # raises
    return Solution(state, _values([state], effort)[0], effort)


def reaches(state: TractorState, points: int, *, effort: int = EFFORT) -> bool:
    """Tell whether the attackers reach a number of final points; quicker than ``solve``.

    Args:
        state: the position, as for ``solve``.
        points: the number of points, the kitty's included.
        effort: as for ``solve``.

    >>> from suitwise.tractor.arrays.batch import replay, state_of
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> reaches(state, 115), reaches(state, 120)
    (True, False)
    """
    need = whole(points, "points", -_FAR, _FAR)
    effort = whole(effort, "effort", 1, MOST_EFFORT)
    if of_kind(state, TractorState, "state").phase == "forced":
        leads = (reaches(state.followed_by(move), need, effort=effort) for move in state.moves())
        return any(leads) if _attacks(state) else all(leads)
    records = np.array([record_of(state)], np.int64)
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
        records: ``int64[n, 36]``, records of ``arrays.packed`` with at most eight cards a hand, for
            example from batches of rounds, or sampled worlds of one position.
        profile: the house.
        threads: the number of cores to use; 0 for all.
        effort: as for ``solve``.

    Raises:
        IllegalPosition: a record has larger hands, or none.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.batch import deal_rounds, step
    >>> rounds = step(deal_rounds(3, seed=3), 80)
    >>> solve_records(rounds, threads=1)
    array([ 80, 110, 120])
    """
    array = as_numpy(records)
    check_records(array)
    rows = array.astype(np.int64)
    effort = whole(effort, "effort", 1, MOST_EFFORT)
    house = house_of(rows, as_profile(profile))
    return exact(bounds_of(rows, house, threads=threads, effort=effort), effort)


def _attacks(state: TractorState) -> bool:
    return (state.turn ^ state.current_landlord) & 1 == 1


def _values(states: Iterable[TractorState], effort: int) -> list[int]:
    """Return the values of positions of one deal, in any phase from the first lead on."""
    states = list(states)
    played = [state for state in states if state.phase == "play"]
    values: Iterator[int] = iter(())
    if played:
        records = np.array([record_of(state) for state in played], np.int64)
        bounds = bounds_of(records, numbers_of(played[0]), effort=effort)
        values = iter(exact(bounds, effort).tolist())
    return [next(values) if state.phase == "play" else _value(state, effort) for state in states]


def _value(state: TractorState, effort: int) -> int:
    """Return the value of a finished deal, or of the best choice of the leader of a failed throw."""
    if state.phase == "end":
        return state.points
    parts = _values([state.followed_by(move) for move in state.moves()], effort)
    return max(parts) if _attacks(state) else min(parts)


def _best_line(state: TractorState, value: int, effort: int) -> Iterator[Move]:
    """Yield moves that keep the value, to the last trick."""
    while state.phase != "end":
        for move in state.moves_but_claim():
            is_lead = state.phase == "play" and not state.tricks[-1].plays
            if is_lead and not state.throw(move.pile).stands:
                continue
            after = state.followed_by(move)
            if _values([after], effort)[0] == value:
                break
        yield move
        state = after


def plain_value(state: TractorState) -> int:
    """Return the value of a position by plain minimax over the game's states."""
    if state.phase == "end":
        return state.points
    values = [plain_value(state.followed_by(move)) for move in state.moves_but_claim()]
    return max(values) if _attacks(state) else min(values)


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise IllegalPosition(f"no solution: {fault}")


# --- Claims ---------------------------------------------------------------------------------------
#
# ``rules.claims`` states when a claim stands.


def claim_stands(state: TractorState, claimant: int, *, effort: int = CLAIM_EFFORT) -> bool:
    """Tell whether a seat's side wins all remaining tricks, whatever the others play.

    Args:
        state: a position of the play with at most five cards a hand, all hands seen.
        claimant: the seat that lays down its hand.
        effort: the limit of positions between tricks searched.

    Raises:
        IllegalPosition: no cards are being played, there are too many, or there is no such seat.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.batch import replay, state_of
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> state.turn, [claim_stands(state, seat) for seat in range(4)]
    (2, [True, False, True, False])
    """
    return _stands(_claim_search(state, claimant, effort), state)


def claim_refuted(
    state: TractorState, claimant: int, *, effort: int = CLAIM_EFFORT
) -> tuple[Move, ...] | None:
    """Return a line that refutes a claim, up to the trick that it loses; None if the claim stands.

    The claimant plays its first move, since none helps; another seat its first refuting move.

    Args:
        state: as for ``claim_stands``.
        claimant: as for ``claim_stands``.
        effort: as for ``claim_stands``.

    Raises:
        IllegalPosition: as for ``claim_stands``.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.batch import replay, state_of
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> print(*claim_refuted(state, 1))
    D5D9 H9H9 S3S4 S8S9
    >>> claim_refuted(state, 2) is None
    True
    """
    search = _claim_search(state, claimant, effort)
    return None if _stands(search, state) else tuple(_refuting(search, state))


def _claim_search(state: TractorState, claimant: int, effort: int) -> ClaimSearch:
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
    return ClaimSearch(seat, state.trump, state.profile, whole(effort, "effort", 1, MOST_EFFORT))


def _stands(search: ClaimSearch, state: TractorState) -> bool:
    """Tell whether a claim stands in a position, if it has lost no trick so far."""
    if state.phase == "end":
        return True
    table = state.tricks[-1]
    return search.stands(state.held, table.leader, table.plays)


def _refuting(search: ClaimSearch, state: TractorState) -> Iterator[Move]:
    """Yield the moves of a refutation from a position in which a claim does not stand."""
    lost = False
    while not lost:
        move = next(move for move in _moves(state) if not _keeps(search, state, move))
        yield move
        before, state = state, state.followed_by(move)
        lost = _loses(search, before, state)


def _keeps(search: ClaimSearch, state: TractorState, move: Move) -> bool:
    following = state.followed_by(move)
    return not _loses(search, state, following) and _stands(search, following)


def _loses(search: ClaimSearch, before: TractorState, after: TractorState) -> bool:
    """Tell whether a play has completed a trick that the other side takes."""
    trick = after.tricks[len(before.tricks) - 1]
    return trick.is_whole and side(after.winner_of(trick)) != side(search.seat)


def _moves(state: TractorState) -> Iterator[Move]:
    """Yield the plays, the largest leads first, without failing throws."""
    if state.tricks[-1].plays:
        return iter(state.moves())
    leads = sorted(state.moves_but_claim(), key=lambda move: -move.pile.size)
    return (move for move in leads if state.throw(move.pile).stands)
