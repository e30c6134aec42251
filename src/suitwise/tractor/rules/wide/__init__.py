"""Blocks of any width: what cards in one to four copies can be cut into, owe, beat and win."""
