"""Exact answers about Texas 42 with all hands seen, and estimates of bids over sampled worlds."""
