"""The commands of two-deck rummy."""
