"""Questions about positions that anybody sets up."""

from suitwise.players.board.asking import answered, board_of
from suitwise.players.board.questions import (
    Answer,
    Asked,
    Board,
    Field,
    FieldKind,
    Heat,
    Question,
    Row,
)

__all__ = [
    "Answer",
    "Asked",
    "Board",
    "Field",
    "FieldKind",
    "Heat",
    "Question",
    "Row",
    "answered",
    "board_of",
]
