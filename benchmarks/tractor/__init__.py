"""Measuring Tractor: the judge, following, tables in batches, players."""
