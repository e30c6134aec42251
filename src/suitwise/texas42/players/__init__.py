"""The players of Texas 42, and its host at a terminal."""
