"""Double-dummy values of positions, one or many at once, and exact rulings of claims.

Rules page, Solvers. The value of a position of four seats is the points of seats 0 and 2; if a seat sits
out in nello, it is the tricks of the bidder, who minimises. Values ignore the bid: ``reaches`` asks
whether the contract is made, which is the cheaper question.

>>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
>>> solve(position), {str(domino): value for domino, value in solve_moves(position).items()}
(21, {'5-5': 21, '6-4': 21})
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby, pairwise, starmap
from math import inf
from operator import add, or_
from typing import Any

from suitwise.arguments import each_of, of_kind, several, whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.cost_dispatch import PLAIN_S, quickest_rows
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import Integers, as_integers, as_numpy, cores, on_threads
from suitwise.foundation.seating import NOBODY, SEATS, partner, seats_from, side
from suitwise.texas42.rules.contracts import is_nello
from suitwise.texas42.rules.dominoes import ALL, HAND_POINTS, NELLO, SEVENS, Domino, dominoes_of
from suitwise.texas42.rules.position import Hands, Position, Trick
from suitwise.texas42.solve import search_general as general
from suitwise.texas42.solve.search import WORK, ground
from suitwise.texas42.solve.search_general import BY_POINTS, COLUMNS, EXACT, SIDE_0, SIDE_1

# --- Questions ------------------------------------------------------------------------------------
#
# ``search_general`` defines the columns of a question row. Consecutive rows of one deal and declaration
# share a transposition table.

SIDES = (SIDE_0, SIDE_1)


COUNTING_TRICKS = 1


@dataclass(frozen=True, slots=True)
class Aim:
    """The objective of a question: the tricks that count, and the seats that maximise them.

    Args:
        choosers: the seats that maximise, as bits; all others minimise.
        takers: the seats whose tricks count, as bits.
        by: ``BY_POINTS`` or ``COUNTING_TRICKS``.
    """

    choosers: int
    takers: int
    by: int = BY_POINTS


def aim_of(position: Position) -> Aim:
    """Return the aim of ``solve``: the points of seats 0 and 2, or the tricks of nello's bidder.

    Raises:
        TypeError: the argument is not a position.
    """
    if of_kind(position, Position, "position").out == NOBODY:
        return Aim(SIDE_0, SIDE_0)
    bidder = partner(position.out)
    return Aim(SIDES[1 - side(bidder)], 1 << bidder, COUNTING_TRICKS)


def aim_of_side(position: Position, takers: int) -> Aim:
    """Return the aim of a side that maximises its points.

    Raises:
        TypeError: the argument is not a position.
        IllegalPosition: a seat sits out, or there is no such side.
    """
    if of_kind(position, Position, "position").out != NOBODY:
        raise IllegalPosition(f"seat {position.out} sits out: nello is asked by loses_all")
    if takers not in (0, 1):
        raise IllegalPosition(f"a side is 0 or 1, not {takers}")
    return Aim(SIDES[takers], SIDES[takers])


def worth_of(trick: Trick, aim: Aim) -> int:
    """Return the gain of a trick for an aim."""
    if not aim.takers >> trick.winner & 1:
        return 0
    return 1 if aim.by == COUNTING_TRICKS else trick.points


# --- Questions of one deal ------------------------------------------------------------------------


def answers(
    positions: Sequence[Position], aim: Aim, needs: Sequence[int] | None = None
) -> Iterator[int]:
    """Answer one question for several positions of a deal, which share a transposition table.

    Args:
        positions: positions of one deal and declaration.
        aim: the objective.
        needs: the gain to be reached in each, answered by 0 or 1; if omitted, the answers are values.
    """
    return iter(answer_rows(question_rows(positions, aim, needs))[0])


def reached(position: Position, aim: Aim, need: int) -> bool:
    """Return whether the gain from a position on reaches ``need``."""
    return bool(next(answers([position], aim, [need])))


def moves_for(position: Position, aim: Aim, need: int | None = None) -> dict[Domino, int]:
    """Return the value of each legal play for an aim, or whether it reaches ``need`` (0 or 1)."""
    plays = dominoes_of(position.legal())
    if not plays:
        return {}
    rows, at_once = rows_after(position, plays, aim, need)
    return dict(zip(plays, map(add, answer_rows(rows)[0], at_once), strict=True))


def rows_after(
    position: Position, plays: Sequence[int], aim: Aim, need: int | None
) -> tuple[Integers, list[int]]:
    """Return the question rows of the positions after some plays, and the gains to add to the answers.

    A gain is that of the trick that the play completes. If a need is given it is reduced by the gain
    instead.
    """
    after = [position.with_play(position.checked(play)) for play in plays]
    at_once = [worth_of(trick, aim) if trick else 0 for _, trick in after]
    follow = [position for position, _ in after]
    if need is None:
        return question_rows(follow, aim), at_once
    rows = question_rows(follow, aim, [need - worth for worth in at_once])
    return rows, [0] * len(plays)


def question_rows(
    positions: Sequence[Position], aim: Aim, needs: Sequence[int] | None = None
) -> Integers:
    """Return the rows of ``search_general.answer`` for positions of one deal, one after the other.

    Raises:
        IllegalPosition: the positions are not of one deal and declaration.
    """
    deal = [0, 0, 0, 0]
    for position in positions:
        for seat, laid in enumerate(on_table(position)):
            deal[seat] |= position.hands[seat] | laid
    played = [hand for seat, hand in enumerate(deal) if seat != positions[0].out]
    if (
        len({(position.declaration, position.out) for position in positions}) > 1
        or sum(hand.bit_count() for hand in played) != reduce(or_, played).bit_count()
    ):
        raise IllegalPosition("the positions are not all of one deal and declaration")
    rows = array("q", bytes(8 * COLUMNS * len(positions)))
    for number, position in enumerate(positions):
        row = number * COLUMNS
        rows[row + general.DECLARATION] = position.declaration
        rows[row + general.LEADER] = position.leader
        rows[row + general.HAND : row + general.HAND + 4] = array("q", deal)
        rows[row + general.LEFT] = sum(
            hand for at, hand in enumerate(position.hands) if at != position.out
        )
        rows[row + general.PLAYED] = len(position.trick)
        for place, domino in enumerate(position.trick):
            rows[row + general.PLAYED + 1 + place] = domino
        rows[row + general.SITS_OUT] = position.out
        rows[row + general.CHOOSE] = aim.choosers
        rows[row + general.TAKE] = aim.takers
        rows[row + general.BY] = aim.by
        # All needs beyond the points of a hand are equally out of reach.
        need = EXACT if needs is None else min(max(needs[number], 0), HAND_POINTS + 1)
        rows[row + general.NEED] = need
        rows[row + general.SAME_DEAL] = number > 0
    return rows


def each_rows(positions: Iterable[Position]) -> Iterator[Integers]:
    """Yield the rows that ask for the ``solve`` value of each position, of any deals and declarations.

    Neighbours that differ only in the leader or the trick share a transposition table.
    """
    for _, alike in groupby(positions, lambda one: (one.declaration, one.out, one.hands)):
        of_deal = [*alike]
        yield question_rows(of_deal, aim_of(of_deal[0]))


def on_table(position: Position) -> list[int]:
    """Return the dominoes that each seat has on the table, as sets of bits.

    >>> on_table(Position.parse("5 0 - 6-6 4-1 1-1 trick=5-5")) == [1 << 20, 0, 0, 0]
    True
    """
    table = [0, 0, 0, 0]
    seats = seats_from(position.leader, position.out)
    for seat, domino in zip(seats, position.trick, strict=False):
        table[seat] |= 1 << domino
    return table


# --- Answers --------------------------------------------------------------------------------------


def answer_all(rows: Iterable[Integers], threads: int = 0) -> Integers:
    """Answer the rows of several deals (or of none); see ``answer_rows``."""
    together = array("q")
    for of_deal in rows:
        together.extend(of_deal)
    return answer_rows(together, threads)[0]


def answer_rows(rows: Integers | NDArray[np.int64], threads: int = 1) -> tuple[Integers, Integers]:
    """Answer question rows.

    Args:
        rows: rows of ``question_rows``, one after the other, ``int64[n * COLUMNS]``.
        threads: number of cores to use; 0 for all.

    Returns:
        The answers, and the number of positions searched for each; fewer if the thread's table already
        holds some of them.
    """
    if not isinstance(rows, array):  # plain Python needs its own numbers, and is faster with them
        rows = array("q", rows.tobytes())
    count = len(rows) // COLUMNS
    found, nodes = (array("q", bytes(8 * count)) for _ in range(2))
    grounds, places = ground()
    run = quickest_rows(general.answer, _plain_seconds(rows))

    def work_out(piece: range) -> None:
        given, answers = (rows, grounds, places), (found, nodes, _work_array())
        run(given, answers, piece.start, piece.stop)

    on_threads(work_out, _pieces(rows), cores(threads))
    return found, nodes


_PLAIN_S = (0.0, 0.001, 0.001, 0.001, 0.002, 0.006, 0.03, 0.15)
"""Seconds that plain Python takes for a question, by tricks left; measured on random deals."""


def _plain_seconds(rows: Any) -> float:
    """Estimate the seconds that plain Python takes for question rows."""
    if len(rows) // COLUMNS * min(_PLAIN_S[1:]) > PLAIN_S:
        return inf
    of_rows = memoryview(rows)
    lefts, on_tables = of_rows[general.LEFT :: COLUMNS], of_rows[general.PLAYED :: COLUMNS]
    return sum(
        _PLAIN_S[(left.bit_count() + played + 3) >> 2]
        for left, played in zip(lefts, on_tables, strict=True)
    )


def _pieces(rows: Any) -> Iterator[range]:
    """Split rows into pieces of ``_DEALS`` deals each."""
    same = memoryview(rows)[general.SAME_DEAL :: COLUMNS]
    begins = [row for row, is_same in enumerate(same) if not is_same]
    yield from starmap(range, pairwise([*begins[::_DEALS], len(same)]))


_DEALS = 16
"""The number of deals given to a thread at a time: some ten milliseconds of work."""


_OF_THREAD = threading.local()


def _work_array() -> Any:
    """Return this thread's work array, whose contents stay valid between calls."""
    if not hasattr(_OF_THREAD, "work"):
        _OF_THREAD.work = array("q", bytes(8 * WORK))
    return _OF_THREAD.work


