"""Stack Management at a table in a browser: the stacks and what the moves are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.face import Face
from suitwise.stacks.rules.layout import card_text
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.state import StacksState


class StacksFace(Face):
    """Shows Stack Management on the page of any game, its moves and its stacks in words."""

    def named(self, state: StacksState, move: Move) -> Phrase:
        """Return what a move is called.

        >>> from suitwise.stacks.game import Stacks
        >>> from suitwise.stacks.rules.layout import Layout
        >>> state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
        >>> [str(StacksFace(state.game).named(state, move)) for move in state.moves()]
        ['remove 3b']
        """
        card = card_text(state.layout.stacks[move.stack][0])
        if move.to is None:
            return phrase("stacks.move-remove", "remove {card}", card=card)
        return phrase("stacks.move-shift", "{card} to stack {n}", card=card, n=move.to)

    def lines(self, state: StacksState) -> Iterator[Phrase]:
        """Yield the stacks, the top of each first."""
        for number, stack in enumerate(state.layout.stacks):
            cards = " ".join(map(card_text, stack)) or "–"
            yield phrase("stacks.stack", "stack {n}: {cards}", n=number, cards=cards)

    def laid(self, state: StacksState, table: dict[str, Any]) -> dict[str, Any]:
        """Return what lies on the table, with the lines that say it."""
        return {**table, "lines": list(self.lines(state))}
