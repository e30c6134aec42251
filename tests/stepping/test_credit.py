"""What each decision earned where one learner has several seats."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.stepping.loop import UNDER_WAY
from suitwise.stepping.steps import Autoreset, Steps, credited
from tests.race import race


@pytest.mark.parametrize("autoreset", ["same", "next"])
@pytest.mark.parametrize("seat", [0, (0, 2)])
def test_every_seat_of_the_learner_gets_its_own_return_at_its_last_decision(
    autoreset: Autoreset, seat: Any
) -> None:
    """Against a count in plain Python, game by game."""
    others = "self" if seat == 0 else "random"
    steps = Steps(race(seats=4), 30, seed=3, seat=seat, others=others, autoreset=autoreset)
    seats, ended, returns, decides = [], [], [], []
    expected: dict[tuple[int, int], float] = {}
    decided: dict[tuple[int, int], int] = {}
    for turn in range(40):
        seats.append(steps.seats.copy())
        decides.append(steps.ended == UNDER_WAY)
        steps.step(steps.sample())
        ended.append((steps.ended != UNDER_WAY) & decides[-1])
        returns.append(steps.returns.copy())
        for row in np.flatnonzero(decides[-1]):
            decided[int(row), int(seats[-1][row])] = turn
        for row in np.flatnonzero(ended[-1]):
            for one in range(4):
                if (int(row), one) in decided:
                    at = decided.pop((int(row), one)), int(row)
                    expected[at] = float(returns[-1][row, one])
    told = credited(*map(np.array, (seats, ended, returns, decides)))
    assert {tuple(map(int, at)) for at in np.argwhere(told.last)} == set(expected)
    assert all(told.rewards[at] == got for at, got in expected.items())
    assert len(expected) > 200
    assert (told.rewards[~told.last] == 0).all()


def test_arrays_of_other_steps_are_refused() -> None:
    with pytest.raises(SuitwiseError, match=r"returns \(steps, n, seats\), not \(2, 3\), \(2, 3\)"):
        credited(np.zeros((2, 3), int), np.zeros((2, 3), bool), np.zeros((1, 3, 2)))