# --- One position ---------------------------------------------------------------------------------


def solve(position: Position) -> int:
    """Return the double-dummy value of a position: the points of seats 0 and 2 from here on.

    The trick on the table counts in full. If a seat sits out, the value is the bidder's tricks.

    >>> solve(Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2"))
    2
    """
    return next(answers([position], aim_of(position)))


def solve_moves(position: Position) -> dict[Domino, int]:
    """Return the value of each legal play, including the trick that it completes.

    >>> position = Position.parse("1 0 0-0,6-3 6-5,3-2 3-1,6-4 2-0,5-4")
    >>> {str(domino): value for domino, value in solve_moves(position).items()}
    {'0-0': 17, '6-3': 6}
    """
    return moves_for(position, aim_of(position))


def reaches(position: Position, takers: int, need: int) -> bool:
    """Return whether a side can take ``need`` points from here on.

    Args:
        position: a position of four seats.
        takers: 0 for the side of seats 0 and 2, 1 for that of 1 and 3.
        need: the points it needs; for a contract in marks, all that are left.

    >>> reaches(Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5"), takers=0, need=21)
    True
    """
    aim = aim_of_side(position, takers)
    return reached(position, aim, whole(need, "need"))


def reaching_moves(position: Position, takers: int, need: int) -> dict[Domino, bool]:
    """Return, for each legal play, whether a side can then take ``need`` points in all.

    >>> position = Position.parse("1 0 0-0,6-3 6-5,3-2 3-1,6-4 2-0,5-4")
    >>> made = reaching_moves(position, takers=0, need=17)
    >>> {str(domino): is_made for domino, is_made in made.items()}
    {'0-0': True, '6-3': False}
    """
    aim = aim_of_side(position, takers)
    return {
        play: bool(made) for play, made in moves_for(position, aim, whole(need, "need")).items()
    }


