"""Gin for four as partners: two deals at a time."""
