"""How hands, tricks, positions and arrangements show themselves in a notebook.

A game says in its package's ``__init__`` which kinds of objects are drawn and by what (``shows``), so
that rules and values know nothing of pictures. An object that is drawn has ``_repr_svg_``, one that is
shown as the text that a terminal gets ``_repr_html_``. The drawings are those of ``picture.svg`` and of
each game's ``picture``, loaded when one is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase, Say, Seat
from suitwise.picture.svg import Box, document, flow, label, padded, sized, stacked

# --- Hands side by side ---------------------------------------------------------------------------

_SIDE_BY_SIDE, _GAP, _PAPER = 720, 3, "#f4f5f7"

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
        laid = flow(cards, _SIDE_BY_SIDE, _GAP, _GAP) if cards else label("–", 14)
        drawn.append(stacked([label(say(name), 13, bold=True), laid], _GAP))
    page = stacked(drawn, 10)
    return document(
        padded(sized(page, max(page.width, 240), page.height), 14, 12), say(title), _PAPER
    )


# --- Texts and hands -----------------------------------------------------------------------------

_WIDE = 720


def draw_cards(cards: Iterable[int], title: str) -> str:
    """Draw cards side by side as a standalone SVG file.

    Args:
        cards: the cards, in the order in which they are drawn.
        title: the text that is read aloud.

    >>> draw_cards([Card("HA"), Card("RJ")], "two cards").startswith("<svg")
    True
    """
    from suitwise.picture.svg import Box, document, flow, padded, playing_card

    drawn = [playing_card(Card(card)) for card in cards]
    return document(padded(flow(drawn, _WIDE, 3, 3) if drawn else Box(1, 1), 8, 8), title)


def preformatted(text: str) -> str:
    """Return text of several lines as HTML that keeps them.

    >>> preformatted("a<b")
    '<pre>a&lt;b</pre>'
    """
    from suitwise.picture.svg import clean

    lines = map(clean, text.splitlines())
    whole = "\n".join(lines)
    return f"<pre>{escape(whole)}</pre>"


def position_text(state: Any) -> str:
    """Return a whole position, every hand open, as lines of text.

    >>> from suitwise.game import load
    >>> print(position_text(load("gin").start().rolled(3, 0)[0]))
    gin(knock=10,gin=25,undercut=25,big=0,to=0,box=20,game=100,declare=no)
    first: seat 0 is to move
    seat 0   S7 SQ HA H4 D8 D9 C2 C4 C6 CJ
    seat 1   S6 S9 H5 HQ D2 D5 D6 DK CA C3
    """
    return "\n".join(_lines(state))


def _lines(state: Any) -> Iterator[str]:
    head = state.public()["head"]
    turn = head["turn"]
    yield head["game"]
    whose = f"seat {turn} is to move" if isinstance(turn, int) else f"the turn is {turn}"
    yield f"{head['phase']}: {whose}"
    hands = [state.seen(seat)["hand"]["held"] for seat in range(state.game.facts.seats)]
    if not any(hands):
        yield str(state)
        return
    for seat, held in enumerate(hands):
        yield f"seat {seat}   {' '.join(held) or '-'}"