def loses_all(position: Position) -> bool:
    """Return whether the bidder of nello can lose every trick that is left.

    >>> loses_all(Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2"))
    False
    """
    return not reached(position, _nello_aim(position), 1)


def losing_moves(position: Position) -> dict[Domino, bool]:
    """Return, for each legal play, whether the bidder of nello can then lose every trick left.

    >>> position = Position.parse("nello 0 0-0,6-5 4-2,4-3 5-4,6-6 4-4,3-2 out=2")
    >>> {str(domino): lost for domino, lost in losing_moves(position).items()}
    {'0-0': True, '6-5': False}
    """
    found = moves_for(position, _nello_aim(position), 1)
    return {play: not takes for play, takes in found.items()}


def _nello_aim(position: Position) -> Aim:
    aim = aim_of(position)
    if position.out == NOBODY:
        raise IllegalPosition("all four play: nello as a contract has a seat that sits out")
    return aim


# --- Whether a claim stands -----------------------------------------------------------------------


def claim_stands(
    position: Position, claimant: int, tricks: int | None = None, points: int | None = None
) -> bool:
    """Return whether a claim comes true against every legal play of all other seats.

    The claimant may play as he likes; his partner may play against him. If the partner sits out, the
    claimant's side is he alone.

    Args:
        position: the position in which the claim is made.
        claimant: the seat that lays down its hand.
        tricks: the number of tricks that its side claims; all that are left by default.
        points: the number of points that its side claims, in place of tricks.

    Raises:
        IllegalPosition: there is no such seat, or it sits out.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> claim_stands(position, claimant=0), claim_stands(position, claimant=0, points=21)
    (False, True)
    """
    of_kind(position, Position, "position")
    _refuse_claimant(position, claimant)
    if points is not None:
        by, need = BY_POINTS, whole(points, "points")
    else:
        by = COUNTING_TRICKS
        need = position.tricks_left if tricks is None else whole(tricks, "tricks")
    aim = Aim(1 << claimant, SIDES[side(claimant)], by)
    return reached(position, aim, need)


