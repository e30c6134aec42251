"""Small networks that trained players ask what their options are worth, evaluated in whole numbers.

A network has two hidden layers and reads inputs that are on or off: those of a decision, the same for
all its options, and those of an option. The weights are whole numbers, so are all sums, and none
reaches 2**53, up to which floating-point numbers of 64 bits are exact: so every machine finds the same,
in whatever order it adds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np

LAYERS = 5
"""The arrays of a network."""
MOST_ON = 256
"""A decision, or an option, never turns on more inputs."""


class Network(NamedTuple):
    """A network that is asked what options of a decision are worth.

    Args:
        first: float64 (inputs, width), the weights of the first layer.
        bias: float64 (width,), its biases.
        second: float64 (width, narrow), the weights of the second layer.
        other: float64 (narrow,), its biases.
        last: float64 (narrow,), the weights of the sum.
    """

    first: NDArray[np.float64]
    bias: NDArray[np.float64]
    second: NDArray[np.float64]
    other: NDArray[np.float64]
    last: NDArray[np.float64]

    def worth(
        self, decision: Sequence[int], options: Sequence[Sequence[int]]
    ) -> NDArray[np.float64]:
        """Return what each option is worth, whole numbers in a scale of the network's own.

        Args:
            decision: the inputs of the decision that are on; one that is there twice counts twice.
            options: those of each option.
        """
        own = self.first[list(decision)].sum(axis=0) + self.bias
        sums = np.array([own + self.first[list(option)].sum(axis=0) for option in options])
        hidden = np.maximum(np.maximum(sums, 0) @ self.second + self.other, 0)
        found: NDArray[np.float64] = hidden @ self.last
        return found

    def best(self, decision: Sequence[int], options: Sequence[Sequence[int]]) -> int:
        """Return the place of the option that is worth most, the first of equals."""
        return int(self.worth(decision, options).argmax())


def network_in(package: str, file: str, name: str) -> Network:
    """Return a network of a file of weights in a package.

    Args:
        package: the package.
        file: the file, one of NumPy's ``.npz``.
        name: the network's name there, with which the names of its arrays begin.
    """
    with (files(package) / file).open("rb") as opened, np.load(opened) as kept:
        return Network(*(kept[f"{name}_{at}"].astype(np.float64) for at in range(LAYERS)))


def inputs_on(see: Callable[..., int], *given: Any) -> list[int]:
    """Return the inputs that a rule turns on.

    Args:
        see: the rule; it fills an array with their numbers and returns how many they are.
        given: its arguments after the array.

    >>> inputs_on(turn_on, 0, 17)
    [17]
    """
    on = [0] * MOST_ON
    return on[: see(on, *given)]


@rule
def turn_on(on: Any, count: int, number: int) -> int:
    """Turn an input on, and return how many are."""
    on[count] = number
    return count + 1


@rule
def within(number: int, least: int, most: int) -> int:
    """Return a number, or the nearest of a range.

    >>> within(9, 0, 5), within(-2, 0, 5), within(3, 0, 5)
    (5, 0, 3)
    """
    return min(max(number, least), most)


@rule
def turn_on_up_to(on: Any, count: int, first: int, number: int, step: int, most: int) -> int:
    """Turn on one of ``most`` inputs for each whole step in a number, and return how many are on.

    >>> on = [0, 0, 0]
    >>> turn_on_up_to(on, 0, 10, 7, 3, 5), on
    (2, [10, 11, 0])
    """
    steps = min(max(number, 0) // step, most)
    for at in range(steps):
        on[count + at] = first + at
    return count + steps
