"""What the package has learnt by play, and how: each result comes out again by its seed."""
