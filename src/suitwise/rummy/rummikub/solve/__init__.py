"""Rummikub solved: what can be played on a whole table, and how it then lies."""
