"""A network of two hidden layers as rules, compiled, for rounds of a policy's own play."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, rule

HIDDEN = 160
"""At most so many hidden values of a layer."""
DECISION, OPTION, NARROW = range(3)
"""The rows of the sums: of a decision, of one of its options, and of the second layer."""


@rule
def sum_decision(sums: Any, first: Any, bias: Any, on: Any, count: int) -> None:
    """Sum up the first layer over the inputs of a decision.

    Args:
        sums: array (3, HIDDEN), the sums.
        first: the weights of the first layer.
        bias: its biases.
        on: the inputs that are on.
        count: how many they are.
    """
    for unit in range(len(bias)):
        sums[DECISION, unit] = bias[unit]
    for at in range(count):
        row = item_at(on, at)
        for unit in range(len(bias)):
            sums[DECISION, unit] += first[row, unit]


@rule
def worth_of_option(
    sums: Any, first: Any, second: Any, other: Any, last: Any, on: Any, count: int
) -> float:
    """Return what an option is worth, the sums of its decision being there.

    Args:
        sums: array (3, HIDDEN), the sums.
        first: the weights of the first layer.
        second: those of the second layer.
        other: its biases.
        last: the weights of the sum.
        on: the inputs of the option that are on.
        count: how many they are.
    """
    width, narrow = len(second), len(other)
    for unit in range(width):
        sums[OPTION, unit] = sums[DECISION, unit]
    for at in range(count):
        row = item_at(on, at)
        for unit in range(width):
            sums[OPTION, unit] += first[row, unit]
    for unit in range(narrow):
        sums[NARROW, unit] = other[unit]
    for at in range(width):
        value = sums[OPTION, at]
        if value > 0:
            for unit in range(narrow):
                sums[NARROW, unit] += value * second[at, unit]
    worth = 0.0
    for unit in range(narrow):
        if sums[NARROW, unit] > 0:
            worth += sums[NARROW, unit] * last[unit]
    return worth
