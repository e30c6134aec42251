"""How much of the server anybody may have: limits, connections, guesses of codes."""
