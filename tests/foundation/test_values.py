"""Copies of frozen values with other parts."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from suitwise.foundation.seating import (
    NOBODY,
    SEATS,
    left_of,
    partner,
    players,
    seat_at,
    seats_from,
    side,
)
from suitwise.foundation.values import Clock, changing
from tests.foundation.times import Times


@dataclass(frozen=True, slots=True)
class Pair:
    left: int
    right: int = 2
    kept: int = field(default=0, init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kept", 7)


change = changing(Pair)


def test_a_copy_has_the_parts_named_and_keeps_the_others() -> None:
    pair = Pair(1)
    assert change(pair, right=5) == Pair(1, 5)
    assert change(pair) == pair == Pair(1, 2)
    assert change(pair, left=None).left is None


def test_what_no_argument_sets_is_copied_and_may_be_named() -> None:
    pair = change(Pair(1), kept=9)
    assert (change(pair, left=3).kept, change(pair, kept=1).kept) == (9, 1)


def test_a_copy_is_as_frozen_as_the_value() -> None:
    copy = change(Pair(1), left=2)
    with pytest.raises(FrozenInstanceError):
        copy.left = 3  # type: ignore[misc]


def test_no_other_part_can_be_named() -> None:
    with pytest.raises(TypeError, match="middle"):
        change(Pair(1), middle=3)


# --- Seats round a table: order of play, who sits out, sides --------------------------------------


@pytest.mark.parametrize("out", [NOBODY, *SEATS])
def test_all_who_play_follow_one_another_from_any_leader(out: int) -> None:
    playing = [seat for seat in SEATS if seat != out]
    for leader in playing:
        order = seats_from(leader, out)
        assert order[0] == leader
        assert sorted(order) == playing
        assert list(order) == [seat_at(leader, place, out) for place in range(players(out))]
        assert left_of(order[-1], out) == leader


def test_partners_sit_opposite_on_one_side() -> None:
    for seat in SEATS:
        assert partner(partner(seat)) == seat
        assert side(seat) == side(partner(seat)) != side(left_of(seat, NOBODY))


# --- The time for a decision: lots of worlds that end with it -------------------------------------


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
