"""Exact answers about a position with all hands seen (rules page, Solvers and players).

A position of four seats is worth points to seats 0 and 2; one of nello, where a seat sits out, is worth
the tricks that the bidder takes, of which he wants few. All play for that and nothing else: what was
bid is asked by ``reaches``, which plays for the contract alone and is the quicker question.

>>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
>>> solve(position), {str(domino): value for domino, value in solve_moves(position).items()}
(21, {'5-5': 21, '6-4': 21})
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING, Any

from suitwise.compiled import over_rows
from suitwise.errors import IllegalPosition
from suitwise.parallel import in_order
from suitwise.texas42 import general
from suitwise.texas42.algebra import NELLO, SEVENS
from suitwise.texas42.arrays import as_numpy, cores
from suitwise.texas42.dominoes import ALL, HAND_POINTS, Domino, dominoes_of
from suitwise.texas42.general import BY_POINTS, COLUMNS, EXACT, SIDE_0, SIDE_1
from suitwise.texas42.ground import ground
from suitwise.texas42.position import Hands, Position, Trick
from suitwise.texas42.search import WORK
from suitwise.texas42.tricks import NOBODY, SEATS, partner, seats_from, side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIDES = (SIDE_0, SIDE_1)
COUNTING_TRICKS = 1


@dataclass(frozen=True, slots=True)
class Aim:
    """What is counted, and who wants more of it.

    Args:
        choosers: the seats that choose for more, bits; all others choose for less.
        takers: the seats whose tricks count, bits.
        by: ``BY_POINTS`` or ``COUNTING_TRICKS``.
    """

    choosers: int
    takers: int
    by: int = BY_POINTS


def aim_of(position: Position) -> Aim:
    """Return what ``solve`` counts: the points of seats 0 and 2, or the tricks of nello's bidder."""
    if position.out == NOBODY:
        return Aim(SIDE_0, SIDE_0)
    bidder = partner(position.out)
    return Aim(SIDES[1 - side(bidder)], 1 << bidder, COUNTING_TRICKS)


# --- One position -----------------------------------------------------------------------------------


def solve(position: Position) -> int:
    """Return what a position is worth: the points that seats 0 and 2 take from here on.

    The trick on the table counts in full. Where a seat sits out, the tricks that the bidder takes.

    >>> solve(Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2"))
    2
    """
    return next(answers([position], aim_of(position)))


def solve_moves(position: Position) -> dict[Domino, int]:
    """Return what a position is worth after each legal play, the trick it completes included."""
    return moves_for(position, aim_of(position))


def reaches(position: Position, takers: int, need: int) -> bool:
    """Tell whether a side takes so many points from here on, playing for that alone.

    Args:
        position: a position of four seats.
        takers: 0 for the side of seats 0 and 2, 1 for that of 1 and 3.
        need: the points it needs; all that are left for a contract in marks.

    >>> reaches(Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5"), takers=0, need=21)
    True
    """
    aim = _aim_of_side(position, takers)
    return bool(next(answers([position], aim, [need])))


def reaching_moves(position: Position, takers: int, need: int) -> dict[Domino, bool]:
    """Tell after which legal plays a side takes so many points from this position on."""
    aim = _aim_of_side(position, takers)
    return {play: bool(made) for play, made in moves_for(position, aim, need).items()}


def _aim_of_side(position: Position, takers: int) -> Aim:
    if position.out != NOBODY:
        raise IllegalPosition(f"seat {position.out} sits out: nello is asked by loses_all")
    if takers not in (0, 1):
        raise IllegalPosition(f"a side is 0 or 1, not {takers}")
    return Aim(SIDES[takers], SIDES[takers])


def loses_all(position: Position) -> bool:
    """Tell whether the bidder of nello can lose every trick that is left.

    >>> loses_all(Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2"))
    False
    """
    _three_seats(position)
    return not next(answers([position], aim_of(position), [1]))


def losing_moves(position: Position) -> dict[Domino, bool]:
    """Tell after which legal plays the bidder of nello can lose every trick that is left."""
    _three_seats(position)
    found = moves_for(position, aim_of(position), 1)
    return {play: not takes for play, takes in found.items()}


