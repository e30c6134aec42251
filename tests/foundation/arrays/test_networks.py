"""Networks of trained players: what they find is what two hidden layers over their inputs are."""

from __future__ import annotations

import numpy as np

from suitwise.foundation.arrays.networks import Network

NET = Network(
    first=np.array([[1.0, -2.0], [0.0, 3.0], [-4.0, 1.0]]),
    bias=np.array([1.0, 0.0]),
    second=np.array([[2.0], [-1.0]]),
    other=np.array([1.0]),
    last=np.array([5.0]),
)


def test_it_sums_up_inputs_and_cuts_what_is_below_nothing_in_both_layers() -> None:
    # Option 0: values 2 and 0 (from -2), so 5 * (2 * 2 + 1); option 1: 2 and 1; option 2: both cut.
    assert NET.worth([0], [[], [1], [2, 2]]).tolist() == [25.0, 20.0, 5.0]


def test_an_input_that_is_there_twice_counts_twice() -> None:
    assert NET.worth([], [[0, 0]]).tolist() == NET.worth([0], [[0]]).tolist() == [35.0]


def test_the_first_of_equals_is_the_best() -> None:
    assert NET.best([0], [[1], [], []]) == 1
