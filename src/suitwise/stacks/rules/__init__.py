"""The rules of Stack Management: layouts, moves, the referee, and the decision of a position."""
