"""Who plays Whist."""
