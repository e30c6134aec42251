"""Laying melds down: declarations, openings, lay-offs."""
