"""Whole deals of Tractor in arrays: drawn, bid, buried and played by rules of thumb or at random."""
