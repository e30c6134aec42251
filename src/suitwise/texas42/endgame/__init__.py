"""Endgames of Texas 42 with hidden hands, small enough to be solved."""
