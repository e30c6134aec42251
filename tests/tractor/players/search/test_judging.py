"""How long a decision is thought about: so many worlds, or batches of them until the time is over."""

from __future__ import annotations

from itertools import islice

import numpy as np

from suitwise.tractor.players.search.judging import Thinking, batches
from suitwise.tractor.players.search.racing import Batch


def counts_of(thinking: Thinking) -> list[int]:
    """Return how many worlds the first batches have."""

    def batch(count: int, stream: int) -> Batch:
        return np.ones(count, np.int64), lambda first, last, active: np.zeros((0, 0), np.int64)

    return [len(worlds) for worlds, _ in islice(batches(batch, thinking, 7), 5)]


def test_without_a_time_there_is_one_batch_of_all_worlds() -> None:
    assert counts_of(Thinking(100, 0.0, None, 0, 1)) == [100]


def test_where_the_time_is_given_the_first_batches_are_small() -> None:
    assert counts_of(Thinking(100, 0.5, None, 0, 1)) == [20, 40, 80, 100, 100]
    assert counts_of(Thinking(5, 0.5, None, 0, 1)) == [5, 5, 5, 5, 5]
