"""Hands side by side: a picture of a position of any game of cards."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.foundation.text.phrases import Phrase, Say, Seat
from suitwise.picture.svg import Box, document, flow, label, padded, sized, stacked

_WIDE, _GAP, _PAPER = 720, 3, "#f4f5f7"

Row = tuple[Phrase | Seat, Sequence[Box]]
"""What a row of cards is, and the cards."""


def draw_rows(say: Say, title: Phrase, rows: Sequence[Row]) -> str:
    """Draw rows of cards, each below what it is, as a standalone SVG file.

    Args:
        say: says the words.
        title: the text that is read aloud.
        rows: the rows.

    >>> from suitwise.cards import Card
    >>> from suitwise.foundation.text.phrases import phrase
    >>> from suitwise.picture.svg import playing_card
    >>> rows = [(Seat(0), [playing_card(Card("HA"))]), (Seat(1), [])]
    >>> draw_rows(str, phrase("any.hands", "the hands"), rows).count("seat")
    2
    """
    drawn: list[Box] = []
    for name, cards in rows:
        laid = flow(cards, _WIDE, _GAP, _GAP) if cards else label("–", 14)
        drawn.append(stacked([label(say(name), 13, bold=True), laid], _GAP))
    page = stacked(drawn, 10)
    return document(
        padded(sized(page, max(page.width, 240), page.height), 14, 12), say(title), _PAPER
    )
