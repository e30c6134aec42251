"""The command ``review`` of several games: a recorded game, and what each decision cost."""
