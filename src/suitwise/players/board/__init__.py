"""Questions about positions that anybody sets up."""

from suitwise.players.board.questions import Answer, Board, Field, FieldKind, Heat, Question, Row

__all__ = ["Answer", "Board", "Field", "FieldKind", "Heat", "Question", "Row"]
