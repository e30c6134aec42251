"""The search of Tractor's Monte Carlo player: worlds weighed, plays rolled out, the best of them."""