def loss_claim_stands(position: Position, claimant: int) -> bool:
    """Return whether a claim of nello comes true against every legal play of all other seats.

    The bidder claims to lose every trick that is left, an opponent that the bidder takes one.

    Raises:
        IllegalPosition: all four play, there is no such seat, or it sits out.

    >>> position = Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2")
    >>> [loss_claim_stands(position, claimant) for claimant in (0, 1, 3)]
    [False, True, True]
    """
    _nello_aim(position)
    _refuse_claimant(position, claimant)
    bidder = partner(position.out)
    everyone = SIDE_0 | SIDE_1
    choosers = everyone & ~(1 << bidder) if claimant == bidder else 1 << claimant
    aim = Aim(choosers, 1 << bidder, COUNTING_TRICKS)
    return reached(position, aim, 1) != (claimant == bidder)


def _refuse_claimant(position: Position, seat: int) -> None:
    if seat not in SEATS:
        raise IllegalPosition(f"a seat is 0, 1, 2 or 3, not {seat}")
    if seat == position.out:
        raise IllegalPosition(f"seat {seat} sits out and claims nothing")


# --- Lines ----------------------------------------------------------------------------------------


def best_line(position: Position) -> tuple[Domino, ...]:
    """Return a line of best play by all seats to the end (a principal variation).

    Of equal plays, the domino of the lowest index is chosen. The line is worth the value of ``solve``.

    >>> from suitwise.texas42.rules.dominoes import format_dominoes
    >>> format_dominoes(best_line(Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")))
    '5-5,3-2,5-0,6-5,6-4,6-6,4-1,1-1'
    """
    line: list[Domino] = []
    worth = solve(position)
    while not position.over:
        play = next(play for play, value in solve_moves(position).items() if value == worth)
        worth -= line_worth(position, [play])
        position = position.after(play)
        line.append(play)
    return tuple(line)


