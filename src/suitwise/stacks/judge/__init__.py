"""The judge of Stack Management: reading its input, deciding and solving cases, checking answers."""
