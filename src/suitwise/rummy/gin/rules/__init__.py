"""The rules of gin rummy: melds as masks, what a draw promises, the showdown."""