def line_worth(position: Position, line: Iterable[int]) -> int:
    """Return the value of the tricks that a line completes.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> line_worth(position, best_line(position))
    21
    """
    aim = aim_of(position)
    return sum(worth_of(trick, aim) for trick in position.line(line)[1])


# --- Many positions at once -----------------------------------------------------------------------


def values(
    declarations: Sequence[int] | NDArray[np.int64],
    hands: NDArray[np.int64],
    leaders: Sequence[int] | NDArray[np.int64],
    threads: int = 0,
) -> NDArray[np.int64]:
    """Return the points of seats 0 and 2 in many deals, each with its leader on lead.

    Rows of the same hands and declaration should be adjacent, to share a transposition table.

    Args:
        declarations: ``int64[n]``, 0 to 13.
        hands: ``int64[n, 4]``, the hands as sets of bits; all four of a row have the same size.
        leaders: ``int64[n]``, 0 to 3.
        threads: number of cores to use; 0 for all.

    Raises:
        IllegalPosition: a row is not a position; the message gives its number.
        SuitwiseError: the rows of an array differ in length.

    >>> import numpy as np
    >>> deal = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5").hands
    >>> values([5, 5, 8], np.array([deal] * 3), [0, 1, 0])
    array([21, 21, 21])
    """
    rows = _rows_of_deals(_integers(declarations), _integers(hands), _integers(leaders))
    return as_integers(answer_rows(rows, threads)[0])


def _integers(given: Any) -> NDArray[np.int64]:
    array = as_numpy(given)
    if array.dtype.kind != "i" and array.size:
        raise IllegalPosition(f"declarations, hands and leaders are integers, not {array.dtype}")
    return array.astype(np.int64)


def _rows_of_deals(declarations: Any, hands: Any, leaders: Any) -> NDArray[np.int64]:
    if hands.ndim != 2 or hands.shape[1] != 4:
        raise IllegalPosition(f"hands are an array of n rows and 4 seats, not {hands.shape}")
    if not declarations.shape == leaders.shape == (len(hands),):
        raise IllegalPosition(
            f"{declarations.shape} declarations, {len(hands)} deals, {leaders.shape} leaders"
        )
    sizes = np.bitwise_count(hands)
    left = np.bitwise_or.reduce(hands, axis=1)
    sound = (
        ((hands & ~ALL) == 0).all(axis=1)
        & (sizes == sizes[:, :1]).all(axis=1)
        & (np.bitwise_count(left) == sizes.sum(axis=1))
        & (declarations >= 0)
        & (declarations <= SEVENS)
        & (leaders >= 0)
        & (leaders < 4)
    )
    if not sound.all():
        row = int(np.argmin(sound))
        raise IllegalPosition(
            f"row {row} is no deal: a declaration 0 to {SEVENS}, a leader 0 to 3, and four hands of "
            "as many dominoes, none twice"
        )
    same = np.zeros(len(hands), np.int64)
    same[1:] = (hands[1:] == hands[:-1]).all(axis=1) & (declarations[1:] == declarations[:-1])
    rows = np.zeros(len(hands) * COLUMNS, np.int64)
    fill_rows(rows, declarations, hands.T, leaders, left, same)
    return rows


