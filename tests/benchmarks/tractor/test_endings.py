"""The endings that the solver is measured on are positions of the play between tricks."""

from __future__ import annotations

import numpy as np

from benchmarks.tractor.endings import played_endings, random_endings
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.packed import is_sound


def cards_a_hand(records: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> list[int]:
    hands = np.bitwise_count(records[:, packed.HANDS : packed.HANDS + 8])
    return [max(map(sum, hand)) for hand in hands.reshape(-1, 4, 2).tolist()]


def test_rounds_played_by_rule_come_to_endings() -> None:
    found = played_endings(3, 5)
    assert len(found)
    assert all(is_sound(record.tolist()) for record in found)
    assert set(cards_a_hand(found)) <= set(range(1, 6))
    assert not found[:, packed.PLACED].any()


def test_random_endings_have_so_many_cards() -> None:
    assert cards_a_hand(random_endings(4, 7)) == [7] * 4
