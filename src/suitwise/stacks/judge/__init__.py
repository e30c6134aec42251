"""The judge format of Stack Management: read as a stream, decided, solved, answered."""
