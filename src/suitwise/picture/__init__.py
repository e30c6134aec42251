"""What pictures of all games are made of: SVG, plots, how objects show themselves in notebooks."""
