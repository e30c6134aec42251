"""A running table: its state, and the functions that change it."""
