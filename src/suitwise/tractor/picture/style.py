"""The colours, words and small pieces of a trick's picture.

Blocks have letters beside their colours, successes and failures a sign: nobody needs to tell colours
apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase, Say, phrase
from suitwise.picture import svg
from suitwise.picture.svg import Box, beside, framed, padded, sized, stacked
from suitwise.tractor.rules.blocks import Block, pairs_text

PAPER, PANEL, EDGE, FAINT = "#f4f5f7", "#ffffff", "#c3c9d1", "#e8ebef"
INK, SOFT, LINES = "#222222", "#59636e", "#8b95a1"
SUCCESS, SUCCESS_TINT = "#00795c", "#e3f3ee"
FAILURE, FAILURE_TINT = "#b83a1b", "#fbeae5"
SINGLE = "#5b6470"
PALETTE = (
    ("#0072b2", "#dcecf7"),
    ("#8a6d00", "#f6eed2"),
    ("#a6447f", "#f7e3ee"),
    ("#2b7a78", "#daeeed"),
    ("#5b4a9e", "#e7e3f4"),
    ("#7a4b2a", "#f2e6dc"),
    ("#4f6f1a", "#e8f0d9"),
    ("#44546a", "#e3e8ee"),
)
"""Colours of pairs and tractors, with their tints; dark enough to carry white letters."""

MARGIN = 14
"""Room at the left and at the right within a panel."""


# --- Words and signs ------------------------------------------------------------------------------


def words(text: str, fill: str = SOFT, *, size: float = 12, bold: bool = False) -> Box:
    """Draw one line of text, by default a soft one.

    >>> words("second").height
    17
    """
    return svg.label(text, size, bold=bold, fill=fill)


def centred(text: str, x: float, baseline: float, size: float, fill: str) -> str:
    """Write a bold text around a point.

    >>> centred("A", 5, 10, 11, "#fff").endswith('text-anchor="middle">A</text>')
    True
    """
    return svg.text_at(text, x, baseline, size, bold=True, fill=fill, anchor="middle")


def verdict(good: bool, text: str, fill: str, width: float) -> Box:
    """Draw a check or a cross, and bold words beside it.

    >>> verdict(True, "wins the trick", SUCCESS, 200).height
    17
    """
    says = svg.paragraph(text, width - 18, 12, bold=True, fill=fill)
    return beside([padded(svg.sign("check" if good else "cross", 12, fill), 0, 2), says], 6)


def arrow() -> Box:
    """Draw an arrow to the next step.

    >>> arrow().width
    14
    """
    return svg.sign("arrow", 14, LINES)


def panel(number: int, title: str, note: str, content: Box) -> Box:
    """Put a number, a title and a line of explanation above a panel's content.

    >>> panel(1, "From cards to a ruling", "", Box(500, 100)).width - 2 * MARGIN
    500
    """
    badge = framed(Box(20, 20, centred(str(number), 10, 14, 12, "#fff")), INK, radius=10)
    head = stacked([words(title, INK, size=14, bold=True), words(note)], 1)
    return padded(stacked([beside([badge, head], 8), content], gap=10), MARGIN, 12)


def total(sizes: Sequence[int]) -> str:
    """Write sizes as a sum; a long one with equal sizes together, 7 × 2 for seven pairs.

    >>> total([4, 1, 1]), total([4, 2, 2, 2, 2, 2, 2, 1, 1])
    ('4 + 1 + 1', '4 + 6 × 2 + 2 × 1')
    """
    if len(sizes) <= 8:
        return " + ".join(map(str, sizes))
    return " + ".join(f"{n} × {size}" if n > 1 else str(size) for size, n in Counter(sizes).items())


# --- Blocks ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """How a block of the lead, and what serves it, is told from the others.

    Args:
        letter: its letter, empty for cards that serve no block.
        dark: its colour, dark enough for white letters.
        tint: a light shade of it.
    """

    letter: str
    dark: str
    tint: str


PLAIN = Look("", EDGE, PANEL)
"""The look of cards that serve no block of the lead."""


def looks(lead: Sequence[Block]) -> list[Look]:
    """Give each block of the lead a letter, and each longer than one card a colour.

    >>> from suitwise.tractor import decompose
    >>> [look.letter for look in looks(decompose("HAHAHKHQ", "S2"))]
    ['A', 'B', 'C']
    """
    found = []
    for i, block in enumerate(lead):
        dark, tint = PALETTE[i % len(PALETTE)] if block.size > 1 else (SINGLE, FAINT)
        found.append(Look(ascii_uppercase[i], dark, tint))
    return found


def chip(cards: Sequence[Card], look: Look = PLAIN, say: Say = str) -> Box:
    """Draw cards that belong together: in full up to three pairs, else the pairs at the ends.

    >>> from suitwise.cards import parse_cards
    >>> chip(parse_cards("H3H3H4H4H5H5H6H6H7H7H8H8")).width < 200
    True
    """
    tiles = [svg.tile(card) for card in cards]
    shown = beside(tiles)
    if len(cards) > 6:
        ends = [beside(tiles[:2]), words("…"), beside(tiles[-2:])]
        shown = beside([*ends, words(say(pairs_text(len(cards) // 2)), size=11)], 3, "middle")
    box = padded(shown, 3, 2)
    if look.letter:
        mark = Box(15, box.height, centred(look.letter, 7.5, 14.5, 11, "#fff"))
        box = beside([framed(mark, look.dark), box])
    return framed(box, look.tint, look.dark)


_SEVERAL = {
    "single": phrase("tractor.draw.singles", "singles"),
    "pair": phrase("tractor.draw.pairs", "pairs"),
    "tractor": phrase("tractor.draw.tractors", "tractors"),
}


def block_list(blocks: Sequence[Block], own: Sequence[Look], say: Say = str) -> Box:
    """List blocks by kind: tractors, pairs, singles.

    >>> from suitwise.tractor import decompose
    >>> lead = decompose("HAHAHKHQ", "S2")
    >>> block_list(lead, looks(lead)).height
    44
    """
    by_kind: dict[Phrase, list[Box]] = defaultdict(list)
    for block, look in zip(blocks, own, strict=True):
        by_kind[block.kind].append(chip(block.cards, look, say))
    rows = []
    for kind, chips in by_kind.items():
        name = words(say(kind if len(chips) == 1 else _SEVERAL[kind]), size=11)
        rows.append(beside([sized(name, 48), svg.flow(chips, 240, 4, 3)], 4))
    return stacked(rows, 4)
