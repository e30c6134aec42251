"""Pictures of Tractor, for the terminal and as SVG."""
