"""How the Monte Carlo player of Texas 42 decides: likely worlds, and what comes of a move in them."""
