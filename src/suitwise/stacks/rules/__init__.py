"""The rules of Stack Management: layouts and moves, the decision of a case, the referee."""