def _three_seats(position: Position) -> None:
    if position.out == NOBODY:
        raise IllegalPosition("all four play: nello as a contract has a seat that sits out")


# --- Claims -----------------------------------------------------------------------------------------


def claim_stands(
    position: Position, claimant: int, tricks: int | None = None, points: int | None = None
) -> bool:
    """Tell whether a claim comes true against every legal play of all other seats.

    The claimant plays his dominoes as he likes; his partner is not trusted either. In nello the
    claimant's side is himself where the partner sits out.

    Args:
        position: the position in which the claim is made.
        claimant: the seat that lays down its hand.
        tricks: how many its side claims; all that are left if nothing is given.
        points: how many points its side claims, in place of tricks.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> claim_stands(position, claimant=0), claim_stands(position, claimant=0, points=21)
    (False, True)
    """
    _refuse_seat(claimant)
    if points is not None:
        aim, need = Aim(1 << claimant, SIDES[side(claimant)]), points
    else:
        aim = Aim(1 << claimant, SIDES[side(claimant)], COUNTING_TRICKS)
        need = position.tricks_left if tricks is None else tricks
    return bool(next(answers([position], aim, [need])))


def loss_claim_stands(position: Position, claimant: int) -> bool:
    """Tell whether a claim of nello comes true against every legal play of all other seats.

    The bidder claims that he loses every trick that is left, an opponent that he does not.

    >>> position = Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2")
    >>> [loss_claim_stands(position, claimant) for claimant in (0, 1, 3)]
    [False, True, True]
    """
    _three_seats(position)
    _refuse_seat(claimant)
    bidder = partner(position.out)
    everyone = SIDE_0 | SIDE_1
    choosers = everyone & ~(1 << bidder) if claimant == bidder else 1 << claimant
    takes_one = bool(next(answers([position], Aim(choosers, 1 << bidder, COUNTING_TRICKS), [1])))
    return takes_one != (claimant == bidder)


def _refuse_seat(seat: int) -> None:
    if seat not in SEATS:
        raise IllegalPosition(f"a seat is 0, 1, 2 or 3, not {seat}")


# --- Lines ------------------------------------------------------------------------------------------


