"""Whatever is typed, rummy answers or says in one line why not."""

from __future__ import annotations

from math import inf

from tests.fuzz_rummy import fuzz


def test_a_short_run_of_the_fuzzer_finds_nothing() -> None:
    tried = fuzz(seed=7, inputs=160, seconds=inf)
    assert tried.total() == 160
    assert len(tried) >= 12
