"""What a record is worth: the search asked until its bounds meet. For compiled code and for arrays.

``final_points(desk, record, house)`` is a rule, for rules of players to call at the leaves of what they
try: ``desk`` an array of ``DESK`` integers that a thread keeps from call to call, zeros at first;
``record`` one of ``arrays.packed`` with at most ``MOST_CARDS`` cards a hand, between tricks or within
one, a throw on the table included; ``house`` the numbers of ``houses.house_numbers``.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from suitwise.cards import N_CARDS
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import quickest_rows
from suitwise.foundation.arrays.rows import cores, in_order, pieces
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.packed import COLUMNS, FIVES_OF, TENS_OF, form_of, renamed
from suitwise.tractor.rules.levels import gains
from suitwise.tractor.rules.order import NO_SUIT
from suitwise.tractor.rules.piles import EMPTY
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.solve.order import most_for_kitty
from suitwise.tractor.solve.search import gain
from suitwise.tractor.solve.workspace import (
    BURIED,
    CHAIN,
    DESK,
    FIVES,
    FORM,
    FRAMES,
    HANDS,
    LANDLORD,
    LIMIT,
    MOST_CARDS,
    MOVES,
    NODES,
    RECENT,
    SHIFTS,
    STAMP,
    STAMPS,
    TABLE,
    TENS,
    UNIT,
    honour_of,
    house_numbers,
    keep_standing,
    kitty_for,
    note_lead,
    number_of,
    worth_of,
)
from suitwise.tractor.state import TractorState

RECORD_HANDS, RECORD_BURIED, RECORD_TABLE = packed.HANDS, packed.BURIED, packed.TABLE
RECORD_MAIN, RECORD_RANK, RECORD_LANDLORD = packed.MAIN, packed.RANK, packed.LANDLORD
RECORD_LEADER, RECORD_PLACED, RECORD_POINTS = packed.LEADER, packed.PLACED, packed.POINTS

HOUSE = 7
"""The numbers of a house: chain, duty, whether throws fail, comparison, kitty, its fixed factor, what is
to be beaten."""
UNKNOWN = -(1 << 40)
"""The answer where the search would take more positions than are allowed."""


@rule
def lay_deal(desk: Any, record: Any, house: Any) -> None:
    """Put a record and its house on the desk; what the table holds of other deals is void."""
    stamp = item_at(desk, STAMP) + 1
    if stamp == STAMPS:
        for at in range(TABLE, DESK):
            desk[at] = 0
        stamp = 1
    desk[STAMP], desk[NODES] = stamp, 0
    for at in range(RECENT, MOVES):
        desk[at] = 0
    for at in range(HOUSE):
        desk[CHAIN + at] = house[at]
    cr = item_at(record, RECORD_RANK)
    desk[FORM] = form_of(item_at(record, RECORD_MAIN))
    desk[FIVES], desk[TENS] = FIVES_OF[cr], TENS_OF[cr]
    desk[LANDLORD] = item_at(record, RECORD_LANDLORD)
    buried = item_at(record, RECORD_BURIED), item_at(record, RECORD_BURIED + 1)
    desk[BURIED] = worth_of(desk, *buried)
    shift = 0
    for seat in range(4):
        once = item_at(record, RECORD_HANDS + 2 * seat)
        twice = item_at(record, RECORD_HANDS + 2 * seat + 1)
        desk[HANDS + 2 * seat], desk[HANDS + 2 * seat + 1] = once, twice
        while once:
            card = lowest_bit(once)
            once &= once - 1
            desk[SHIFTS + N_CARDS * seat + card] = shift
            shift += 1 + (twice >> card & 1)


@rule
def lay_trick(desk: Any, record: Any) -> tuple[int, int, int, int, int, int]:
    """Note what lies on the table of a record.

    Returns:
        Who wins so far, the honour, the cards and the pairs of its play; all cards that lie there; their
        points.
    """
    leader = item_at(record, RECORD_LEADER)
    winner, best, best_once, best_twice, laid, points = leader, 0, 0, 0, 0, 0
    first = 0
    for place in range(item_at(record, RECORD_PLACED)):
        once = item_at(record, RECORD_TABLE + 2 * place)
        twice = item_at(record, RECORD_TABLE + 2 * place + 1)
        if place == 0:
            honour = note_lead(desk, first, once, twice)
        else:
            honour = honour_of(desk, place, place, once, twice, best, best_once, best_twice)
            keep_standing(desk, place, place, honour > 0, (once, twice), (best_once, best_twice))
        if place == 0 or honour > 0:
            winner, best, best_once, best_twice = leader + place & 3, honour, once, twice
        laid |= once
        points += worth_of(desk, once, twice)
    return winner, best, best_once, best_twice, laid, points


@rule
def cards_of(record: Any, seat: int) -> int:
    """Return how many cards a seat of a record holds."""
    hand = RECORD_HANDS + 2 * seat
    return count_bits(item_at(record, hand)) + count_bits(item_at(record, hand + 1))


@rule
def least_and_most(desk: Any, record: Any, points: int) -> tuple[int, int, int]:
    """Return the position's number, the points left and on the table, and the most to gain."""
    key, rest = 0, points
    for seat in range(4):
        once, twice = item_at(desk, HANDS + 2 * seat), item_at(desk, HANDS + 2 * seat + 1)
        key += number_of(desk, seat, once, twice)
        rest += worth_of(desk, once, twice)
    kitty = most_for_kitty(desk)
    if item_at(record, RECORD_PLACED):
        kitty = max(kitty, kitty_for(desk, FRAMES))
    return key, rest, rest + kitty


@rule
def final_between(
    desk: Any, record: Any, house: Any, need: int, by_levels: bool
) -> tuple[int, int]:
    """Return bounds on the attackers' final points: equal, or as close as the question asks.

    Args:
        desk: the desk; it is changed.
        record: the record.
        house: the numbers of its house.
        need: the final points that are asked about; ``UNKNOWN`` for all.
        by_levels: whether it is enough to know the ranks that the points are worth.
    """
    lay_deal(desk, record, house)
    winner, best, best_once, best_twice, laid, points = lay_trick(desk, record)
    leader, placed = item_at(record, RECORD_LEADER), item_at(record, RECORD_PLACED)
    cards = cards_of(record, leader + placed & 3)
    key, rest, high = least_and_most(desk, record, points)
    taken, low = item_at(record, RECORD_POINTS), 0
    while low < high:
        wanted = (low + high + 1) >> 1
        if need != UNKNOWN:
            wanted = -((taken - need) // UNIT)
            if wanted <= low or wanted > high:
                break
        if by_levels and gains(taken + UNIT * low) == gains(taken + UNIT * high):
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
        if item_at(desk, NODES) >= item_at(desk, LIMIT):
            break
        if bound >= wanted:
            low = bound
        else:
            high = bound
    return taken + UNIT * low, taken + UNIT * high


@rule
def final_points(desk: Any, record: Any, house: Any) -> int:
    """Return the attackers' final points by best play of all; ``UNKNOWN`` beyond the limit.

    Args:
        desk: the desk; ``LIMIT`` holds the most positions to be searched.
        record: the record.
        house: the numbers of its house.
    """
    low, high = final_between(desk, record, house, UNKNOWN, False)
    return low if low == high else UNKNOWN


# --- Positions as rows for the search, and the answers read back, on all cores --------------------
#
# A row is a record of ``arrays.packed``; all rows of a question are of one house. A throw may lie on
# the table here.

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
