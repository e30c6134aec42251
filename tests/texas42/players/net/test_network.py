"""The networks of Texas 42's trained player: the weights that were trained, small, and exact."""

from __future__ import annotations

from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

import numpy as np

import suitwise
from suitwise.foundation.arrays.networks import MOST_ON
from suitwise.texas42.players.net import CALL_INPUTS, PLAY_INPUTS, WEIGHTS, networks

EXACT = 1 << 53
"""Whole numbers up to this are exact in floating-point numbers of 64 bits."""


def test_the_weights_are_those_that_were_trained() -> None:
    text = (files("suitwise.texas42.players") / WEIGHTS).read_bytes()
    assert blake2b(text, digest_size=8).hexdigest() == "f1b1d5dafc58799a"


def test_all_weights_of_the_package_have_less_than_two_megabytes() -> None:
    package = Path(suitwise.__file__).parent
    assert 0 < sum(path.stat().st_size for path in package.rglob("*.npz")) < 2_000_000


def test_networks_read_the_inputs_that_they_are_shown() -> None:
    assert networks()["play"].first.shape[0] == PLAY_INPUTS
    assert networks()["auction"].first.shape[0] == CALL_INPUTS


def test_sums_are_whole_numbers_that_are_exact_in_any_order() -> None:
    for network in networks().values():
        assert all((array == np.rint(array)).all() for array in network)
        most = 2 * MOST_ON * np.abs(network.first).max() + np.abs(network.bias).max()
        narrow = most * np.abs(network.second).sum(axis=0) + np.abs(network.other)
        assert (narrow * np.abs(network.last)).sum() < EXACT
