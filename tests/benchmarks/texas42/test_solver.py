"""What the solver's improvements are worth is measured on searches that find the same values."""

from __future__ import annotations

import numpy as np

from benchmarks.texas42.solver import VARIANTS, random_rows
from suitwise.foundation.arrays.compiled import fitted, over_rows
from suitwise.texas42.solve import search_general as general
from suitwise.texas42.solve.search import WORK, ground
from suitwise.texas42.solve.solver import answer_rows


def test_the_search_without_an_improvement_finds_the_same_values(exhaustive: bool) -> None:
    rows = random_rows(60, seed=5)
    expected, nodes = answer_rows(rows)
    names = list(VARIANTS) if exhaustive else list(VARIANTS)[-1:]
    for name in names:
        run = over_rows(fitted(general.answer, VARIANTS[name]))
        answers = np.zeros(60, np.int64), np.zeros(60, np.int64), np.zeros(WORK, np.int64)
        run((rows, *ground()), answers, 0, 60)
        assert (answers[0] == expected).all(), name
    assert answers[1].sum() > 3 * nodes.sum()  # the last: plain, with the table
