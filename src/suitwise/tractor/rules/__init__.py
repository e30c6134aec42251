"""The rules of Tractor: the order Φ, blocks, following, throws, bids, levels."""
