"""Rami: two packs with jokers, melds on the table, cards laid off on them and jokers taken back."""
