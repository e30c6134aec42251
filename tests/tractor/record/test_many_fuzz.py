"""Whatever is handed in as a position or record of another table is read, or refused in one line."""

from __future__ import annotations

from math import inf

import pytest

from tests.fuzz_tractor_many import TRIALS, fuzz


@pytest.mark.exhaustive
def test_a_short_run_of_the_fuzzer_finds_nothing(exhaustive: bool) -> None:
    """The first 40 inputs of seed 7, in full 400."""
    inputs = 400 if exhaustive else 40
    tried = fuzz(seed=7, inputs=inputs, seconds=inf)
    assert tried.total() == inputs
    assert len(tried) >= 2 * len(TRIALS) - 2
