"""Positions as rows for the search: what is counted for whom, and the answers read back.

``search_general`` says what a row holds. Rows of one deal and declaration stand together and share
what is found.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise, starmap
from math import inf
from operator import or_
from typing import Any

from suitwise.arguments import of_kind
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.quick import PLAIN_S, quickest_rows
from suitwise.foundation.arrays.rows import cores
from suitwise.foundation.seating import NOBODY, partner, seats_from, side
from suitwise.texas42.rules.dominoes import HAND_POINTS, Domino, dominoes_of
from suitwise.texas42.rules.position import Position, Trick
from suitwise.texas42.solve import search_general as general
from suitwise.texas42.solve.search import WORK
from suitwise.texas42.solve.search_general import BY_POINTS, COLUMNS, EXACT, SIDE_0, SIDE_1
from suitwise.texas42.solve.search_tables import ground

SIDES = (SIDE_0, SIDE_1)


COUNTING_TRICKS = 1


@dataclass(frozen=True, slots=True)
class Aim:
    """What a question counts, and which seats choose for more of it.

    Args:
        choosers: the seats that choose for more, bits; all others choose for less.
        takers: the seats whose tricks count, bits.
        by: ``BY_POINTS`` or ``COUNTING_TRICKS``.
    """

    choosers: int
    takers: int
    by: int = BY_POINTS


def aim_of(position: Position) -> Aim:
    """Return what ``solve`` counts: the points of seats 0 and 2, or the tricks of nello's bidder.

    Raises:
        TypeError: it is no position.
    """
    if of_kind(position, Position, "position").out == NOBODY:
        return Aim(SIDE_0, SIDE_0)
    bidder = partner(position.out)
    return Aim(SIDES[1 - side(bidder)], 1 << bidder, COUNTING_TRICKS)


def aim_of_side(position: Position, takers: int) -> Aim:
    """Return the aim of a side that wants points.

    Raises:
        TypeError: it is no position.
        IllegalPosition: a seat sits out, or there is no such side.
    """
    if of_kind(position, Position, "position").out != NOBODY:
        raise IllegalPosition(f"seat {position.out} sits out: nello is asked by loses_all")
    if takers not in (0, 1):
        raise IllegalPosition(f"a side is 0 or 1, not {takers}")
    return Aim(SIDES[takers], SIDES[takers])


def worth_of(trick: Trick, aim: Aim) -> int:
    """Return what a trick is worth to an aim."""
    if not aim.takers >> trick.winner & 1:
        return 0
    return 1 if aim.by == COUNTING_TRICKS else trick.points


# --- Questions of one deal ------------------------------------------------------------------------


def answers(
    positions: Sequence[Position], aim: Aim, needs: Sequence[int] | None = None
) -> Iterator[int]:
    """Answer the same question of positions of one deal, which share what is found.

    Args:
        positions: positions of one deal and declaration.
        aim: what the answers count.
        needs: the aim to be reached in each, answered by 0 or 1; without it the answers are values.
    """
    return map(int, answer_rows(question_rows(positions, aim, needs))[0])


def reached(position: Position, aim: Aim, need: int) -> bool:
    """Tell whether an aim gains ``need`` from a position on."""
    return bool(next(answers([position], aim, [need])))


def moves_for(position: Position, aim: Aim, need: int | None = None) -> dict[Domino, int]:
    """Return what each legal play is worth to an aim, or whether it reaches ``need`` (0 or 1)."""
    plays = dominoes_of(position.legal())
    if not plays:
        return {}
    rows, at_once = rows_after(position, plays, aim, need)
    return dict(zip(plays, (answer_rows(rows)[0] + at_once).tolist(), strict=True))


def rows_after(
    position: Position, plays: Sequence[int], aim: Aim, need: int | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows that ask about the positions after some plays, and what to add to the answers.

    That is what the trick gains that a play completes, where values are asked for; a need is reduced
    by it instead.
    """
    after = [position.with_play(position.checked(play)) for play in plays]
    at_once = [worth_of(trick, aim) if trick else 0 for _, trick in after]
    needs = None if need is None else [need - worth for worth in at_once]
    rows = question_rows([follows for follows, _ in after], aim, needs)
    return rows, np.array(at_once, np.int64) * (need is None)


