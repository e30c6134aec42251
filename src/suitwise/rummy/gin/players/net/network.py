"""The networks of gin rummy's trained player; ``learn/gin_net.py`` made the weights."""

from __future__ import annotations

from functools import cache

from suitwise.foundation.arrays.networks import Network, network_in

WEIGHTS = "weights.npz"
"""The file of the weights, beside this one."""
DISCARDING, DRAWING = "discarding", "drawing"
"""What the networks decide."""
SIXTEEN_POINTS = 1 << 30
"""What 16 points are to a network: a weight of 1 is 1024, and a worth is a sum of products of three."""


@cache
def networks() -> dict[str, Network]:
    """Return the networks by what they decide.

    >>> networks()["discarding"].second.shape
    (96, 32)
    """
    return {kind: network_in(__package__, WEIGHTS, kind) for kind in (DISCARDING, DRAWING)}
