"""The colours and small pieces that pictures of rummy hands are made of.

Islands are lettered, runs and sets named, control points starred: nothing depends on telling colours
apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from suitwise.cards import Card
from suitwise.picture.svg import (
    Box,
    beside,
    document,
    framed,
    label,
    padded,
    playing_card,
    sign,
    sized,
    stacked,
    text_at,
    tile,
    titled,
)
from suitwise.rummy.picture.text import kind_of
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.rules import RANK_TEXT, card_of

PAPER, PANEL, EDGE, EMPTY = "#f4f5f7", "#ffffff", "#c3c9d1", "#f0f2f4"
INK, SOFT, LINES = "#222222", "#59636e", "#8b95a1"
STAR, STAR_TINT = "#b83a1b", "#fdf1e7"
"""Control points, wild cards, the best combos."""
RUN_LOOK, SET_LOOK, LEFT_LOOK = ("#0072b2", "#e4f0f8"), ("#8a6d00", "#f8f2dc"), (LINES, "#f4f5f7")
"""The line and the ground of runs, of sets, and of what is left over."""
ISLANDS = (
    ("#0072b2", "#cfe4f3"),
    ("#8a6d00", "#f3e7bd"),
    ("#a6447f", "#f3d8e7"),
    ("#2b7a78", "#cde9e7"),
    ("#5b4a9e", "#dfd9f1"),
    ("#7a4b2a", "#eedccd"),
    ("#4f6f1a", "#dfebc6"),
    ("#44546a", "#d9e0e8"),
)
"""Colours of islands with their tints; where there are more, they come again and the letters tell."""


def words(text: str, fill: str = SOFT, *, size: float = 12, bold: bool = False) -> Box:
    """Draw one line of text, by default a soft one.

    >>> words("left over").height
    17
    """
    return label(text, size, bold=bold, fill=fill)


def panel(title: str, note: str, content: Box, width: float = 0) -> Box:
    """Put a title and a line of explanation above a panel's content.

    >>> panel("The hand", "on the grid", Box(500, 100)).width
    528
    """
    head = stacked([words(title, INK, size=14, bold=True), *([words(note)] if note else [])], 1)
    inside = sized(padded(stacked([head, content], 10), 14, 12), width)
    return framed(inside, PANEL, EDGE, radius=6)


def page(title: str, parts: list[Box]) -> str:
    """Write a whole SVG file of parts below one another.

    >>> page("A hand", [Box(100, 10)]).startswith("<svg")
    True
    """
    heading = label(title, 18, bold=True)
    return document(padded(stacked([heading, *parts], 12), 16, 16), title, PAPER)


# --- Cards and melds ------------------------------------------------------------------------------


def look_of(meld: Meld) -> tuple[str, str]:
    """Return the line and the ground of a meld."""
    return RUN_LOOK if isinstance(meld, Run) else SET_LOOK


def places_of(meld: Meld) -> list[tuple[Card, bool]]:
    """Return the cards of a meld in order, each with whether it is wild; in a set such have no suit.

    >>> places_of(Run(1, 3, 5, (4,)))
    [(Card('H3'), False), (Card('H4'), True), (Card('H5'), False)]
    """
    if isinstance(meld, Run):
        places = range(meld.low, meld.high + 1)
        return [(Card(card_of(meld.suit, rank)), rank in meld.wilds) for rank in places]
    wild = (Card(card_of(0, meld.rank)), True)
    return [(card, False) for card in meld.cards] + [wild] * meld.wilds


def wild_card(card: Card, title: str) -> Box:
    """Draw a wild card: the rank that it stands for, a star, a dashed line.

    >>> wild_card(Card("H4"), "stands for H4").width
    26
    """
    rank = card.rank.replace("T", "10")
    face = text_at(rank, 13, 15, 13, bold=True, fill=STAR, anchor="middle")
    frame = framed(
        Box(26, 36, face + sign("star", 13, STAR).at(6.5, 19)), STAR_TINT, STAR, dashes="3 2"
    )
    return Box(26, 36, titled(title, frame.body, class_="wild"))


def meld_cards(meld: Meld) -> Box:
    """Draw the cards of a meld."""
    named = (
        "wild, stands for {}" if isinstance(meld, Run) else "wild, stands for any suit of rank {}"
    )
    drawn = []
    for card, is_wild in places_of(meld):
        stands = str(card) if isinstance(meld, Run) else RANK_TEXT[meld.rank - 1]
        drawn.append(wild_card(card, named.format(stands)) if is_wild else playing_card(card))
    return beside(drawn, 3)


def meld_chip(meld: Meld) -> Box:
    """Draw a meld in one line, named.

    >>> meld_chip(Run(1, 3, 5)).height
    20
    """
    line, ground = look_of(meld)
    tiles = [_wild_tile(card) if wild else tile(card) for card, wild in places_of(meld)]
    name = text_at(kind_of(meld), 14, 14, 10, bold=True, fill="#fff", anchor="middle")
    mark = framed(Box(28, 20, name), line)
    return framed(beside([mark, padded(beside(tiles), 4, 2)]), ground, line)


def _wild_tile(card: Card) -> Box:
    """Draw a wild card in one line, as ``tile`` draws the others."""
    rank = card.rank.replace("T", "10")
    face = text_at(rank, 8.8, 12.54, 11, bold=True, fill=STAR, anchor="middle")
    return Box(29, 16, titled(f"wild as {rank}", face + sign("star", 9, STAR).at(17, 3.5)))


def left_chip(cards: Iterable[Card]) -> Box:
    """Draw what is left over in one line.

    >>> left_chip([Card("H3"), Card("S9")]).height
    20
    """
    tiles = [tile(card) for card in cards]
    line, ground = LEFT_LOOK
    return framed(padded(beside(tiles) if tiles else words("nothing"), 4, 2), ground, line)
