"""Deals of gin stepped in arrays: the game for ``stepping`` and its rows."""
