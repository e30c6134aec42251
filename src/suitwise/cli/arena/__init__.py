"""The commands of the arena."""
