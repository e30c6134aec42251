"""The network of Tractor's trained player; ``learn/tractor_net.py`` made the weights."""

from __future__ import annotations

from functools import cache

from suitwise.foundation.arrays.networks import Network, network_in

WEIGHTS = "weights.npz"
"""The file of the weights, beside this one."""
LEVEL = 1 << 30
"""What a level is to the network: a weight of 1 is 1024, and a worth is a sum of products of three."""
MARGIN = 0.01
"""By how many levels a play must be better than the rule-based player's to be made instead."""


@cache
def network() -> Network:
    """Return the network.

    >>> network().second.shape
    (128, 48)
    """
    return network_in(__package__, WEIGHTS, "play")
