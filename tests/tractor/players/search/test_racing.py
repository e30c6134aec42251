"""The race of candidates: the best comes through, ties stay with the policy, the worse drop out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from suitwise.tractor.players.search.racing import FIRST, Batch, Ints, Race, lead_of, race


def batch_of(worth: Sequence[Sequence[int]]) -> Batch:
    table = np.array(worth, np.int64)

    def roll(first: int, last: int, active: Ints) -> Ints:
        found = np.zeros((last - first, table.shape[1]), np.int64)
        found[:, active] = table[first:last][:, active]
        return found

    return np.ones(len(table), np.int64), roll


def raced(worth: Sequence[Sequence[int]]) -> Race:
    return race([batch_of(worth)], len(worth[0]), lambda: False)


def test_the_better_play_is_chosen_and_the_worse_one_tried_in_few_worlds() -> None:
    found = raced([[0, 300 + world % 7, -500] for world in range(60)])
    assert found.best == 1
    assert found.second == 0
    assert found.used.tolist() == [FIRST, FIRST, FIRST]


def test_where_it_is_close_all_worlds_are_looked_at_and_the_policy_has_its_way() -> None:
    found = raced([[0, 10 if world % 2 else -10] for world in range(60)])
    assert found.best == 0
    assert found.used.tolist() == [60, 60]


def test_a_single_play_has_figures_too() -> None:
    found = raced([[7]] * 20)
    assert (found.best, found.second, found.mean(0)) == (0, 0, 7)


def test_the_time_ends_a_race_between_two_batches() -> None:
    batches = (batch_of([[0, 10 if world % 2 else -10] for world in range(20)]) for _ in range(99))
    asked = []

    def is_over() -> bool:
        asked.append(0)
        return len(asked) > 4

    assert 20 < len(race(batches, 2, is_over).counts) < 99 * 20


def test_a_world_that_counts_twice_counts_as_two_for_the_mean() -> None:
    mean, error = lead_of(np.array([0, 3]), np.array([1, 2]))
    assert mean == 2
    assert error > 0
    _, alone = lead_of(np.array([5]), np.array([3]))
    assert alone > error
