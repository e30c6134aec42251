"""The review of recorded hands: the cost of each call, declaration and play."""
