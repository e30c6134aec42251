"""The face of the endgame of Texas 42 at a table in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.foundation.text.phrases import Phrase, Side, phrase
from suitwise.texas42.endgame.state import EndgameState
from suitwise.texas42.face.tricks import DominoFace
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.rules.dominoes import dominoes_of, format_dominoes


class EndgameFace(DominoFace):
    """Shows the endgame on the generic page of a game, with the table in words.

    >>> from suitwise.texas42.endgame.game import Endgame
    >>> state, _ = Endgame().start().rolled(3, 0)
    >>> [str(line) for line in EndgameFace(Endgame()).lines(state)]
    ['fives declared', 'T0 took 0', 'T1 took 0']
    """

    def lines(self, state: EndgameState) -> Iterator[Phrase]:
        """Yield lines on the declaration, the points that the sides took and need, and the trick."""
        name = declaration_name(state.variant.declared)
        yield phrase("texas42.end-declared", "{name} declared", name=name)
        for side, points in enumerate(state.taken):
            yield phrase("texas42.end-took", "{side} took {n}", side=Side(side), n=points)
        if state.variant.goal:
            goal = state.variant.goal
            yield phrase("texas42.end-goal", "{side} need {n}", side=Side(0), n=goal)
        if state.position is not None and state.position.trick:
            trick = format_dominoes(state.position.trick, " ")
            yield phrase("texas42.end-trick", "on the table: {dominoes}", dominoes=trick)

    def rows(self, state: EndgameState, seat: int) -> list[dict[str, Any]]:
        """Return a seat's hand as a row."""
        if state.position is None:
            return []
        held = format_dominoes(dominoes_of(state.position.hands[seat]), " ")
        name = phrase("texas42.end-hand", "your dominoes: {dominoes}", dominoes=held)
        return [{"key": "hand", "name": name, "cards": held.split()}]

    def laid(self, state: EndgameState, table: dict[str, Any]) -> dict[str, Any]:
        """Return the contents of the table, with the lines that describe it."""
        return {**table, "lines": list(self.lines(state))}
