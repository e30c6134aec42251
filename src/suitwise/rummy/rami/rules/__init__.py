"""The rules of rami: houses, moves, a turn, the score of a deal."""
