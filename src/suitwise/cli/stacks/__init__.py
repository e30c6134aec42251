"""The commands of Stack Management."""