def best_line(position: Position) -> tuple[Domino, ...]:
    """Return a line of best play by all seats to the last trick; its tricks are worth ``solve``.

    Of plays that are worth the same the lowest domino by index is taken.

    >>> from suitwise.texas42.dominoes import format_dominoes
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
    """Return what the tricks that a line completes are worth: the witness of ``solve``, checked.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> line_worth(position, best_line(position))
    21
    """
    aim = aim_of(position)
    return sum(worth_of(trick, aim) for trick in position.line(line)[1])


def worth_of(trick: Trick, aim: Aim) -> int:
    """Return what a trick is worth to an aim."""
    if not aim.takers >> trick.winner & 1:
        return 0
    return 1 if aim.by == COUNTING_TRICKS else trick.points


# --- Many positions ---------------------------------------------------------------------------------


def answers(
    positions: Sequence[Position], aim: Aim, needs: Sequence[int] | None = None
) -> Iterator[int]:
    """Answer the same question of positions of one deal, which share what is found.

    Args:
        positions: positions of one deal and declaration.
        aim: what is counted.
        needs: what is to be reached in each, answered by 0 or 1; without it the values are wanted.
    """
    if not positions:
        return iter(())
    rows = question_rows(positions, aim, needs)
    return map(int, answer_rows(rows)[0])


def moves_for(position: Position, aim: Aim, need: int | None = None) -> dict[Domino, int]:
    """Return what each legal play is worth to an aim, or whether it reaches ``need`` (0 or 1)."""
    plays = dominoes_of(position.legal())
    if not plays:
        return {}
    done = [position.trick_with(play) for play in plays]
    at_once = [worth_of(trick, aim) if trick else 0 for trick in done]
    needs = None if need is None else [need - worth for worth in at_once]
    found = answers([position.after(play) for play in plays], aim, needs)
    if need is not None:
        return dict(zip(plays, found, strict=True))
    return {play: worth + more for play, worth, more in zip(plays, at_once, found, strict=True)}


def question_rows(
    positions: Sequence[Position], aim: Aim, needs: Sequence[int] | None = None
) -> NDArray[np.int64]:
    """Return the rows that ``general.answer`` reads, of positions of one deal.

    Raises:
        IllegalPosition: they are not of one deal and declaration.
    """
    import numpy as np

    rows = np.zeros((len(positions), COLUMNS), np.int64)
    deal = [0, 0, 0, 0]
    for position in positions:
        for seat, dominoes in enumerate(_with_table(position)):
            deal[seat] |= dominoes
    played = [hand for seat, hand in enumerate(deal) if seat != positions[0].out]
    if (
        len({(position.declaration, position.out) for position in positions}) > 1
        or sum(hand.bit_count() for hand in played) != reduce(or_, played).bit_count()
    ):
        raise IllegalPosition("the positions are not all of one deal and declaration")
    for row, position in zip(rows, positions, strict=True):
        row[general.DECLARATION] = position.declaration
        row[general.LEADER] = position.leader
        row[general.HAND : general.HAND + 4] = deal
        row[general.LEFT] = _playing(position)
        row[general.PLAYED] = len(position.trick)
        row[general.PLAYED + 1 : general.PLAYED + 1 + len(position.trick)] = position.trick
        row[general.SITS_OUT] = position.out
    rows[:, general.CHOOSE] = aim.choosers
    rows[:, general.TAKE] = aim.takers
    rows[:, general.BY] = aim.by
    rows[:, general.NEED] = EXACT if needs is None else [_need(need) for need in needs]
    rows[1:, general.SAME_DEAL] = 1
    return rows


def _need(need: int) -> int:
    """Return a need as compiled code takes it; beyond all points is as good as never."""
    return min(max(need, 0), HAND_POINTS + 1)


def _with_table(position: Position) -> Hands:
    """Return the hands together with what each seat has on the table."""
    hands = list(position.hands)
    for seat, domino in zip(
        seats_from(position.leader, position.out), position.trick, strict=False
    ):
        hands[seat] |= 1 << domino
    return hands[0], hands[1], hands[2], hands[3]


def _playing(position: Position) -> int:
    return sum(hand for seat, hand in enumerate(position.hands) if seat != position.out)


def values(
    declarations: Sequence[int] | NDArray[np.int64],
    hands: NDArray[np.int64],
    leaders: Sequence[int] | NDArray[np.int64],
    threads: int = 0,
) -> NDArray[np.int64]:
    """Return the points that seats 0 and 2 take of many deals, the leaders to lead.

    Rows of the same hands and declaration should stand together: they share what is found.

    Args:
        declarations: ``int64[n]``, 0 to 13.
        hands: ``int64[n, 4]``, the dominoes of each seat as bits, as many for all seats of a row.
        leaders: ``int64[n]``, 0 to 3.
        threads: how many cores to use; 0 for all.

    Raises:
        IllegalPosition: a row is no position; with its number.
        SuitwiseError: the rows of an array are not all of one length.

    >>> import numpy as np
    >>> deal = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5").hands
    >>> values([5, 5, 8], np.array([deal] * 3), [0, 1, 0])
    array([21, 21, 21])
    """
    rows = _rows_of_deals(_integers(declarations), _integers(hands), _integers(leaders))
    return answer_rows(rows, threads)[0]


def _integers(given: Any) -> NDArray[np.int64]:
    import numpy as np

    array = as_numpy(given)
    if array.dtype.kind != "i" and array.size:
        raise IllegalPosition(f"declarations, hands and leaders are integers, not {array.dtype}")
    return array.astype(np.int64)


def _rows_of_deals(declarations: Any, hands: Any, leaders: Any) -> NDArray[np.int64]:
    import numpy as np

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
    rows = np.zeros((len(hands), COLUMNS), np.int64)
    rows[:, general.DECLARATION] = declarations
    rows[:, general.LEADER] = leaders
    rows[:, general.HAND : general.HAND + 4] = hands
    rows[:, general.LEFT] = left
    rows[:, general.SITS_OUT] = NOBODY
    rows[:, general.CHOOSE] = rows[:, general.TAKE] = SIDE_0
    rows[:, general.NEED] = EXACT
    rows[1:, general.SAME_DEAL] = (hands[1:] == hands[:-1]).all(axis=1) & (
        declarations[1:] == declarations[:-1]
    )
    return rows


def solve_all(positions: Iterable[Position], threads: int = 0) -> NDArray[np.int64]:
    """Return what each of many positions is worth, as ``solve`` says; any deals, any contracts.

    >>> texts = "5 0 5-5 6-6 4-1 1-1", "nello 0 6-5 5-4 4-3 6-3 out=2"
    >>> solve_all(map(Position.parse, texts))
    array([16,  1])
    """
    import numpy as np

    rows = [question_rows([position], aim_of(position)) for position in positions]
    return answer_rows(np.concatenate(rows), threads)[0] if rows else np.zeros(0, np.int64)


def reach_all(
    positions: Iterable[Position], takers: Sequence[int], needs: Sequence[int], threads: int = 0
) -> NDArray[np.bool_]:
    """Tell of many positions whether a side takes so many points, as ``reaches`` says.

    Args:
        positions: positions of four seats.
        takers: the side that is asked about, for each.
        needs: the points it needs, for each.
        threads: how many cores to use; 0 for all.

    >>> reach_all([Position.parse("5 0 5-5 6-6 4-1 1-1")] * 2, [0, 0], [16, 17])
    array([ True, False])
    """
    import numpy as np

    rows = [
        question_rows([position], _aim_of_side(position, side), [need])
        for position, side, need in zip(positions, takers, needs, strict=True)
    ]
    found = answer_rows(np.concatenate(rows), threads)[0] if rows else np.zeros(0, np.int64)
    return found.astype(np.bool_)


def table(hands: Hands, threads: int = 0) -> NDArray[np.int64]:
    """Return the points of seats 0 and 2 in a deal by declaration and leader, ``int64[10, 4]``.

    The declarations are those of the seed: the pips, doubles, no-trump, and nello with four seats.

    >>> table(Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5").hands)[5].tolist()
    [21, 21, 21, 16]
    """
    import numpy as np

    declarations = np.repeat(np.arange(NELLO + 1), 4)
    deals = np.tile(np.array(hands, np.int64), (len(declarations), 1))
    found = values(declarations, deals, np.tile(np.arange(4), NELLO + 1), threads)
    return found.reshape(NELLO + 1, 4)


def answer_rows(
    rows: NDArray[np.int64], threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Answer rows of questions.

    Args:
        rows: as ``question_rows`` makes them.
        threads: how many cores to use; 0 for all.

    Returns:
        The answers, and how many positions each took to search: fewer for what the same thread has
        met before.
    """
    import numpy as np

    grounds = ground()
    found, nodes = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    run = over_rows(general.answer)

    def work_out(piece: range) -> None:
        answers = found, nodes, _work_array()
        run((rows, *grounds), answers, piece.start, piece.stop)

    for _ in in_order(work_out, _pieces(rows), cores(threads)):
        pass
    return found, nodes


def _pieces(rows: NDArray[np.int64]) -> Iterator[range]:
    """Cut rows into pieces of some deals each."""
    import numpy as np

    (begins,) = np.nonzero(rows[:, general.SAME_DEAL] == 0)
    cuts = [*begins[::_DEALS].tolist(), len(rows)]
    for start, stop in pairwise(cuts):
        yield range(start, stop)


_DEALS = 16
"""A thread is given so many deals at a time: some ten milliseconds of work."""
_OF_THREAD = threading.local()


def _work_array() -> Any:
    """Return this thread's work array; what it holds stays good from call to call."""
    import numpy as np

    if not hasattr(_OF_THREAD, "work"):
        _OF_THREAD.work = np.zeros(WORK, np.int64)
    return _OF_THREAD.work
