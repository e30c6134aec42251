"""The board of Stack Management: enter any stacks and see whether and how they can be won.

The answer gives the winning line, or the reason why there is none (rules page, "The theory" and
"Strategy").
"""

from __future__ import annotations

from collections.abc import Mapping

from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.board import MOST_TEXT, Answer, Asked, Board, Field, Question, Row
from suitwise.stacks.face import drawn, move_named
from suitwise.stacks.rules.layout import Layout, card_text
from suitwise.stacks.solve.find_reason import ace_graph, explained, verdict, why_lost
from suitwise.stacks.solve.winning_line import winning_line
from suitwise.stacks.state import StacksState

MOST_SHOWN = 100
"""The most moves of a winning line shown in an answer."""


def decided(fields: Mapping[str, str], more: int = 0) -> Answer:
    """Decide whether stacks can be won; the answer gives the winning moves, or the reason for the loss.

    >>> found = decided({"stacks": "7b 7a | 3b 6b"})
    >>> print(found.verdict, *(f"{row.move}: {row.text}" for row in found.rows), sep="; ")
    can be won along the path a; r1: remove 3b; r1: remove 6b; m0>1: move 7b to empty stack 1
    >>> print(*decided({"stacks": "2a 1b | 2b 1a"}).lines)
    stuck after the forced removals: no stack is empty and the tops 2a 2b are all of different suits
    """
    layout = Layout.parse(fields["stacks"])
    if not layout.cards:
        raise IllegalPosition(
            phrase("stacks.board.no-cards", "there is no card: write some, as 7a")
        )
    graph, lost = ace_graph(layout), why_lost(layout)
    rows = [] if lost is not None else _rows(layout)
    lines = [*explained(graph, lost), *_length_line(len(rows))]
    command = f'echo "{layout}" | suitwise stacks weigh'
    return Answer(
        verdict(layout, graph, lost), lines, rows[:MOST_SHOWN], svg=drawn(layout), command=command
    )


def _length_line(n_moves: int) -> list[Phrase]:
    """Return a line with the length of the winning line, if there is one."""
    if not n_moves:
        return []
    if n_moves <= MOST_SHOWN:
        return [phrase("stacks.board.moves", "a winning line has {n} moves:", n=n_moves)]
    return [
        phrase(
            "stacks.board.first-moves",
            "a winning line has {n} moves, of which these are the first {shown}:",
            n=n_moves,
            shown=MOST_SHOWN,
        )
    ]


def _rows(layout: Layout) -> list[Row]:
    """Return the moves of the winning line."""
    stacks = [[*stack] for stack in layout.stacks]
    rows: list[Row] = []
    for move in winning_line(layout) or ():
        top = stacks[move.stack].pop(0)
        rows.append(Row(str(move), move_named(top, move)))
        if move.to is not None:
            stacks[move.to].append(top)
    return rows


def of_state(state: StacksState, seat: int) -> Asked | None:
    """Return the board's question about a state: can it be won?

    >>> from suitwise.stacks.game import Stacks
    >>> of_state(Stacks.around(Layout.parse("7b 7a | 3b 6b")), 0)
    ('decide', {'stacks': '7b 7a | 3b 6b'})
    """
    text = str(state.layout)
    if state.dealing or not state.layout.cards or len(text) > MOST_TEXT:
        return None
    return "decide", {"stacks": text}


DECIDE = Question(
    "decide",
    (Field("stacks", "stacks", "8b 9a | 9c 9b | 1c 2c"),),
    decided,
)
"""The question whether stacks can be won."""
DECK = tuple(tuple(card_text((value, suit)) for value in range(1, 10)) for suit in range(1, 5))
"""The cards to tap, one row per suit, as many as fit on a phone; others can be typed."""
BOARD = Board("stacks", "stacks", questions=(DECIDE,), deck=DECK, of=of_state)
"""The board of Stack Management."""
