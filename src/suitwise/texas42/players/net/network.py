"""The trained player's networks: two hidden layers, evaluated in whole numbers.

The weights are whole numbers, so are all sums, and none reaches 2**53, up to which floating-point
numbers of 64 bits are exact: so every machine finds the same, in whatever order it adds.
``learn/texas42_net.py`` made the weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from suitwise.foundation.arrays.late_numpy import NDArray, np

WEIGHTS = "weights.npz"
"""The file of the weights, beside this one."""
LAYERS = 5
"""The arrays of a network."""
MOST_ON = 160
"""More inputs than these are never on at once."""


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

    def best(self, decision: Sequence[int], options: Sequence[Sequence[int]]) -> int:
        """Return the place of the option that is worth most, the first of equals.

        Args:
            decision: the inputs of the decision that are on.
            options: those of each option.
        """
        own = self.first[list(decision)].sum(axis=0) + self.bias
        sums = np.array([own + self.first[list(option)].sum(axis=0) for option in options])
        hidden = np.maximum(np.maximum(sums, 0) @ self.second + self.other, 0)
        return int((hidden @ self.last).argmax())


@cache
def networks() -> dict[str, Network]:
    """Return the networks by what they decide: ``auction`` and ``play``.

    >>> networks()["play"].second.shape
    (128, 48)
    """
    with (files(__package__) / WEIGHTS).open("rb") as file, np.load(file) as kept:
        return {
            kind: Network(*(kept[f"{kind}_{at}"].astype(np.float64) for at in range(LAYERS)))
            for kind in ("auction", "play")
        }


def inputs_on(see: Callable[..., int], *given: int) -> list[int]:
    """Return the inputs that a rule of ``plays`` or ``calls`` turns on.

    Args:
        see: the rule.
        given: its arguments after the array.

    >>> from suitwise.texas42.players.net.calls import see_contract
    >>> inputs_on(see_contract, 0b1111111, -1, 0)[:4]  # blanks, and three of them by rank
    [95, 104, 110, 109]
    """
    on = [0] * MOST_ON
    return on[: see(on, *given)]
