"""Measuring Texas 42: the solver, playouts, players."""
