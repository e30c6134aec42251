"""The best arrangement of a hand, all its combos, many hands at once, and laying melds down."""
