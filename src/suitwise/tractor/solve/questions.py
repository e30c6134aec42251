"""Positions as rows for the search, and the answers read back, on all cores.

A row is a record of ``arrays.packed``; all rows of a question are of one house. A throw may lie on the
table here.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.quick import quickest_rows
from suitwise.foundation.arrays.rows import cores, pieces
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.packed import COLUMNS, renamed
from suitwise.tractor.rules.order import NO_SUIT
from suitwise.tractor.rules.piles import EMPTY
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.solve.desk import DESK, LIMIT, MOST_CARDS
from suitwise.tractor.solve.houses import house_numbers
from suitwise.tractor.solve.worth import UNKNOWN, final_between
from suitwise.tractor.state import TractorState

MOST_EFFORT = 1 << 40
EFFORT = 20_000_000
"""The most positions between tricks that a question may take: some ten seconds on a core."""


def record_of(state: TractorState) -> list[int]:
    """Return the record of a position of the play, with what the search reads of one.

    Raises:
        IllegalPosition: no cards are being played, or the hands are too large.
    """
    if state.phase != "play":
        raise IllegalPosition(
            f"an ending is solved while it is played, not in the phase {state.phase}"
        )
    most = max(hand.size for hand in state.held)
    if most > MOST_CARDS:
        raise IllegalPosition(
            f"a hand has {most} cards: endings of at most {MOST_CARDS} cards a hand are solved"
        )
    record, table = [0] * COLUMNS, state.tricks[-1]
    main, cr = state.trump.main_index, state.trump.rank_index
    record[packed.MAIN], record[packed.RANK] = main, cr
    record[packed.LANDLORD], record[packed.POINTS] = state.current_landlord, state.taken
    record[packed.LEADER], record[packed.PLACED] = table.leader, len(table.plays)
    for at, pile in enumerate((*state.held, state.buried or EMPTY, *table.plays)):
        record[packed.HANDS + 2 * at] = renamed(pile.once, main, cr)
        record[packed.HANDS + 2 * at + 1] = renamed(pile.twice, main, cr)
    return record


@rule
def answer(i: int, given: Any, answers: Any) -> None:
    """Answer the question of a row.

    Args:
        i: the row.
        given: the records, ``int64[n, COLUMNS]``; what final points are asked about in each, ``UNKNOWN``
            for all, ``int64[n]``; whether the ranks that they are worth are enough; the house's numbers.
        answers: the bounds found, ``int64[n, 2]``; a desk.
    """
    records, needs, by_levels, house = given
    found, desk = answers
    found[i, 0], found[i, 1] = final_between(desk, records[i], house, needs[i], by_levels)


def bounds_of(
    records: NDArray[np.int64],
    house: tuple[int, ...],
    needs: Sequence[int] | None = None,
    *,
    by_levels: bool = False,
    threads: int = 1,
    effort: int = EFFORT,
) -> NDArray[np.int64]:
    """Return bounds on the final points of each record, ``int64[n, 2]``; see ``final_between``.

    Args:
        records: the records, of one house and of main suits that join tractors alike.
        house: the numbers of the house.
        needs: the final points that are asked about in each; all where it is left out.
        by_levels: whether the ranks that the points are worth are enough.
        threads: how many cores to use; 0 for all.
        effort: the most positions that are searched for each; beyond it the bounds stay open.
    """
    asked = np.full(len(records), UNKNOWN) if needs is None else np.array(needs, np.int64)
    found = np.zeros((len(records), 2), np.int64)
    run = quickest_rows(answer, plain_seconds(records))
    given = records, asked, by_levels, np.array(house, np.int64)

    def work_out(piece: range) -> None:
        run(given, (found, desk_of_thread(effort)), piece.start, piece.stop)

    for _ in in_order(work_out, pieces(len(records), _AT_A_TIME), cores(threads)):
        pass
    return found


_AT_A_TIME = 8
"""How many records a thread is given at a time."""
_PLAIN_S = (0.00005, 0.00005, 0.0004, 0.003, 0.02, 0.15, 1.2, 8.0, 60.0)
"""What plain Python takes by the cards of a hand, about."""
_OF_THREAD = threading.local()


def plain_seconds(records: NDArray[np.int64]) -> float:
    """Return about how long plain Python takes for some records."""
    return float(np.array(_PLAIN_S)[np.minimum(_cards_a_hand(records), MOST_CARDS)].sum())


def _cards_a_hand(records: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many cards the largest hand of each record has."""
    hands = np.bitwise_count(records[:, packed.HANDS : packed.HANDS + 8])
    sizes: NDArray[np.int64] = hands.reshape(-1, 4, 2).sum(axis=2).max(axis=1, initial=0)
    return sizes


