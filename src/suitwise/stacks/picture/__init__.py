"""Pictures of Stack Management, for the terminal and as SVG."""
