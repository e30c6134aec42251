"""The players of Texas 42: by rules of thumb, by a trained network, by Monte Carlo search."""
