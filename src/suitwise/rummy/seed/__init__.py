"""The flag map of the source document, which the map of islands shows."""
