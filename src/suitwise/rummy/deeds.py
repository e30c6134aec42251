"""What a seat of a rummy game does, in a player's words: for the reviews of gin and of Indian rummy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, Phrase, phrase


class RummyMove(Protocol):
    """A move of gin or of Indian rummy."""

    @property
    def kind(self) -> str:
        """The kind of move."""

    @property
    def card(self) -> int:
        """The card that it names, else -1."""


def deed(move: RummyMove, top: int) -> tuple[Phrase, Phrase]:
    """Return what a seat does by a move, and the same as something that could be done.

    Args:
        move: the move.
        top: the card on top of the pile, -1 where there is none.

    >>> from suitwise.rummy.gin.moves import GinMove
    >>> deed(GinMove("pile"), Card("S9"))
    ('takes S9', 'taking S9')
    """
    card = move.card if move.card >= 0 else top
    return _DEEDS[move.kind](CardText(Card(card) if card >= 0 else ""))


_DEEDS: dict[str, Callable[[CardText], tuple[Phrase, Phrase]]] = {
    "stock": lambda _: (
        phrase("rummy.did.stock", "draws from the stock"),
        phrase("rummy.doing.stock", "drawing from the stock"),
    ),
    "pile": lambda card: (
        phrase("rummy.did.pile", "takes {card}", card=card),
        phrase("rummy.doing.pile", "taking {card}", card=card),
    ),
    "pass": lambda card: (
        phrase("rummy.did.pass", "leaves {card}", card=card),
        phrase("rummy.doing.pass", "leaving {card}", card=card),
    ),
    "drop": lambda _: (
        phrase("rummy.did.drop", "drops"),
        phrase("rummy.doing.drop", "dropping"),
    ),
    "card": lambda card: (
        phrase("rummy.did.card", "discards {card}", card=card),
        phrase("rummy.doing.card", "discarding {card}", card=card),
    ),
    "knock": lambda card: (
        phrase("rummy.did.knock", "knocks with {card}", card=card),
        phrase("rummy.doing.knock", "knocking with {card}", card=card),
    ),
    "big": lambda _: (
        phrase("rummy.did.big", "shows big gin"),
        phrase("rummy.doing.big", "showing big gin"),
    ),
    "declare": lambda card: (
        phrase("rummy.did.declare", "declares with {card}", card=card),
        phrase("rummy.doing.declare", "declaring with {card}", card=card),
    ),
}


def turn_named(number: int) -> Phrase:
    """Return the name of a turn of a deal.

    >>> turn_named(3)
    'turn 3'
    """
    return phrase("rummy.place.turn", "turn {n}", n=number)
