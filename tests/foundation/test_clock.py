"""The time for a decision: lots of worlds that end with it."""

from __future__ import annotations

import pytest

from suitwise.foundation.values import Clock
from tests.foundation.times import Times


def looked_at(
    times: Times, clock: Clock, worlds: int, cost: float, fixed: float = 0.0
) -> list[int]:
    """Return the lots of worlds of which each takes a time, as does every lot."""
    lots = []
    for lot in clock.lots(worlds):
        times.now += fixed + lot * cost
        lots.append(lot)
    return lots


def test_without_a_time_all_worlds_are_one_lot_and_it_is_never_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = Times(monkeypatch)
    clock = Clock()
    assert looked_at(times, clock, 100, 1.0) == [100]
    assert not clock.is_over()


def test_lots_grow_up_to_the_worlds_asked_for_and_end_with_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = Times(monkeypatch)
    assert looked_at(times, Clock(500 / 1024), 100, 1 / 1024) == [8, 16, 32, 64, 100, 100, 100, 80]
    assert times.now == 500 / 1024


@pytest.mark.parametrize("seconds", [0.01, 0.1, 1.0])
@pytest.mark.parametrize("cost", [0.0001, 0.0007, 0.0015])
@pytest.mark.parametrize("worlds", [5, 100, 10_000])
def test_the_time_is_kept_whatever_a_world_takes(
    monkeypatch: pytest.MonkeyPatch, seconds: float, cost: float, worlds: int
) -> None:
    times = Times(monkeypatch)
    lots = looked_at(times, Clock(seconds), worlds, cost, fixed=0.0005)
    assert times.now <= 1.3 * seconds
    assert len(lots) == 64 or times.now >= 0.5 * seconds  # and it is made use of


def test_what_was_done_before_the_first_lot_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    times = Times(monkeypatch)
    clock = Clock(0.1)
    times.now = 0.2
    assert clock.is_over()
    assert looked_at(times, clock, 100, 0.001) == [8]
