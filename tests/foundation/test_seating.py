"""Seats round a table: order of play, who sits out, sides."""

from __future__ import annotations

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
