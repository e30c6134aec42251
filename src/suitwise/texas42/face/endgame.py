"""The face of the endgame of Texas 42 at a table in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from suitwise.foundation.text.phrases import Phrase, Say, Side, phrase
from suitwise.game import OVER
from suitwise.texas42.endgame.state import EndgameState
from suitwise.texas42.face.tricks import DominoFace
from suitwise.texas42.picture import (
    declaration_name,
    hand_picture,
    position_picture,
    trick_lines,
)
from suitwise.texas42.rules.dominoes import Domino, dominoes_of, format_dominoes
from suitwise.texas42.rules.position import Position


class EndgameFace(DominoFace):
    """Shows the endgame on the generic page of a game, with the table in words.

    >>> from suitwise.texas42.endgame.game import Endgame
    >>> state, _ = Endgame().start().rolled(3, 0)
    >>> [str(line) for line in EndgameFace(Endgame()).lines(state)]
    ['fives declared', 'T0 took 0', 'T1 took 0']
    """

    size: ClassVar[tuple[int, int]] = 80, 26

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

    def pictured(
        self, state: EndgameState, seat: int, say: Say = str, width: int = 0
    ) -> Iterator[str]:
        """Yield the lines on the table, the trick and the seat's dominoes, drawn."""
        yield from map(say, self.lines(state))
        if state.plays:
            played = format_dominoes(state.plays, " ")
            yield say(phrase("texas42.end-played", "played {dominoes}", dominoes=played))
        if state.turn != OVER and state.position is not None:
            if state.position.trick:
                yield from position_picture(state.position, seat, say).split("\n")
            yield from hand_picture(dominoes_of(state.position.hands[seat]), width).split("\n")

    def tricks(self, state: EndgameState) -> Iterator[Phrase]:
        """Yield the complete tricks, a line each."""
        if state.position is not None:
            game = state.variant
            begun = Position(game.declared, state.dealt, game.leader)
            yield from trick_lines(begun.line([Domino(one) for one in state.plays])[1])

    def help(self) -> Iterator[Phrase]:
        """Yield how a domino is played."""
        yield phrase("texas42.help.domino", "6-4          play a domino")

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
