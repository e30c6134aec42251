"""The commands ``suitwise table``."""
