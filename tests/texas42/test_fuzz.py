"""Whatever is typed or handed in, Texas 42 answers or says in one line why not."""

from __future__ import annotations

from tests.fuzz_texas42 import TRIALS, fuzz


def test_a_short_run_of_the_fuzzer_finds_nothing() -> None:
    tried = fuzz(seed=7, inputs=650, seconds=120)
    assert tried.total() == 650
    assert len(tried) >= 2 * len(TRIALS) - 3
