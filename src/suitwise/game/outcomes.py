"""Outcomes of chance drawn by their weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from suitwise.errors import IllegalPosition
from suitwise.seeds import Source

T = TypeVar("T")


def outcome_by(outcomes: Sequence[T], weights: Sequence[int] | None, source: Source) -> T:
    """Draw an outcome.

    Args:
        outcomes: the outcomes.
        weights: the weight of each; None where all are as likely.
        source: gives uniform numbers.

    Raises:
        IllegalPosition: the weights sum to more than 2**31, beyond which no draw is exact.

    >>> from suitwise.seeds import SeededSource
    >>> outcome_by("ab", [0, 5], SeededSource(seed=1, stream=0))
    'b'
    """
    total = len(outcomes) if weights is None else sum(weights)
    if not 0 < total <= 1 << 31:
        raise IllegalPosition(f"the weights of chance sum to {total}, not to 1..2**31")
    place = source.below(total)
    if weights is None:
        return outcomes[place]
    for outcome, weight in zip(outcomes, weights, strict=True):
        if place < weight:
            return outcome
        place -= weight
    raise AssertionError("a ticket below the sum of the weights names an outcome")
