"""Arrays of positions of the play: dealt, stepped, played out, counted; on all cores or a GPU.

A position is a row of two integers of 64 bits (``packed``). Every function here does the same to each
row of such an array, by the rules of a single position. An array that lies on a GPU is worked
there, a row a thread, and the answers stay there (``deal`` with ``device="cuda"`` and ``on_gpu`` make
such arrays; CuPy's and PyTorch's will do); of a row that is no position the answers are -1 then, as
looking for one would fetch them.

>>> states = deal(2000, seed=7, declarations=range(7))
>>> play_out(states, seed=1)[:2].tolist()
[[18, 24, 3], [34, 8, 4]]
>>> rule_based = tally(states, 3, policies=("rules", "random"))
>>> chance = tally(states, 3, policies=("random", "random"))
>>> bool(win_rates(rule_based, 30)[0] > win_rates(chance, 30)[0])
True
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from suitwise.arguments import whole_input
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import (
    device_copy,
    device_empty,
    grid,
    on_device,
    over_rows,
)
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.rows import (
    as_array,
    as_first,
    beside,
    cores,
    cycle,
    is_gpu,
    near,
    pieces,
    rule_based_sides,
    spread,
)
from suitwise.foundation.seating import SEATS
from suitwise.seeds import as_seed
from suitwise.texas42.arrays.batch_input import (
    Answers,
    States,
    checked,
    checked_plays,
    refuse_bad,
    refuse_step,
)
from suitwise.texas42.arrays.batch_rows import (
    BINS,
    OUTCOME,
    deal_row,
    legal_row,
    play_out_row,
    step_row,
    tally_row,
)
from suitwise.texas42.arrays.packed import packed, unpacked
from suitwise.texas42.rules.dominoes import HAND_POINTS, SEVENS
from suitwise.texas42.rules.position import Position

MOST_GROUPS = 1 << 16
"""A call counts this many groups at most."""
MOST_ROWS = 1 << 28
"""A call deals this many rows at most."""
MOST_PLAYOUTS = (1 << 31) - 1
"""A call plays each position out this many times at most."""
MOST_COUNTED = 1 << 57
"""Counts up to this can be added up."""


# --- Arrays ---------------------------------------------------------------------------------------


def pack(positions: Iterable[Position]) -> NDArray[np.int64]:
    """Return positions as an array; nothing is taken yet, and the side that leads declares.

    Args:
        positions: the positions.

    Returns:
        int64 (n, 2).

    >>> pack([Position.parse("5 0 5-5 6-6 4-1 1-1")]).shape
    (1, 2)
    """
    return np.array([packed(position) for position in positions], np.int64).reshape(-1, 2)


def unpack(row: Iterable[int]) -> Position:
    """Return a row of an array as a position.

    Raises:
        IllegalPosition: the row is no position.

    >>> print(unpack(pack([Position.parse("5 0 5-5 6-6 4-1 1-1")])[0]))
    5 0 5-5 6-6 4-1 1-1
    """
    try:
        where, rest = map(index, row)
    except (TypeError, ValueError):
        raise IllegalPosition("a row of positions is two integers") from None
    return unpacked(where, rest)


def on_gpu(states: NDArray[np.int64]) -> States:
    """Return a copy of an array on the GPU, where all that is done to it is then worked out.

    Raises:
        IllegalPosition: it is no array of positions.
        SuitwiseError: there is no CUDA device.

    >>> import numpy as np
    >>> on_gpu(np.zeros((1, 3), np.int64))
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: positions are an int64 array (n, 2), not int64 (1, 3)
    """
    return device_copy(checked(states))


# --- Dealing, playing, counting -------------------------------------------------------------------


def deal(
    count: int,
    seed: int,
    declarations: int | Iterable[int] = 0,
    leaders: int | Iterable[int] = 0,
    *,
    three_seats: bool = True,
    first: int = 0,
    threads: int = 0,
    device: str = "cpu",
) -> States:
    """Deal hands at random, each before its first lead; the leader's side declares.

    The same hands come out however many threads deal, and however they are cut into calls.

    Args:
        count: how many hands, at most 268,435,456.
        seed: 64-bit seed.
        declarations: the declaration; several are taken in turn by the hands' numbers.
        leaders: the seat that leads, or bids nello; several are taken in turn.
        three_seats: whether the leader's partner sits out of nello.
        first: the number of the first hand, below 2**30.
        threads: how many threads on the CPU; 0 for all cores.
        device: ``cpu``, or ``cuda`` for an array on the GPU (extra ``cuda``).

    Returns:
        int64 (count, 2).

    Raises:
        SuitwiseError: a number is out of range, or there is no CUDA device.

    >>> unpack(deal(1, seed=7, declarations=5, leaders=2)[0]).legal_text()
    '1-0,1-1,3-1,3-2,4-1,4-3,6-4'
    """
    there = is_gpu(device)
    count = whole_input(count, MOST_ROWS, "the hands that are dealt in a call are")
    declared = cycle(declarations, SEVENS, "a declaration is")
    leading = cycle(leaders, max(SEATS), "a seat is")
    given = (as_seed(seed), as_first(first), declared, leading, bool(three_seats))
    if there:
        hands = device_empty((count, 2), np.int64)
        grid(deal_row)((*given[:2], device_copy(declared), device_copy(leading), given[-1]), hands)
        return hands
    states = np.empty((count, 2), np.int64)
    spread(deal_row, given, states, threads)
    return states


def legal(states: States, *, threads: int = 0) -> Answers:
    """Return the dominoes that may be played in each position, sets of bits.

    Args:
        states: int64 (n, 2).
        threads: how many threads on the CPU; 0 for all cores.

    Returns:
        int32 (n,); 0 where all is played.

    Raises:
        IllegalPosition: the array or a row of it is not of positions.

    >>> from suitwise.texas42.rules.dominoes import dominoes_of
    >>> states = pack([Position.parse("5 0 6-6 6-5,1-1 4-4,3-3 2-2,0-0 trick=5-5")])
    >>> dominoes_of(int(legal(states)[0]))
    (Domino('6-5'),)
    """
    given = checked(states)
    answer = beside(given, (len(given),), np.int32)
    spread(legal_row, given, answer, threads)
    refuse_bad(given, answer)
    return answer


def step(states: States, dominoes: Answers, *, threads: int = 0) -> States:
    """Play a domino in each position.

    Args:
        states: int64 (n, 2).
        dominoes: integers (n,), of NumPy or where the states lie.
        threads: how many threads on the CPU; 0 for all cores.

    Returns:
        int64 (n, 2); rows of -1 on a GPU where a domino may not be played.

    Raises:
        IllegalPosition: the array or a row of it is not of positions.
        IllegalMove: a domino may not be played, with the first such row; or the dominoes are no
            integers, one a position.

    >>> states = pack([Position.parse("5 0 5-5 6-6 4-1 1-1")])
    >>> for domino in (20, 27, 11):
    ...     states = step(states, [domino])
    >>> print(unpack(states[0]))
    5 0 - - - 1-1 trick=5-5,6-6,4-1
    """
    given = checked(states)
    chosen = checked_plays(dominoes, given)
    answer = beside(given, given.shape, np.int64)
    spread(step_row, (given, chosen), answer, threads)
    if not on_device(given):
        for row in np.flatnonzero(answer[:, 0] < 0)[:1]:
            refuse_step(given[row], int(chosen[row]), int(row))
    return answer


def play_out(
    states: States,
    seed: int,
    *,
    policies: tuple[str, str] = ("random", "random"),
    needs: int | Iterable[int] = 30,
    first: int = 0,
    threads: int = 0,
) -> Answers:
    """Play each position out once, whether the contract is decided or not.

    Args:
        states: int64 (n, 2).
        seed: 64-bit seed; the same numbers on every machine, however the array is cut.
        policies: how sides 0 and 1 play: ``random``, evenly among the legal plays, or ``rules``
            (``policy``).
        needs: the points that the declaring sides need, which ``rules`` looks at; several are taken
            in turn.
        first: the number of the first position, below 2**30.
        threads: how many threads on the CPU; 0 for all cores.

    Returns:
        int8 (n, 3): the points of side 0 and of side 1, the tricks of side 0.

    Raises:
        IllegalPosition: the array or a row of it is not of positions.
        SuitwiseError: a policy is unknown, or a number out of range.

    >>> states = deal(2, seed=7, declarations=[5])
    >>> play_out(states, seed=1).tolist()  # points of side 0, of side 1, tricks of side 0
    [[7, 35, 2], [30, 12, 5]]
    """
    given = checked(states)
    answer = beside(given, (len(given), OUTCOME), np.int8)
    needed = near(given, cycle(needs, HAND_POINTS, "the points needed are"))
    more = (as_seed(seed), as_first(first), rule_based_sides(policies), needed)
    spread(play_out_row, (given, *more), answer, threads)
    refuse_bad(given, answer)
    return answer


def tally(
    states: States,
    playouts: int,
    seed: int = 0,
    *,
    groups: int | Iterable[int] = 0,
    policies: tuple[str, str] = ("random", "random"),
    needs: int | Iterable[int] = 30,
    first: int = 0,
    threads: int = 0,
) -> NDArray[np.int64]:
    """Play each position out many times and count what its declaring side took.

    On a GPU the counts are the only thing that leaves a playout, by atomic additions.

    Args:
        states: int64 (n, 2).
        playouts: how many playouts of each.
        seed: 64-bit seed.
        groups: the row of the counts that a position's playouts are added to, say its declaration;
            several are taken in turn.
        policies: as for ``play_out``.
        needs: as for ``play_out``.
        first: as for ``play_out``.
        threads: as for ``play_out``.

    Returns:
        int64 (groups, 43): how often the declaring side took 0 to 42 points.

    Raises:
        IllegalPosition: the array or a row of it is not of positions.
        SuitwiseError: a policy is unknown, or a number out of range.

    >>> states = deal(90, seed=7, declarations=range(9))
    >>> counts = tally(states, 20, groups=range(9))
    >>> counts.shape, counts.sum(axis=1).tolist()
    ((9, 43), [200, 200, 200, 200, 200, 200, 200, 200, 200])
    """
    given = checked(states)
    grouped = cycle(groups, MOST_GROUPS - 1, "a group is")
    needed = cycle(needs, HAND_POINTS, "the points needed are")
    playouts = whole_input(playouts, MOST_PLAYOUTS, "the playouts of a position are")
    more = (
        near(given, grouped),
        playouts,
        as_seed(seed),
        as_first(first),
        rule_based_sides(policies),
    )
    size = (int(grouped.max()) + 1) * BINS + 1

    def count(piece: range) -> NDArray[np.int64]:
        counts = np.zeros(size, np.int64)
        if on_device(given):
            there = device_copy(counts)
            grid(tally_row)((there, *more, near(given, needed)), given)
            return np.asarray(there.copy_to_host())
        over_rows(tally_row)((counts, *more, needed), given, piece.start, piece.stop)
        return counts

    parts = [range(len(given))] if on_device(given) else pieces(len(given))
    total = np.zeros(size, np.int64)
    for part in in_order(count, parts, cores(threads)):
        total += part
    if total[-1]:
        raise IllegalPosition(f"{total[-1]} of the rows are no packed positions")
    return total[:-1].reshape(-1, BINS)


def win_rates(
    counts: NDArray[np.int64], need: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how often the declaring side took enough, and the standard errors.

    Args:
        counts: int64 (groups, 43), as ``tally`` returns them.
        need: the points it needs; 0 for nello, in which it needs to take none.

    Raises:
        SuitwiseError: the counts have another shape or type, or ``need`` is out of range.

    >>> import numpy as np
    >>> counts = np.zeros((1, 43), np.int64)
    >>> counts[0, [29, 30, 42]] = 5, 10, 5
    >>> [array.round(3).tolist() for array in win_rates(counts, 30)]
    [[0.75], [0.097]]
    """
    need = whole_input(need, HAND_POINTS, "the points needed are")
    counts = as_array(counts)
    if counts.ndim != 2 or counts.shape[1] != BINS or counts.dtype.kind not in "iu":
        raise SuitwiseError(
            f"counts are integers (groups, {BINS}), not {counts.dtype} {counts.shape}"
        )
    if ((counts < 0) | (counts > MOST_COUNTED)).any():
        raise SuitwiseError(f"counts are numbers from 0 to {MOST_COUNTED}")
    won = counts[:, need:].sum(axis=1) if need else counts[:, 0]
    played_out = np.maximum(counts.sum(axis=1), 1)
    rates = won / played_out
    return rates, np.sqrt(rates * (1 - rates) / played_out)