def question_rows(
    positions: Sequence[Position], aim: Aim, needs: Sequence[int] | None = None
) -> NDArray[np.int64]:
    """Return the rows that ``general.answer`` reads, of positions of one deal.

    Raises:
        IllegalPosition: they are not of one deal and declaration.
    """
    rows = np.zeros((len(positions), COLUMNS), np.int64)
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
    for row, position in zip(rows, positions, strict=True):
        row[general.DECLARATION] = position.declaration
        row[general.LEADER] = position.leader
        row[general.HAND : general.HAND + 4] = deal
        row[general.LEFT] = sum(
            hand for at, hand in enumerate(position.hands) if at != position.out
        )
        row[general.PLAYED] = len(position.trick)
        row[general.PLAYED + 1 : general.PLAYED + 1 + len(position.trick)] = position.trick
        row[general.SITS_OUT] = position.out
    rows[:, general.CHOOSE] = aim.choosers
    rows[:, general.TAKE] = aim.takers
    rows[:, general.BY] = aim.by
    # A need beyond all points is as good as any other that is never reached.
    most = HAND_POINTS + 1
    rows[:, general.NEED] = EXACT if needs is None else [min(max(n, 0), most) for n in needs]
    rows[1:, general.SAME_DEAL] = 1
    return rows


def on_table(position: Position) -> list[int]:
    """Return what each seat has on the table, sets of bits.

    >>> on_table(Position.parse("5 0 - 6-6 4-1 1-1 trick=5-5")) == [1 << 20, 0, 0, 0]
    True
    """
    table = [0, 0, 0, 0]
    seats = seats_from(position.leader, position.out)
    for seat, domino in zip(seats, position.trick, strict=False):
        table[seat] |= 1 << domino
    return table


# --- Answers --------------------------------------------------------------------------------------


def answer_all(rows: Sequence[NDArray[np.int64]], threads: int = 0) -> NDArray[np.int64]:
    """Answer the rows of several deals, perhaps of none; arguments as for ``answer_rows``."""
    return answer_rows(np.concatenate(rows), threads)[0] if rows else np.zeros(0, np.int64)


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
    grounds = ground()
    found, nodes = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    run = quickest_rows(general.answer, _plain_seconds(rows))

    def work_out(piece: range) -> None:
        answers = found, nodes, _work_array()
        run((rows, *grounds), answers, piece.start, piece.stop)

    for _ in in_order(work_out, _pieces(rows), cores(threads)):
        pass
    return found, nodes


_PLAIN_S = (0.0, 0.001, 0.001, 0.001, 0.002, 0.006, 0.03, 0.15)
"""What plain Python takes for a question by its tricks, measured on random deals of all kinds."""


def _plain_seconds(rows: NDArray[np.int64]) -> float:
    """Return about how long plain Python takes for rows of questions."""
    if len(rows) * min(_PLAIN_S[1:]) > PLAIN_S:
        return inf
    lefts = zip(rows[:, general.LEFT].tolist(), rows[:, general.PLAYED].tolist(), strict=True)
    return sum(_PLAIN_S[(left.bit_count() + played + 3) >> 2] for left, played in lefts)


def _pieces(rows: NDArray[np.int64]) -> Iterator[range]:
    """Cut rows into pieces of some deals each."""
    (begins,) = np.nonzero(rows[:, general.SAME_DEAL] == 0)
    yield from starmap(range, pairwise([*begins[::_DEALS].tolist(), len(rows)]))


_DEALS = 16
"""How many deals a thread is given at a time: some ten milliseconds of work."""


_OF_THREAD = threading.local()


def _work_array() -> Any:
    """Return this thread's work array; what it holds stays good from call to call."""
    if not hasattr(_OF_THREAD, "work"):
        _OF_THREAD.work = np.zeros(WORK, np.int64)
    return _OF_THREAD.work
