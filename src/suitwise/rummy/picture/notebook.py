"""What shows itself of two-deck rummy in notebooks."""

from __future__ import annotations

from suitwise.picture.notebook import draw_cards
from suitwise.rummy.rules.hand import Hand


def draw_held(hand: Hand) -> str:
    """Draw the cards of a hand as SVG."""
    return draw_cards(hand.cards, str(hand) or "no cards")
