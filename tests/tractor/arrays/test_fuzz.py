"""Whatever is typed or handed in at the table, Tractor answers or says in one line why not."""

from __future__ import annotations

from math import inf

import pytest

from tests.fuzz_tractor_table import TRIALS, fuzz


@pytest.mark.exhaustive
def test_a_short_run_of_the_fuzzer_finds_nothing(exhaustive: bool) -> None:
    """The first 96 inputs of seed 7, in full 144."""
    inputs = 144 if exhaustive else 96
    tried = fuzz(seed=7, inputs=inputs, seconds=inf)
    assert tried.total() == inputs
    assert len(tried) >= 2 * len(TRIALS) - 3
