"""Measuring Texas 42: the solver, players."""
