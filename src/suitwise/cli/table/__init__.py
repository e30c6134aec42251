"""``suitwise table``: serve tables, join one, and look after the file that keeps them."""
