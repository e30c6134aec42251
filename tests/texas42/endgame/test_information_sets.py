"""The table of an endgame's information sets: each key keeps its number, and what is learned of it."""

from __future__ import annotations

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.texas42.endgame.solver import MOVES, SetTable


def test_keys_keep_their_numbers_and_what_is_learned_while_the_table_grows() -> None:
    rng = np.random.default_rng(1)
    table = SetTable(on_gpu=False)
    met: dict[int, int] = {}
    for _ in range(40):
        found = rng.integers(1, 1 << 61, 100) * rng.integers(0, 2, 100)
        found[50:60] = found[:10]  # some are missed twice
        keys, *_ = table.with_room(len(found))
        assert len(keys) >= 2 * (table.known + len(found))
        table.add(found)
        _, _, regrets, totals = table.with_room(0)
        for key in found[found != 0].tolist():
            if key not in met:
                met[key] = len(met)
                regrets[met[key] * MOVES + 3] = key
                totals[met[key] * MOVES] = -key
    assert table.known == len(met) > 1500
    for key, number in met.items():
        assert table.number(key) == number
        assert table.regrets(number).tolist() == [0, 0, 0, float(key)]
        assert table.totals(number).tolist() == [-float(key), 0, 0, 0]
    assert table.number(max(met) + 1) == -1


def test_more_sets_than_are_kept_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("suitwise.texas42.endgame.solver.MOST_SETS", 2)
    table = SetTable(on_gpu=False)
    table.with_room(3)
    table.add(np.array([7, 8, 9]))
    with pytest.raises(SuitwiseError, match="more than 2 information sets are not kept"):
        table.with_room(0)
