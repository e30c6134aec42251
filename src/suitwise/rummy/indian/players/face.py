"""Indian rummy at a table in a browser: what lies there and what the moves are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.players.face import Face
from suitwise.rummy.indian.moves import IndianMove
from suitwise.rummy.indian.rules.cards import cards_text
from suitwise.rummy.indian.state import IndianState


class IndianFace(Face):
    """Shows Indian rummy on the page of any game, its moves and its table in words."""

    def named(self, state: IndianState, move: IndianMove) -> Phrase:
        """Return what a move is called.

        >>> from suitwise.rummy.indian.game import Indian
        >>> state, _ = Indian().start().rolled(3, 0)
        >>> [str(IndianFace(Indian()).named(state, move)) for move in state.moves()]
        ['draw from the stock', 'take D8', 'drop']
        """
        if move.kind == "card":
            return phrase("indian13.move-card", "{card}", card=_text(move.card))
        if move.kind == "declare":
            return phrase("indian13.move-declare", "declare with {card}", card=_text(move.card))
        if move.kind == "pile":
            return phrase("indian13.move-pile", "take {card}", card=_text(state.pile[-1][0]))
        if move.kind == "stock":
            return phrase("indian13.move-stock", "draw from the stock")
        return phrase("indian13.move-drop", "drop")

    def lines(self, state: IndianState) -> Iterator[Phrase]:
        """Yield what lies on the table: the wild cards, the pile, the stock, cards taken openly."""
        if state.wild >= 0:
            yield phrase(
                "indian13.turned-up", "turned up for the wild cards: {card}", card=_text(state.wild)
            )
        if state.pile:
            yield phrase("indian13.on-pile", "on the pile: {card}", card=_text(state.pile[-1][0]))
        yield phrase("indian13.in-stock", "cards in the stock: {n}", n=len(state.stock))
        for seat, known in enumerate(state.known):
            if known and not state.is_shown(seat):
                cards = CardText(cards_text(known))
                yield phrase(
                    "indian13.has-taken", "{seat} took {cards}", seat=Seat(seat), cards=cards
                )

    def rows(self, state: IndianState, seat: int) -> list[dict[str, Any]]:
        """Return a seat's hand in a row."""
        held = CardText(cards_text(state.hands[seat]))
        name = phrase("indian13.hand", "your cards: {cards}", cards=held)
        return [{"key": "hand", "name": name, "cards": held.split()}]

    def laid(self, state: IndianState, table: dict[str, Any]) -> dict[str, Any]:
        """Return what lies on the table, with the lines that say it."""
        return {**table, "lines": list(self.lines(state))}


def _text(card: int) -> CardText:
    return CardText(Card(card))
