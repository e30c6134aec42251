"""Who plays Stack Management."""
