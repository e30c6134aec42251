"""Small games as trees of arrays: exact measures of a strategy and regret minimisation in NumPy."""
