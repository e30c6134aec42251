"""Pieces of work on many processes, of one machine or of a cluster, their results in order."""
