"""The rules of gin rummy: melds as masks, the outlook of a hand, the showdown."""
