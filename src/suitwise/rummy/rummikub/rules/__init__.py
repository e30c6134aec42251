"""The rules of Rummikub: tiles, sets, tables, and what a turn may do."""