def fill_rows(
    rows: Any, declarations: Any, hands: Sequence[Any], leaders: Any, left: Any, same: Any
) -> None:
    """Write the rows that ask for the points of seats 0 and 2 in many deals.

    All numbers are in arrays of one kind, NumPy's or Python's, with an item a deal.

    Args:
        rows: zeros, ``COLUMNS`` for each deal.
        declarations: 0 to 13.
        hands: the hands of each seat, as sets of bits.
        leaders: the seats on lead.
        left: all dominoes of each deal.
        same: 1 for a deal and declaration that are those before, 0 for any other.

    >>> columns = [array("q", [number]) for number in (5, 1, 2, 4, 8, 0, 15, 0)]
    >>> rows = array("q", bytes(8 * COLUMNS))
    >>> fill_rows(rows, columns[0], columns[1:5], *columns[5:])
    >>> answer_rows(rows)[0]
    array('q', [1])
    """

    def always(number: int) -> Integers:
        return array("q", [number]) * len(declarations)

    columns = {
        general.DECLARATION: declarations,
        general.LEADER: leaders,
        **{general.HAND + seat: hand for seat, hand in enumerate(hands)},
        general.LEFT: left,
        general.SITS_OUT: always(NOBODY),
        general.CHOOSE: always(SIDE_0),
        general.TAKE: always(SIDE_0),
        general.NEED: always(EXACT),
        general.SAME_DEAL: same,
    }
    for column, numbers in columns.items():
        rows[column::COLUMNS] = numbers


def solve_all(positions: Iterable[Position], threads: int = 0) -> NDArray[np.int64]:
    """Return the ``solve`` value of each of many positions, of any deals and declarations.

    >>> texts = "5 0 5-5 6-6 4-1 1-1", "nello 0 6-5 5-4 4-3 6-3 out=2"
    >>> solve_all(map(Position.parse, texts))
    array([16,  1])
    """
    asked = each_of(positions, Position, "a position")
    return as_integers(answer_all(each_rows(asked), threads))


def reach_all(
    positions: Iterable[Position], takers: Sequence[int], needs: Sequence[int], threads: int = 0
) -> NDArray[np.bool_]:
    """Return, for each of many positions, whether a side ``reaches`` the points it needs.

    Args:
        positions: positions of four seats.
        takers: the side in question, for each.
        needs: the points it needs, for each.
        threads: number of cores to use; 0 for all.

    >>> reach_all([Position.parse("5 0 5-5 6-6 4-1 1-1")] * 2, [0, 0], [16, 17])
    array([ True, False])
    """
    asked = [*each_of(positions, Position, "a position")]
    sides = [*several(takers, "takers")]
    wanted = [whole(need, "a need") for need in several(needs, "needs")]
    if not len(asked) == len(sides) == len(wanted):
        raise IllegalPosition(
            f"{len(asked)} positions have as many takers and needs, not {len(sides)} and {len(wanted)}"
        )
    rows = [
        question_rows([position], aim_of_side(position, side), [need])
        for position, side, need in zip(asked, sides, wanted, strict=True)
    ]
    return np.asarray(answer_all(rows, threads), np.bool_)


def table(hands: Hands, threads: int = 0) -> NDArray[np.int64]:
    """Return the points of seats 0 and 2 in a deal by declaration and leader, ``int64[10, 4]``.

    The declarations are those of the seed: the pips, doubles, no-trump, and nello with four seats.

    >>> table(Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5").hands)[5].tolist()
    [21, 21, 21, 16]
    """
    held = [whole(hand, "a hand", 0, ALL) for hand in several(hands, "hands")]
    if len(held) != 4:
        raise IllegalPosition(f"a deal has four hands, not {len(held)}")
    declarations = np.repeat(np.arange(NELLO + 1), 4)
    deals = np.tile(np.array(held, np.int64), (len(declarations), 1))
    found = values(declarations, deals, np.tile(np.arange(4), NELLO + 1), threads)
    return found.reshape(NELLO + 1, 4)


