"""Whatever the bytes, the judge answers or says in one line why not."""

from __future__ import annotations

from math import inf

import pytest

from tests.fuzz_stacks import fuzz


@pytest.mark.exhaustive
def test_a_short_run_of_the_fuzzer_finds_nothing(exhaustive: bool) -> None:
    """The first 500 inputs of seed 7, in full 1500."""
    inputs = 1500 if exhaustive else 500
    assert fuzz(seed=7, inputs=inputs, seconds=inf) == inputs
