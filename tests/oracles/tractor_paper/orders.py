"""The orders of a lead's blocks, which the paper's search tries: their number, and the next one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import factorial, prod
from typing import Any

from suitwise.foundation.arrays.compiled import rule
from tests.oracles.tractor_paper.template import Template


def distinct_orders(lead: Template) -> int:
    """Return how many orders of the block sizes differ: n! over the factorials of repetitions.

    >>> distinct_orders(Template.of([6, 4, 4]))
    3
    """
    return count_orders(lead.sizes)


def count_orders(sizes: Iterable[int]) -> int:
    """Return how many orders of these sizes differ.

    >>> count_orders([6, 4, 4])
    3
    """
    count = Counter(sizes)
    return factorial(count.total()) // prod(map(factorial, count.values()))


@rule
def next_order(order: Any, n: int) -> int:
    """Change order[:n] to the next permutation of its sizes; return the first place changed, or -1.

    Equal sizes are not told apart, so no order comes twice (Knuth, 7.2.1.2, Algorithm L).

    >>> order = [4, 6, 4]
    >>> next_order(order, 3), order, next_order(order, 3)
    (0, [6, 4, 4], -1)
    """
    i = n - 2
    while i >= 0 and order[i] >= order[i + 1]:
        i -= 1
    if i < 0:
        return -1
    j = n - 1
    while order[j] <= order[i]:
        j -= 1
    order[i], order[j] = order[j], order[i]
    _reverse(order, i + 1, n)
    return i


@rule
def next_branch(order: Any, n: int, place: int) -> int:
    """Change to the first order that doesn't begin as order[: place + 1] does.

    The sizes after ``place`` must ascend, as they do in the first order with that beginning.

    Returns:
        The first place changed, or -1 if there is no further order.

    >>> order = [1, 1, 2, 4]
    >>> next_branch(order, 4, 1), order
    (1, [1, 2, 1, 4])
    """
    _reverse(order, place + 1, n)
    return next_order(order, n)


@rule
def _reverse(order: Any, start: int, stop: int) -> None:
    """Reverse order[start:stop] in place."""
    stop -= 1
    while start < stop:
        order[start], order[stop] = order[stop], order[start]
        start += 1
        stop -= 1
