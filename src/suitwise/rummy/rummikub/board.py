"""The analysis board of Rummikub: a table and a rack with the turn that plays most tiles."""

from __future__ import annotations

from collections.abc import Mapping

from suitwise.foundation.text.phrases import phrase
from suitwise.players.board import Answer, Asked, Board, Field, Question, Row, read
from suitwise.rummy.rummikub.rules.tiles import Table, Tiles
from suitwise.rummy.rummikub.solve.turns import best_turn
from suitwise.rummy.rummikub.state import RummikubState


def answer(form: Mapping[str, str], more: int = 0) -> Answer:
    """Return the turn that plays most tiles, with the new table set by set.

    Args:
        form: the ``table``, the ``rack``, and whether the seat has ``opened``, yes or no.
        more: unused: the answer is exact and needs no more time.

    Raises:
        SuitwiseError: something can't be parsed, or there are more tiles than in a box.

    >>> found = answer({"table": "r3r4r5r6", "rack": "k6 b6 o1", "opened": "yes"})
    >>> print(found.verdict, *(row.move for row in found.rows), sep="; ")
    2 tiles can be played, 12 points: k6 b6; r3r4r5; k6r6b6
    """
    table, rack = read(form, "table", Table.parse), read(form, "rack", Tiles.parse)
    turn = best_turn(table, rack, opened=form["opened"] == "yes")
    if turn is None:
        return Answer(phrase("rummikub.board.none", "no tile can be played"))
    verdict = phrase(
        "rummikub.board.most",
        "{n} tiles can be played, {points} points: {tiles}",
        n=turn.tiles,
        points=turn.points,
        tiles=str(turn.played),
    )
    set_of = phrase("rummikub.board.set", "a set of the new table")
    return Answer(verdict, rows=[Row(str(one), set_of) for one in turn.table.sets])


def of_state(state: RummikubState, seat: int) -> Asked | None:
    """Return the board's question about a state: what can be played?

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> of_state(Rummikub().start(), 0) is None
    True
    """
    if state.phase not in ("play", "draw"):
        return None
    opened = "yes" if state.opened[seat] else "no"
    return "turn", {
        "table": str(state.table),
        "rack": str(Tiles(state.racks[seat])),
        "opened": opened,
    }


TURN = Question(
    "turn",
    (
        Field("table", "text", "r3r4r5r6/k7r7b7"),
        Field("rack", "text", "k6 b6 o7 o1 j"),
        Field("opened", "choice", "yes", choices=("yes", "no")),
    ),
    answer,
)
"""The question what can be played."""
BOARD = Board("rummikub", "text", questions=(TURN,), of=of_state)
"""The board of Rummikub."""
