"""A table under way: how it stands, and each thing that can happen to it."""
