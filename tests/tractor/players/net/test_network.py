"""The network of Tractor's trained player: the weights that were trained, small, and exact."""

from __future__ import annotations

from hashlib import blake2b
from importlib.resources import files

import numpy as np

from suitwise.foundation.arrays.networks import MOST_ON
from suitwise.tractor.players.net import INPUTS, WEIGHTS, play_network

EXACT = 1 << 53
"""Whole numbers up to this are exact in floating-point numbers of 64 bits."""


def test_the_weights_are_those_that_were_trained() -> None:
    text = (files("suitwise.tractor.players") / WEIGHTS).read_bytes()
    assert blake2b(text, digest_size=8).hexdigest() == "7b8a5bccffb2b7b4"
    assert len(text) < 300_000


def test_the_network_reads_the_inputs_that_it_is_shown() -> None:
    assert play_network().first.shape[0] == INPUTS


def test_sums_are_whole_numbers_that_are_exact_in_any_order() -> None:
    net = play_network()
    assert all((array == np.rint(array)).all() for array in net)
    most = 2 * MOST_ON * np.abs(net.first).max() + np.abs(net.bias).max()
    narrow = most * np.abs(net.second).sum(axis=0) + np.abs(net.other)
    assert (narrow * np.abs(net.last)).sum() < EXACT
