"""Research: scores of learners, exploitability, strength of players, endgames as game trees."""
