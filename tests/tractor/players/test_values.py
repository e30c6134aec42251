"""What points are worth: ranks above all, points between the steps, the next landlord in a match."""

from __future__ import annotations

import numpy as np

from suitwise.tractor import Tractor
from suitwise.tractor.players.plays import LEVEL, values_for, worth_of


def worth(
    points: int, seat: int = 0, landlord: int = 0, levels: str = "22", match: str = "deal"
) -> int:
    state = Tractor(match=match, levels=levels, landlord=landlord).start()
    return int(worth_of(values_for(state, seat), np.array([points]))[0])


def test_fewer_points_are_never_worse_for_the_landlord_and_what_one_side_wins_the_other_loses() -> (
    None
):
    state = Tractor(match="deal", landlord=0).start()
    ours, theirs = values_for(state, 2), values_for(state, 3)
    assert (np.diff(ours) <= 0).all()
    assert (ours == -theirs).all()


def test_the_step_at_80_points_is_more_than_the_points_to_it() -> None:
    assert worth(75) - worth(80) > 3 * (worth(70) - worth(75))


def test_attackers_at_an_ace_they_must_defend_gain_nothing_but_points() -> None:
    assert worth(115, levels="2A") - worth(125, levels="2A") == worth(125) - worth(135)


def test_to_be_landlord_next_is_worth_something_in_a_match_alone() -> None:
    assert worth(75, match="match") - worth(80, match="match") > worth(75) - worth(80) + LEVEL // 2
