"""Deals of Stack Management: random ones, those with a wanted verdict, surveys of many."""
