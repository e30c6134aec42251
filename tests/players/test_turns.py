"""What players share: when a choice is clear enough to stop looking at worlds."""

from __future__ import annotations

import numpy as np

from suitwise.players.turns import is_clear


def test_a_choice_is_clear_when_it_leads_or_when_nothing_differs() -> None:
    assert is_clear(np.array([[1, 1]] * 200))
    assert not is_clear(np.array([[1, 1]] * 199))
    assert not is_clear(np.array([[1, 0], [0, 1]] * 500))
    assert is_clear(np.array([[1, 0], [1, 1]] * 50))
    assert not is_clear(np.array([[1, 0]] * 29))
