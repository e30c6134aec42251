"""The colours and small pieces that pictures of rummy hands are made of.

Islands are lettered, runs and sets named, control points starred: nothing depends on telling colours
apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from suitwise.cards import Card
from suitwise.picture import svg
from suitwise.rummy.picture.text import kind_of
from suitwise.rummy.rules.melds import Meld, Run, Set
from suitwise.rummy.rules.rules import card_of

PAPER, PANEL, EDGE, EMPTY = "#f4f5f7", "#ffffff", "#c3c9d1", "#f0f2f4"
INK, SOFT, LINES = "#222222", "#59636e", "#8b95a1"
STAR, STAR_TINT = "#b83a1b", "#fdf1e7"
"""Control points, wild cards, the best combos."""
RUN_LOOK, SET_LOOK, LEFT_LOOK = ("#0072b2", "#e4f0f8"), ("#8a6d00", "#f8f2dc"), (LINES, "#f4f5f7")
"""The line and the ground of runs, of sets, and of what is left over."""
_DARK = "#0072b2 #8a6d00 #a6447f #2b7a78 #5b4a9e #7a4b2a #4f6f1a #44546a"
_TINTS = "#cfe4f3 #f3e7bd #f3d8e7 #cde9e7 #dfd9f1 #eedccd #dfebc6 #d9e0e8"
ISLANDS = tuple(zip(_DARK.split(), _TINTS.split(), strict=True))
"""Colours of islands with their tints; where there are more, they come again and the letters tell."""


def words(text: str, fill: str = SOFT, *, size: float = 12, bold: bool = False) -> svg.Box:
    """Draw one line of text, by default a soft one.

    >>> words("left over").height
    17
    """
    return svg.label(text, size, bold=bold, fill=fill)


def panel(title: str, note: str, content: svg.Box, width: float = 0) -> svg.Box:
    """Put a title and a line of explanation above a panel's content.

    >>> panel("The hand", "on the grid", svg.Box(500, 100)).width
    528
    """
    head = svg.stacked([words(title, INK, size=14, bold=True), *([words(note)] if note else [])], 1)
    inside = svg.sized(svg.padded(svg.stacked([head, content], 10), 14, 12), width)
    return svg.framed(inside, PANEL, EDGE, radius=6)


def page(title: str, parts: list[svg.Box]) -> str:
    """Write a whole SVG file of parts below one another.

    >>> page("A hand", [svg.Box(100, 10)]).startswith("<svg")
    True
    """
    heading = svg.label(title, 18, bold=True)
    return svg.document(svg.padded(svg.stacked([heading, *parts], 12), 16, 16), title, PAPER)


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
        return [(Card(card_of(meld.suit, rank)), rank in meld.wilds) for rank in meld.ranks]
    wild = (Card(card_of(0, meld.rank)), True)
    return [(card, False) for card in meld.cards] + [wild] * meld.wilds


def wild_card(card: Card, title: str) -> svg.Box:
    """Draw a wild card: the rank that it stands for, a star, a dashed line.

    >>> wild_card(Card("H4"), "stands for H4").width
    26
    """
    rank = card.rank.replace("T", "10")
    face = svg.text_at(rank, 13, 15, 13, bold=True, fill=STAR, anchor="middle")
    content = svg.Box(26, 36, face + svg.sign("star", 13, STAR).at(6.5, 19))
    frame = svg.framed(content, STAR_TINT, STAR, dashes="3 2")
    return svg.Box(26, 36, svg.titled(title, frame.body, class_="wild"))


def meld_cards(meld: Meld) -> svg.Box:
    """Draw the cards of a meld."""
    suit = "any suit of rank " if isinstance(meld, Set) else ""
    drawn = []
    for card, is_wild in places_of(meld):
        title = f"wild, stands for {suit + card.rank if suit else card}"
        drawn.append(wild_card(card, title) if is_wild else svg.playing_card(card))
    return svg.beside(drawn, 3)


def meld_chip(meld: Meld) -> svg.Box:
    """Draw a meld in one line, named.

    >>> meld_chip(Run(1, 3, 5)).height
    20
    """
    line, ground = look_of(meld)
    tiles = [_wild_tile(card) if wild else svg.tile(card) for card, wild in places_of(meld)]
    name = svg.text_at(kind_of(meld), 14, 14, 10, bold=True, fill="#fff", anchor="middle")
    mark = svg.framed(svg.Box(28, 20, name), line)
    return svg.framed(svg.beside([mark, svg.padded(svg.beside(tiles), 4, 2)]), ground, line)


def _wild_tile(card: Card) -> svg.Box:
    """Draw a wild card in one line, as ``tile`` draws the others."""
    rank = card.rank.replace("T", "10")
    face = svg.text_at(rank, 8.8, 12.54, 11, bold=True, fill=STAR, anchor="middle")
    star = svg.sign("star", 9, STAR).at(17, 3.5)
    return svg.Box(29, 16, svg.titled(f"wild as {rank}", face + star))


def left_chip(cards: Iterable[Card]) -> svg.Box:
    """Draw what is left over in one line.

    >>> left_chip([Card("H3"), Card("S9")]).height
    20
    """
    tiles = [svg.tile(card) for card in cards]
    line, ground = LEFT_LOOK
    content = svg.beside(tiles) if tiles else words("nothing")
    return svg.framed(svg.padded(content, 4, 2), ground, line)
