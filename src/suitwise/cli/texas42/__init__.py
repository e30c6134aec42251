"""The commands of Texas 42."""
