"""Pictures of two-deck rummy, for the terminal and as SVG."""
