"""Building blocks for the pictures of all games: SVG, plots, and display in notebooks."""
