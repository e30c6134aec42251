"""Double-dummy solvers of Texas 42, and bid estimates over sampled deals."""
