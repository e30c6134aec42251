"""Two small games whose theory is known: Kuhn's and Leduc poker."""
