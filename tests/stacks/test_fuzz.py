"""Whatever the bytes, the judge answers or says in one line why not."""

from __future__ import annotations

from tests.fuzz_stacks import fuzz


def test_a_short_run_of_the_fuzzer_finds_nothing() -> None:
    assert fuzz(seed=7, inputs=1500, seconds=120) == 1500
