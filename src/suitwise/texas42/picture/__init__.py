"""Pictures of Texas 42, for the terminal and as SVG."""
