"""The frame of searches: worlds by their weights, options raced in common worlds, leads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise.foundation.values import Clock
from suitwise.players.search import (
    FIRST,
    UNIT,
    Batch,
    Ints,
    Race,
    batches,
    check_limits,
    is_clear,
    lead_of,
    lots_in_all,
    race,
    resampled,
    tempered,
    weights_of,
)

# --- What a player is given -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("worlds", "seconds", "told"),
    [
        (2.5, 0.0, "worlds: a whole number, not 2.5"),
        ("x", 0.0, "worlds: a whole number, not 'x'"),
        (4, "long", "seconds: an int or a float is expected, not 'long'"),
        (4, None, "seconds: an int or a float is expected, not None"),
    ],
)
def test_half_a_world_and_a_time_in_words_are_refused(worlds: Any, seconds: Any, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        check_limits(worlds, 100, seconds)


# --- Weighing and resampling ------------------------------------------------------------------------


def test_each_unit_takes_a_sixteenth_of_the_weight_and_no_world_is_impossible() -> None:
    weights = weights_of(np.arange(2000))
    assert weights[0] == 1 << 40
    assert weights[1] == (1 << 40) * 15 // 16
    assert weights.min() == weights[-1] == 1
    assert (np.diff(weights) <= 0).all()
    assert UNIT == 16


def test_a_world_is_kept_by_its_share_rounded_up_or_down() -> None:
    rng = Random(1)
    for _ in range(200):
        weights = np.array([rng.randrange(1 << 40) for _ in range(rng.randrange(1, 40))])
        count, offset = rng.randrange(1, 60), rng.randrange(1 << 40)
        for counts in (resampled(weights, count), resampled(weights, count, offset)):
            assert counts.sum() == count
            for weight, kept in zip(weights.tolist(), counts.tolist(), strict=True):
                share = Fraction(count * weight, int(weights.sum()))
                assert abs(kept - share) < 1


def test_resampling_is_unbiased_over_the_offsets() -> None:
    weights, steps = np.array([5, 1, 2]) << 20, 1 << 10
    kept = sum(resampled(weights, 2, at * (1 << 40) // steps) for at in range(steps))
    assert np.allclose(kept / steps, np.array([5, 1, 2]) / 4, atol=0.01)


def test_costs_are_tempered_until_not_a_few_worlds_alone_matter() -> None:
    even = np.full(50, 300)
    assert tempered(even, 10).tolist() == [1 << 40] * 50
    costs = np.array([0] + [400] * 49)
    weights = tempered(costs, 10).astype(float)
    plain = weights_of(costs).astype(float)
    size, before = (one.sum() ** 2 / (one**2).sum() for one in (weights, plain))
    assert before < 5 <= size
    assert (np.diff(tempered(np.arange(50) * 8, 10)) <= 0).all()


# --- The race ---------------------------------------------------------------------------------------


def batch_of(worth: Sequence[Sequence[int]], **options: Any) -> Batch:
    table = np.array(worth, np.int64)

    def roll(first: int, last: int, active: Ints) -> Ints:
        found = np.zeros((last - first, table.shape[1]), np.int64)
        found[:, active] = table[first:last][:, active]
        return found

    return Batch(np.ones(len(table), np.int64), roll, **options)


def never(_: Race) -> bool:
    return False


def raced(worth: Sequence[Sequence[int]]) -> Race:
    return race([batch_of(worth)], len(worth[0]), never, doubt=150 * 150)


def counted(limit: int) -> tuple[Callable[[Race], bool], list[int]]:
    """Return what ends a race after it was asked so often, and how many worlds there were each time."""
    asked: list[int] = []

    def is_over(so_far: Race) -> bool:
        asked.append(len(so_far.counts))
        return len(asked) >= limit

    return is_over, asked


def test_the_better_option_is_chosen_and_the_worse_one_tried_in_few_worlds() -> None:
    found = raced([[0, 300 + world % 7, -500] for world in range(60)])
    assert found.best == 1
    assert found.second == 0
    assert found.used.tolist() == [FIRST, FIRST, FIRST]


def test_where_it_is_close_all_worlds_are_looked_at_and_the_first_option_has_its_way() -> None:
    found = raced([[0, 10 if world % 2 else -10] for world in range(60)])
    assert found.best == 0
    assert found.used.tolist() == [60, 60]


def test_without_elimination_every_option_is_tried_in_every_world() -> None:
    worth = [[0, 300, -500] for _ in range(60)]
    found = race([batch_of(worth), batch_of(worth)], 3, never, drops=False)
    assert (found.best, found.used.tolist(), found.means) == (1, [120] * 3, [0, 300, -500])


def test_a_lead_that_is_not_sure_leaves_the_choice_to_the_first_option() -> None:
    worth = [[0, 10 if world % 3 else -10] for world in range(30)]
    assert race([batch_of(worth)], 2, never, drops=False).best == 1
    assert race([batch_of(worth)], 2, never, drops=False, sure=3.0).best == 0
    assert race([batch_of([[2, 2, 5]])], 3, never, drops=False, sure=0.0).best == 2
    assert race([batch_of([[5, 2, 5]])], 3, never, drops=False, sure=0.0).best == 0


def test_a_single_option_has_figures_too() -> None:
    found = raced([[7]] * 20)
    assert (found.best, found.second, found.mean(0)) == (0, 0, 7)


def test_a_race_ends_between_two_batches_when_it_is_over() -> None:
    drawn = (batch_of([[0, 10 if world % 2 else -10] for world in range(20)]) for _ in range(99))
    is_over, asked = counted(5)
    found = race(drawn, 2, is_over, doubt=150 * 150)
    assert 20 < len(found.counts) < 99 * 20
    assert asked == sorted(set(asked))


def test_all_worlds_that_there_are_end_a_race_and_replace_samples_of_them() -> None:
    drawn = iter([batch_of([[0, 1]] * 3), batch_of([[1, 0]] * 5, is_exact=True, is_new=False)])
    endless = (one for lot in (drawn, iter(lambda: batch_of([[9, 9]]), None)) for one in lot)
    found = race(endless, 2, never, drops=False)
    assert (len(found.counts), found.best, found.is_exact) == (5, 0, True)


def test_what_tells_equal_options_apart_is_kept_world_by_world() -> None:
    ties = np.array([[1, 2], [3, 4]])
    two = [batch_of([[0, 0], [0, 0]], ties=ties), batch_of([[0, 0], [0, 0]], ties=ties + 4)]
    found = race(two, 2, never, drops=False)
    assert found.ties is not None
    assert found.ties.tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]


# --- Leads ------------------------------------------------------------------------------------------


def test_a_world_that_counts_twice_counts_as_two_for_the_mean() -> None:
    mean, error = lead_of(np.array([0, 3]), np.array([1, 2]), doubt=150 * 150)
    assert mean == 2
    assert error > 0
    _, alone = lead_of(np.array([5]), np.array([3]), doubt=150 * 150)
    assert alone > error


def test_a_lead_is_shown_where_its_interval_lies_above_zero() -> None:
    rng = np.random.default_rng(1)
    ahead, counts = rng.normal(0.3, 1, 400), np.ones(400, np.int64)
    lead = lead_of(ahead, counts)
    assert lead.mean == pytest.approx(ahead.mean())
    assert lead.error == pytest.approx(ahead.std() / 20)
    assert lead.is_shown == (lead.mean > 1.96 * lead.error)
    assert not lead_of(-ahead, counts).is_shown


def test_a_choice_is_clear_when_it_leads_or_when_nothing_differs() -> None:
    assert is_clear(np.array([[1, 1]] * 200))
    assert not is_clear(np.array([[1, 1]] * 199))
    assert not is_clear(np.array([[1, 0], [0, 1]] * 500))
    assert is_clear(np.array([[1, 0], [1, 1]] * 50))
    assert not is_clear(np.array([[1, 0]] * 29))


# --- Batches ----------------------------------------------------------------------------------------


def test_batches_are_drawn_from_streams_of_their_own_when_they_are_asked_for() -> None:
    made: list[tuple[int, int]] = []

    def batch(count: int, stream: int) -> Batch:
        made.append((count, stream))
        return batch_of([[0]] * count)

    drawn: Iterator[Batch] = batches(batch, [8, 16, 4], stream=5)
    assert made == []
    assert [len(one.counts) for one in drawn] == [8, 16, 4]
    assert made[0] == (8, 5)
    assert len({stream for _, stream in made}) == 3


def test_no_more_worlds_are_drawn_than_are_asked_for_in_all() -> None:
    for seconds in (0.0, 30.0):
        assert sum(lots_in_all(Clock(seconds), 100)) == 100
