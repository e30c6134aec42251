"""Deals of Stack Management: random ones, those of a verdict and a difficulty, surveys of many."""