# --- Claims and their refutations -----------------------------------------------------------------
#
# A claim stands if it comes true against every legal play of all other seats, including the partner
# (N42PA rules, 16). In nello only the contract can be claimed: the bidder claims to lose every trick,
# an opponent that the bidder takes one.


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A claim, which can be judged again as play continues.

    Args:
        seat: the claimant.
        unit: ``tricks`` or ``points``; in nello ``loss`` for the bidder, ``trick`` for an opponent.
        need: the number of tricks or points claimed.
        side: the side whose tricks count: the claimant's, or in nello the bidder's.
    """

    seat: int
    unit: str
    need: int
    side: int

    def holds(self, position: Position, taken: int = 0) -> bool:
        """Return whether the claim comes true from a position on, whatever the others play.

        Args:
            position: the position.
            taken: the tricks or points that the side has taken since the claim.
        """
        if self.unit in ("loss", "trick"):
            if taken or position.over:
                return bool(taken) == (self.unit == "trick")
            return loss_claim_stands(position, self.seat)
        need = self.need - taken
        if need <= 0 or self.is_lost(position, taken):
            return need <= 0
        if self.unit == "points":
            return claim_stands(position, self.seat, points=need)
        return claim_stands(position, self.seat, need)

    def is_lost(self, position: Position, taken: int) -> bool:
        """Return whether too little is left for the claim to come true by any play."""
        if self.unit == "loss":
            return taken > 0
        if self.unit == "trick":
            return position.over and not taken
        left = position.points_left if self.unit == "points" else position.tricks_left
        return self.need - taken > left

    def after(self, position: Position, domino: Domino, taken: int) -> tuple[Position, int]:
        """Return the position after a play, and the total that the side has taken by then."""
        following, done = position.with_play(domino)
        if done is None or side(done.winner) != self.side:
            return following, taken
        return following, taken + (done.points if self.unit == "points" else 1)


def claim_of(
    position: Position, seat: int, unit: str = "tricks", amount: int | None = None
) -> LaidDown:
    """Return a claim of a seat; in nello it is always a claim of the contract.

    Args:
        position: the position in which the claim is made.
        seat: the claimant.
        unit: ``tricks`` or ``points``.
        amount: the number claimed; all tricks that are left by default.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> claim_of(position, 0).holds(position), claim_of(position, 0, "points", 21).holds(position)
    (False, True)
    """
    if is_nello(position.declaration):
        bidder = partner(position.out)
        return LaidDown(seat, "loss" if seat == bidder else "trick", 1, side(bidder))
    return LaidDown(seat, unit, position.tricks_left if amount is None else amount, side(seat))


def refutation(position: Position, claim: LaidDown) -> tuple[Domino, ...]:
    """Return a line of play that refutes a false claim, up to the deciding play.

    The claimant makes his first legal play, as none helps; another seat makes its first legal play after
    which the claim fails.

    Raises:
        IllegalPosition: the claim stands.

    >>> from suitwise.texas42.rules.dominoes import format_dominoes
    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> format_dominoes(refutation(position, claim_of(position, 0)), " ")
    '5-5 3-2 5-0 6-5 6-4 6-6 4-1 1-1'
    """
    line, taken = list[Domino](), 0
    while not claim.is_lost(position, taken):
        if position.over:
            raise IllegalPosition("the claim stands: no line of play refutes it")
        for domino in dominoes_of(position.legal()):
            following, now = claim.after(position, domino, taken)
            if position.turn == claim.seat or not claim.holds(following, now):
                break
        line.append(Domino(domino))
        position, taken = following, now
    return tuple(line)