def new_desk(effort: int = EFFORT) -> NDArray[np.int64]:
    """Return a desk for ``worth.final_points``, to be kept from call to call; one a thread.

    Args:
        effort: the most positions that are searched for an answer.
    """
    desk = np.zeros(DESK, np.int64)
    desk[LIMIT] = effort
    return desk


def desk_of_thread(effort: int = EFFORT) -> NDArray[np.int64]:
    """Return this thread's desk for ``worth.final_points``.

    Args:
        effort: the most positions that are searched for an answer.
    """
    if not hasattr(_OF_THREAD, "desk"):
        _OF_THREAD.desk = new_desk()
    desk: NDArray[np.int64] = _OF_THREAD.desk
    desk[LIMIT] = effort
    return desk


def exact(found: NDArray[np.int64], effort: int) -> NDArray[np.int64]:
    """Return the points where both bounds have met.

    Raises:
        SuitwiseError: they have not: the effort was not enough.
    """
    if (found[:, 0] != found[:, 1]).any():
        raise SuitwiseError(
            f"{effort:,} positions do not settle this ending: play a trick, or allow a higher effort"
        )
    points: NDArray[np.int64] = found[:, 0]
    return points


_BOUNDS = (
    (packed.MAIN, 0, NO_SUIT),
    (packed.RANK, 0, 12),
    (packed.LANDLORD, 0, 3),
    (packed.LEADER, 0, 3),
    (packed.PLACED, 0, 3),
)
"""What the search reads of a record beside the cards and the points."""


def check_records(records: NDArray[Any]) -> None:
    """Refuse what is no array of records that can be searched.

    Raises:
        IllegalPosition: the array is of another form, or a hand is empty or too large.
    """
    if records.dtype.kind != "i" or records.ndim != 2 or records.shape[1] != COLUMNS:
        raise IllegalPosition(f"records are integers, an array of n rows and {COLUMNS} columns")
    for column, least, most in _BOUNDS:
        if ((records[:, column] < least) | (records[:, column] > most)).any():
            raise IllegalPosition(f"column {column} of a record is {least} to {most}")
    sizes = _cards_a_hand(records)
    if ((sizes < 1) | (sizes > MOST_CARDS)).any():
        row = int(np.argmax((sizes < 1) | (sizes > MOST_CARDS)))
        raise IllegalPosition(
            f"record {row} has {sizes[row]} cards in a hand: endings of 1 to {MOST_CARDS} are solved"
        )


def numbers_of(state: TractorState) -> tuple[int, ...]:
    """Return the numbers of a position's house."""
    return house_numbers(state.profile, state.trump.main_index)


def house_of(records: NDArray[np.int64], profile: Profile) -> tuple[int, ...]:
    """Return the numbers of a house for some records.

    Raises:
        IllegalPosition: the records are of different trumps.
    """
    mains = set(records[:, packed.MAIN].tolist()) or {NO_SUIT}
    numbers = {house_numbers(profile, main) for main in mains}
    if len(numbers) > 1:
        raise IllegalPosition("records with and without a main suit are solved apart in this house")
    return numbers.pop()
