"""The rules of Tractor: the order Φ, blocks, follow duty, throws, bids, levels."""
