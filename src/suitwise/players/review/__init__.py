"""The review of a recorded game: what each decision cost, by what its seat could know."""
