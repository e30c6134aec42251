"""The checks of the parts of a game that its entry in the catalogue names, found by their places."""
