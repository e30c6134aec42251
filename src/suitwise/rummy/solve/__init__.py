"""What a hand can meld: the best arrangement, every combo, many hands at once, laying melds down."""
