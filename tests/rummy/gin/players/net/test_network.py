"""The networks of gin rummy's trained player: the weights that were trained, small, and exact."""

from __future__ import annotations

from hashlib import blake2b
from importlib.resources import files

import numpy as np

from suitwise.foundation.arrays.networks import MOST_ON
from suitwise.rummy.gin.players.net import INPUTS, WEIGHTS, networks

EXACT = 1 << 53
"""Whole numbers up to this are exact in floating-point numbers of 64 bits."""


def test_the_weights_are_those_that_were_trained() -> None:
    text = (files("suitwise.rummy.gin.players") / WEIGHTS).read_bytes()
    assert blake2b(text, digest_size=8).hexdigest() == "d98c3c25633165b7"
    assert len(text) < 200_000


def test_networks_read_the_inputs_that_they_are_shown() -> None:
    assert {network.first.shape[0] for network in networks().values()} == {INPUTS}


def test_sums_are_whole_numbers_that_are_exact_in_any_order() -> None:
    for network in networks().values():
        assert all((array == np.rint(array)).all() for array in network)
        most = 2 * MOST_ON * np.abs(network.first).max() + np.abs(network.bias).max()
        narrow = most * np.abs(network.second).sum(axis=0) + np.abs(network.other)
        assert (narrow * np.abs(network.last)).sum() < EXACT
