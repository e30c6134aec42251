"""Deals of Stack Management: random deals, searches by verdict and difficulty, and surveys."""
