"""Rummikub: the tiles of the table may be arranged anew at every turn (the rules page, R1 to R6)."""
