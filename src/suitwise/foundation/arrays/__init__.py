"""Rules that run as plain Python, machine code or CUDA, and batches of rows on all cores or a GPU."""
