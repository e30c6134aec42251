"""Exact answers: what a position of Tractor is worth when all hands are seen."""
