"""How strong the players are: every one against every other, and what more time to think is worth."""
