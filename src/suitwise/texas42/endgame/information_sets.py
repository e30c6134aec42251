"""The table of an endgame's information sets: which are known, and what is learned of each.

A set is found by its key (``traversal``), by open addressing: no two share a place, so nothing
is mixed up. While traversals run the table keeps its shape; between rounds it takes in what they missed.
Where they run on a GPU, it lies there, and only what they missed comes back.
"""

from __future__ import annotations

from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import device_copy, machine, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np

MOVES = 4
"""How many dominoes a seat has to choose from at most."""
MOST_SETS = 1 << 24
"""More information sets than these are not kept."""
_ROOM = 1 << 10


@rule
def key_slot(keys: Any, key: int) -> int:
    """Return where a table has a key, or the empty slot where it would be: 0 stands for none.

    >>> key_slot([0, 0, 0, 0], 77) in range(4)
    True
    """
    mask = len(keys) - 1
    low, high = key & 0xFFFFFFFF, key >> 32
    at = ((low * 0x2545F491 + high * 0x1B873593) >> 15) & mask
    while keys[at] != 0 and keys[at] != key:
        at = (at + 1) & mask
    return int(at)


@rule
def known_number(table: Any, key: int) -> int:
    """Return the number of an information set; -1 if the table does not have it."""
    keys, numbers, _, _ = table
    slot = key_slot(keys, key)
    return int(numbers[slot]) if keys[slot] == key else -1


@rule
def add_keys(found: Any, keys: Any, numbers: Any, count: int) -> int:
    """Give each new key of an array the next number; return how many are known then."""
    for at in range(len(found)):
        key = found[at]
        if key == 0:
            continue
        slot = key_slot(keys, key)
        if keys[slot] == 0:
            keys[slot] = key
            numbers[slot] = count
            count += 1
    return count


@rule
def move_keys(keys: Any, numbers: Any, new_keys: Any, new_numbers: Any) -> None:
    """Enter all keys of a table into a larger one."""
    for at in range(len(keys)):
        if keys[at]:
            slot = key_slot(new_keys, keys[at])
            new_keys[slot] = keys[at]
            new_numbers[slot] = numbers[at]


class SetTable:
    """Information sets by their keys, with regrets and totals of ``MOVES`` moves each.

    Args:
        on_gpu: whether traversals run on the GPU, and the table lies there.

    >>> import numpy as np
    >>> table = SetTable(on_gpu=False)
    >>> _ = table.with_room(8)
    >>> table.add(np.array([0, 77, 78, 0, 77]))
    >>> table.known, table.number(78), table.number(79), table.totals(0).tolist()
    (2, 1, -1, [0.0, 0.0, 0.0, 0.0])
    """

    def __init__(self, on_gpu: bool) -> None:
        self.known = 0
        """How many sets are known."""
        self._on_gpu = on_gpu
        self._keys = np.zeros(_ROOM, np.int64)
        self._numbers = np.zeros(_ROOM, np.int64)
        self._learned = self._sent(np.zeros((2, _ROOM // 2 * MOVES)))
        self._found = self._sent(self._keys), self._sent(self._numbers)
        self._fetched: NDArray[np.float64] | None = None

    def with_room(self, more: int) -> tuple[Any, ...]:
        """Return keys, numbers, regrets and totals where traversals run, with room for more sets.

        At least half of the slots are empty when all that is found is added.

        Raises:
            SuitwiseError: more sets are known than are kept.
        """
        if self.known > MOST_SETS:
            raise SuitwiseError(f"more than {MOST_SETS:,} information sets are not kept")
        if 2 * (self.known + more) > len(self._keys):
            self._grow(1 << (2 * (self.known + more) - 1).bit_length())
        self._fetched = None  # traversals will write
        return *self._found, self._learned[0], self._learned[1]

    def add(self, missed: NDArray[np.int64]) -> None:
        """Take in the keys that traversals missed; zeros stand for none."""
        known = int(machine(add_keys)(missed, self._keys, self._numbers, self.known))
        if known > self.known:
            self._found = self._sent(self._keys), self._sent(self._numbers)
        self.known = known

    def number(self, key: int) -> int:
        """Return the number of a set; -1 if it is not known."""
        return known_number((self._keys, self._numbers, None, None), key)

    def regrets(self, number: int) -> NDArray[np.float64]:
        """Return the regrets of a set's moves."""
        return self._of(0, number)

    def totals(self, number: int) -> NDArray[np.float64]:
        """Return how much each move of a set was played, in all."""
        return self._of(1, number)

    def _of(self, which: int, number: int) -> NDArray[np.float64]:
        if self._fetched is None:
            self._fetched = self._here(self._learned)
        return self._fetched[which, number * MOVES : (number + 1) * MOVES]

    def _grow(self, slots: int) -> None:
        keys, numbers = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
        machine(move_keys)(self._keys, self._numbers, keys, numbers)
        self._keys, self._numbers = keys, numbers
        self._found = self._sent(keys), self._sent(numbers)
        learned = np.zeros((2, slots // 2 * MOVES))
        size = self.known * MOVES
        learned[:, :size] = self._here(self._learned)[:, :size]
        self._learned = self._sent(learned)

    def _sent(self, array: Any) -> Any:
        """Return an array where traversals run."""
        return device_copy(array) if self._on_gpu else array

    def _here(self, array: Any) -> Any:
        """Return an array where this process can read it."""
        return array.copy_to_host() if self._on_gpu else array
