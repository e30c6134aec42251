"""What the Monte Carlo player of Texas 42 does with a decision: likely worlds, and what comes of a move."""
