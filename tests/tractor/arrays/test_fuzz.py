"""Whatever is typed or handed in at the table, Tractor answers or says in one line why not."""

from __future__ import annotations

from tests.fuzz_tractor_table import TRIALS, fuzz


def test_a_short_run_of_the_fuzzer_finds_nothing() -> None:
    tried = fuzz(seed=7, inputs=144, seconds=120)
    assert tried.total() == 144
    assert len(tried) >= 2 * len(TRIALS) - 3
