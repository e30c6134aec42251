"""What a seat of a rummy game does, in a player's words: for the reviews of gin and of Indian rummy."""

from __future__ import annotations

from typing import Protocol

from suitwise.cards import Card

_WORDS = {
    "stock": ("draws from the stock", "drawing from the stock"),
    "pile": ("takes {card}", "taking {card}"),
    "pass": ("leaves {card}", "leaving {card}"),
    "drop": ("drops", "dropping"),
    "card": ("discards {card}", "discarding {card}"),
    "knock": ("knocks with {card}", "knocking with {card}"),
    "big": ("shows big gin", "showing big gin"),
    "declare": ("declares with {card}", "declaring with {card}"),
}


class RummyMove(Protocol):
    """A move of gin or of Indian rummy."""

    @property
    def kind(self) -> str:
        """The kind of move."""

    @property
    def card(self) -> int:
        """The card that it names, else -1."""


def deed(move: RummyMove, top: int) -> tuple[str, str]:
    """Return what a seat does by a move, and the same as something that could be done.

    Args:
        move: the move.
        top: the card on top of the pile, -1 where there is none.

    >>> from suitwise.rummy.gin.moves import GinMove
    >>> deed(GinMove("pile"), Card("S9"))
    ('takes S9', 'taking S9')
    """
    card = move.card if move.card >= 0 else top
    named = str(Card(card)) if card >= 0 else ""
    did, doing = _WORDS[move.kind]
    return did.format(card=named), doing.format(card=named)
