"""Gin rummy as flat records: random deals in batches, stepped games."""
