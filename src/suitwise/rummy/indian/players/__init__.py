"""The players of Indian rummy, and its host at a terminal."""
