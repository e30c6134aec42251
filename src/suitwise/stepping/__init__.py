"""Games stepped in arrays: one loop for all games, on threads or a GPU, and compiled whole games."""
