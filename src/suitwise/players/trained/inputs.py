"""Inputs of a network, as numbers of those that are on, written one after the other into an array."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule


@rule
def turn_on(on: Any, count: int, number: int) -> int:
    """Turn an input on, and return how many are.

    >>> on = [0, 0]
    >>> turn_on(on, turn_on(on, 0, 5), 7), on
    (2, [5, 7])
    """
    on[count] = number
    return count + 1


@rule
def turn_on_up_to(on: Any, count: int, first: int, number: int, step: int, most: int) -> int:
    """Turn on one of ``most`` inputs for each whole step in a number.

    >>> on = [0, 0, 0]
    >>> turn_on_up_to(on, 0, 10, 7, 3, 5), on
    (2, [10, 11, 0])
    """
    steps = min(max(number, 0) // step, most)
    for at in range(steps):
        on[count + at] = first + at
    return count + steps


@rule
def turn_on_number(on: Any, count: int, first: int, number: int, most: int) -> int:
    """Turn on the input of a number from 0 to ``most``, of the nearest of them where it is beyond.

    >>> on = [0]
    >>> turn_on_number(on, 0, 10, 7, 5), on
    (1, [15])
    """
    on[count] = first + min(max(number, 0), most)
    return count + 1
