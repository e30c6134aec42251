"""The players of Tractor, and its host at a terminal."""
