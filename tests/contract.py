"""Which variants of a game the sample of ``make test`` holds to the longest check of the contract."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from suitwise.testing import Trial
from suitwise.testing.inference import check_inference


def leave_out_worlds(variant: str, check: Callable[[Trial], None], exhaustive: bool) -> None:
    """Leave a check out where the worlds of a variant are sampled as those of another that is held.

    Worlds before moves are compared with worlds after them, hundreds at a time: this check takes as
    long as all others together, so by default each game says which of its variants are enough for it.

    Args:
        variant: a variant that is not held to this check by default.
        check: any check; all others are run.
        exhaustive: whether every variant is held to every check.
    """
    if check is check_inference and not exhaustive:
        pytest.skip(f"the worlds of {variant} are compared in full under --exhaustive")
