"""Advice by simulation: the review of recorded games, what to bid, what to bury."""
