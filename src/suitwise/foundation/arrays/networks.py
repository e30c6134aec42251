"""Small neural networks of trained players, which value the options of a decision exactly.

A network has two hidden layers. Its inputs are on or off: some describe the decision and are the same
for all its options, the others describe one option. All weights are whole numbers, and no sum reaches
2**53, so 64-bit floating-point arithmetic is exact. Every machine therefore computes the same values, in
whatever order it adds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np

LAYERS = 5
"""The number of arrays of a network."""
MOST_ON = 256
"""The most inputs that a decision or an option turns on."""


class Network(NamedTuple):
    """A network that values the options of a decision.

    Args:
        first: float64 (inputs, width), the weights of the first layer.
        bias: float64 (width,), the biases of the first layer.
        second: float64 (width, narrow), the weights of the second layer.
        second_bias: float64 (narrow,), the biases of the second layer.
        last: float64 (narrow,), the weights of the output.
    """

    first: NDArray[np.float64]
    bias: NDArray[np.float64]
    second: NDArray[np.float64]
    second_bias: NDArray[np.float64]
    last: NDArray[np.float64]

    def worth(
        self, decision: Sequence[int], options: Sequence[Sequence[int]]
    ) -> NDArray[np.float64]:
        """Return the value of each option, a whole number; every network has its own scale.

        The values are float64 (options,).

        Args:
            decision: the inputs that the decision turns on; an input listed twice counts twice.
            options: the inputs that each option turns on.
        """
        common = self.first[list(decision)].sum(axis=0) + self.bias
        sums = np.array([common + self.first[list(option)].sum(axis=0) for option in options])
        hidden = np.maximum(np.maximum(sums, 0) @ self.second + self.second_bias, 0)
        values: NDArray[np.float64] = hidden @ self.last
        return values

    def best(self, decision: Sequence[int], options: Sequence[Sequence[int]]) -> int:
        """Return the index of the option with the highest value, the first of equals."""
        return int(self.worth(decision, options).argmax())


def network_in(package: str, file: str, name: str) -> Network:
    """Load a network from a file of weights in a package.

    Args:
        package: the package.
        file: the file's name, in NumPy's ``.npz`` format.
        name: the prefix of the names of the network's arrays in the file.
    """
    with (files(package) / file).open("rb") as opened, np.load(opened) as arrays:
        return Network(*(arrays[f"{name}_{i}"].astype(np.float64) for i in range(LAYERS)))


def inputs_on(see: Callable[..., int], *arguments: Any) -> list[int]:
    """Return the inputs that a rule turns on.

    Args:
        see: the rule; it fills an array with the numbers of the inputs and returns their count.
        arguments: the rule's arguments after the array.

    >>> inputs_on(turn_on, 0, 17)
    [17]
    """
    on = [0] * MOST_ON
    return on[: see(on, *arguments)]


@rule
def turn_on(on: Any, count: int, number: int) -> int:
    """Turn on an input; return the number of inputs that are on."""
    on[count] = number
    return count + 1


@rule
def within(number: int, least: int, most: int) -> int:
    """Return the number from least to most that is nearest to a given one.

    >>> within(9, 0, 5), within(-2, 0, 5), within(3, 0, 5)
    (5, 0, 3)
    """
    return min(max(number, least), most)


@rule
def turn_on_up_to(on: Any, count: int, first: int, number: int, step: int, most: int) -> int:
    """Turn on one input for each whole step in a number; return the number of inputs that are on.

    Args:
        on: the inputs that are on.
        count: the number of inputs in ``on``.
        first: the first of the inputs to turn on; the others follow it.
        number: the number to encode; below 0 it counts as 0.
        step: the size of a step.
        most: the most inputs to turn on.

    >>> on = [0, 0, 0]
    >>> turn_on_up_to(on, 0, 10, 7, 3, 5), on
    (2, [10, 11, 0])
    """
    steps = min(max(number, 0) // step, most)
    for i in range(steps):
        on[count + i] = first + i
    return count + steps
