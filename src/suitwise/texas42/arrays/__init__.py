"""Compiled Texas 42: packed positions, the rule-based policy and playouts, batches of hands."""
