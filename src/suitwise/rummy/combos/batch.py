"""The maximal combos of very many hands of two decks without wild cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from suitwise.arguments import whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.rows import cores, pieces
from suitwise.rummy.combos.bits import CARDS, DEPTH, MELDS, MOST_KEPT
from suitwise.rummy.combos.listing import maximal
from suitwise.rummy.combos.rows import FULL, maximal_of_hands
from suitwise.rummy.rules.hand import JOKERS, SIZE, Hand
from suitwise.rummy.rules.melds import Meld
from suitwise.rummy.rules.rules import SEED
from suitwise.rummy.tables.best_melds import code_of_meld, meld_of

PIECE = 20_000
"""The number of hands that a thread is given at a time."""
MOST_COMBOS = 1 << 17
"""A hand with more maximal combos than this is refused."""


@dataclass(frozen=True, slots=True)
class MaximalCombos:
    """The maximal combos of an array of hands, one after another.

    Args:
        first: array (hands + 1,): hand i has the combos from first[i] to first[i + 1] - 1.
        begins: array (combos + 1,): combo j has the melds from begins[j] to begins[j + 1] - 1.
        melds: array of melds as numbers (``best_melds.meld_of``), int32.

    >>> import numpy as np
    >>> hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    >>> found = batch_maximal(np.array([hand.counts], np.uint8))
    >>> found.numbers.tolist()
    [2]
    >>> for melds in found.of(0):
    ...     print(*melds, sep=" | ")
    H2 H3 H4 H5 | H4 H5 H6
    H4 H5 H6 | H3 D3 C3
    """

    first: NDArray[np.int64]
    begins: NDArray[np.int64]
    melds: NDArray[np.int32]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """How many maximal combos each hand has."""
        return self.first[1:] - self.first[:-1]

    def of(self, hand: int) -> list[tuple[Meld, ...]]:
        """Return the maximal combos of a hand, the melds of each.

        Raises:
            SuitwiseError: there is no such hand.
        """
        hand = whole(hand, "a hand", 0, len(self.first) - 2)
        return [
            tuple(meld_of(int(code)) for code in self.melds[self.begins[j] : self.begins[j + 1]])
            for j in range(self.first[hand], self.first[hand + 1])
        ]


def batch_maximal(hands: NDArray[np.uint8], *, threads: int = 0) -> MaximalCombos:
    """Return the maximal combos of every hand.

    A hand with more combos than the rule looks at is worked out by ``maximal`` instead, which can take
    seconds: 4.6 for the 40 cards of the ranks ace to 5 twice.

    Args:
        hands: array (hands, 53) of counts under the rule set ``seed``, so that no joker is held, or
            (hands, 52) without them.
        threads: how many threads; 0 for all cores.

    Raises:
        IllegalPosition: the array has another shape, a row is no hand, or it has more than 131,072
            maximal combos.

    >>> import numpy as np
    >>> hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    >>> found = batch_maximal(np.array([hand.counts[:52]], np.uint8), threads=1)
    >>> found.numbers
    array([2])
    >>> for melds in found.of(0):
    ...     print(*melds, sep=" | ")
    H2 H3 H4 H5 | H4 H5 H6
    H4 H5 H6 | H3 D3 C3
    """
    given = _checked(hands)

    def work_out(piece: range) -> list[_Rows]:
        return list(_rows(given, piece))

    found = in_order(work_out, pieces(len(given), PIECE), cores(threads))
    no_rows = np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.int32)
    ends, combo_ends, melds = zip(no_rows, *chain.from_iterable(found), strict=True)
    return MaximalCombos(_joined(ends), _joined(combo_ends), np.concatenate(melds))


def _checked(hands: Any) -> Any:
    """Return hands as counts of the cards without the jokers, of which none may be held."""
    given = np.asarray(hands)
    if given.dtype != np.uint8 or given.ndim != 2 or given.shape[1] not in (CARDS, SIZE):
        raise IllegalPosition(
            f"hands are a uint8 array of {CARDS} or {SIZE} counts a row, "
            f"not {given.dtype} {given.shape}"
        )
    for row in np.flatnonzero(given[:, JOKERS:].any(axis=1))[:1]:
        raise IllegalPosition(f"hand {row}: the rule set seed has no jokers")
    return np.ascontiguousarray(given[:, :CARDS])


_Rows = tuple[Any, Any, Any]
"""Where combos end by hand, where melds end by combo, and melds: arrays that begin at nothing."""


def _rows(hands: Any, piece: range, rule: Callable[..., None] | None = None) -> Iterator[_Rows]:
    """Yield the combos of a piece of the hands, as many at a time as there is room for."""
    search = rule or machine(maximal_of_hands)
    work = _work()
    done = np.zeros(4, np.int64)
    row, room = piece.start, 4 * len(piece) + MOST_KEPT
    while row < piece.stop:
        ends, combo_ends = np.empty(piece.stop - row, np.int64), np.empty(room, np.int64)
        melds = np.empty(2 * room, np.int32)
        search(hands, row, piece.stop, work, ends, combo_ends, melds, done)
        count, combos, written, why = map(int, done)
        yield ends[:count].copy(), combo_ends[:combos].copy(), melds[:written].copy()
        row += count
        if why == FULL and count == 0:
            room *= 2
        elif why < 0:
            yield _one_row(hands[row], row)
            row += 1


def _work() -> tuple[Any, ...]:
    """Return arrays for a search (``maximal_of_hands``)."""

    def arrays(*sizes: int) -> tuple[Any, ...]:
        return tuple(np.zeros(size, np.int64) for size in sizes)

    leaves = arrays(MOST_KEPT, MOST_KEPT, MOST_KEPT, MOST_KEPT * DEPTH)
    return arrays(MELDS, MELDS), arrays(DEPTH, DEPTH, DEPTH), leaves, *arrays(DEPTH)


def _one_row(counts: Any, row: int) -> _Rows:
    """Work out a hand that the rule leaves alone.

    Raises:
        IllegalPosition: it is no hand, or has too many maximal combos.
    """
    try:
        hand = Hand((*map(int, counts), 0), SEED)
        combos = [combo.melds for combo in islice(maximal(hand), MOST_COMBOS + 1)]
        if len(combos) > MOST_COMBOS:
            raise IllegalPosition(f"more than {MOST_COMBOS:,} maximal combos: list them lazily")
    except IllegalPosition as error:
        raise IllegalPosition(f"hand {row}: {error}") from None
    codes = [code_of_meld(meld) for melds in combos for meld in melds]
    ends = np.cumsum([len(melds) for melds in combos], dtype=np.int64)
    return np.array([len(combos)], np.int64), ends, np.array(codes, np.int32)


def _joined(parts: Sequence[Any]) -> NDArray[np.int64]:
    """Join arrays of ends that each begin at nothing, with a nothing in front."""
    sizes = np.array([part[-1] if len(part) else 0 for part in parts], np.int64)
    shifts = np.cumsum(sizes) - sizes
    shifted = [part + shift for part, shift in zip(parts, shifts, strict=True)]
    return np.concatenate([np.zeros(1, np.int64), *shifted])
