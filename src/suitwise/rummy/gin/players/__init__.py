"""The players of gin rummy, and its host at a terminal."""
