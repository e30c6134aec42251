"""The players of Stack Management."""
