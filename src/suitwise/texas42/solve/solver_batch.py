"""Many positions at once, on all cores: values, needs, the table of a deal (rules page, Solvers)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from suitwise.arguments import each_of, several, whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.rows import as_numpy
from suitwise.foundation.seating import NOBODY
from suitwise.texas42.rules.dominoes import ALL
from suitwise.texas42.rules.position import Hands, Position
from suitwise.texas42.rules.suits import NELLO, SEVENS
from suitwise.texas42.solve import search_general as general
from suitwise.texas42.solve.question_rows import (
    aim_of,
    aim_of_side,
    answer_rows,
    question_rows,
)
from suitwise.texas42.solve.search_general import COLUMNS, EXACT, SIDE_0

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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

    rows = [
        question_rows([position], aim_of(position))
        for position in each_of(positions, Position, "a position")
    ]
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
    found = answer_rows(np.concatenate(rows), threads)[0] if rows else np.zeros(0, np.int64)
    return found.astype(np.bool_)


def table(hands: Hands, threads: int = 0) -> NDArray[np.int64]:
    """Return the points of seats 0 and 2 in a deal by declaration and leader, ``int64[10, 4]``.

    The declarations are those of the seed: the pips, doubles, no-trump, and nello with four seats.

    >>> table(Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5").hands)[5].tolist()
    [21, 21, 21, 16]
    """
    import numpy as np

    held = [whole(hand, "a hand", 0, ALL) for hand in several(hands, "hands")]
    if len(held) != 4:
        raise IllegalPosition(f"a deal has four hands, not {len(held)}")
    declarations = np.repeat(np.arange(NELLO + 1), 4)
    deals = np.tile(np.array(held, np.int64), (len(declarations), 1))
    found = values(declarations, deals, np.tile(np.arange(4), NELLO + 1), threads)
    return found.reshape(NELLO + 1, 4)
