"""Gin rummy at a table in a browser: what lies there and what the moves are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.players.face import Face
from suitwise.rummy.gin.moves import GinMove, spread_text
from suitwise.rummy.gin.rules.melds import hand_text
from suitwise.rummy.gin.state import GinState


class GinFace(Face):
    """Shows gin rummy on the page of any game, its moves and its table in words."""

    def named(self, state: GinState, move: GinMove) -> Phrase:
        """Return what a move is called.

        >>> from suitwise.rummy.gin.game import Gin
        >>> state, _ = Gin().start().rolled(3, 0)
        >>> [str(GinFace(Gin()).named(state, move)) for move in state.moves()]
        ['take HK', 'pass']
        """
        if move.kind == "card":
            return phrase("gin.move-card", "{card}", card=_text(move.card))
        if move.kind == "knock":
            return _knocking(move)
        if move.kind == "pile":
            return phrase("gin.move-pile", "take {card}", card=_text(state.pile[-1][0]))
        if move.kind == "stock":
            return phrase("gin.move-stock", "draw from the stock")
        if move.kind == "big":
            return phrase("gin.move-big", "big gin")
        return phrase("gin.move-pass", "pass")

    def lines(self, state: GinState) -> Iterator[Phrase]:
        """Yield what lies on the table, and the score."""
        if state.pile:
            top = _text(state.pile[-1][0])
            yield phrase("gin.on-pile", "on the pile: {card}", card=top)
        yield phrase("gin.in-stock", "cards in the stock: {n}", n=state.stock.bit_count())
        for seat, known in enumerate(state.known):
            if known and state.showdown is None:
                cards = CardText(hand_text(known))
                yield phrase("gin.has-taken", "{seat} took {cards}", seat=Seat(seat), cards=cards)
        for seat, points in enumerate(state.totals):
            if state.variant.to:
                yield phrase("gin.has-points", "{seat}: {n} points", seat=Seat(seat), n=points)

    def rows(self, state: GinState, seat: int) -> list[dict[str, Any]]:
        """Return a seat's hand in a row."""
        held = CardText(hand_text(state.hands[seat]))
        name = phrase("gin.hand", "your cards: {cards}", cards=held)
        return [{"key": "hand", "name": name, "cards": held.split()}]

    def laid(self, state: GinState, table: dict[str, Any]) -> dict[str, Any]:
        """Return what lies on the table, with the lines that say it."""
        return {**table, "lines": list(self.lines(state))}


def _knocking(move: GinMove) -> Phrase:
    card = _text(move.card)
    if move.spread is None:
        return phrase("gin.move-knock", "knock with {card}", card=card)
    melds = CardText(spread_text(move.spread))
    return phrase("gin.move-knock-with", "knock with {card}: {melds}", card=card, melds=melds)


def _text(card: int) -> CardText:
    return CardText(Card(card))
