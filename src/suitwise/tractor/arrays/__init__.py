"""Tractor as flat records: packed rounds, playouts, the rule-based policy, stepped games."""
