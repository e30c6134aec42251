"""The elements of Whist: cards as bits, and tricks."""
