"""Exact answers about Stack Management: winning lines, reasons for a loss, difficulty."""
