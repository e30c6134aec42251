"""Hands and matches of Texas 42 as text that people write; replay, reneges, claims, review."""
