"""Hands of Texas 42 stepped in arrays: the game for ``stepping``, its rows, what seats see."""
