"""Whatever is typed or handed in, Texas 42 answers or says in one line why not."""

from __future__ import annotations

from math import inf

import pytest

from tests.fuzz_texas42 import TRIALS, fuzz


@pytest.mark.exhaustive
def test_a_short_run_of_the_fuzzer_finds_nothing(exhaustive: bool) -> None:
    """The first 300 inputs of seed 7, in full 650."""
    inputs = 650 if exhaustive else 300
    tried = fuzz(seed=7, inputs=inputs, seconds=inf)
    assert tried.total() == inputs
    assert len(tried) >= 2 * len(TRIALS) - 3
