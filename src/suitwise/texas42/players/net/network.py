"""The networks of Texas 42's trained player; ``learn/texas42_net.py`` made the weights."""

from __future__ import annotations

from functools import cache

from suitwise.foundation.arrays.networks import Network, network_in

WEIGHTS = "weights.npz"
"""The file of the weights, beside this one."""


@cache
def networks() -> dict[str, Network]:
    """Return the networks by what they decide: ``auction`` and ``play``.

    >>> networks()["play"].second.shape
    (128, 48)
    """
    return {kind: network_in(__package__, WEIGHTS, kind) for kind in ("auction", "play")}
