"""Display hands, tricks, positions and arrangements in notebooks.

``shows`` gives a class the method that notebooks call: ``_repr_svg_`` for a drawing, ``_repr_html_`` for
text as at a terminal. Games call it in the ``__init__`` of their package, so that their rules need not
know about pictures. The drawing functions are imported on first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase, Say, Seat
from suitwise.picture import svg as drawing

_WIDTH, _GAP, _BACKGROUND = 720, 3, "#f4f5f7"

Row = tuple[Phrase | Seat, Sequence[drawing.Box]]
"""The heading of a row of cards, and the cards."""


def draw_rows(say: Say, title: Phrase, rows: Sequence[Row]) -> str:
    """Draw rows of cards, each below its heading, as a standalone SVG file.

    Args:
        say: translates words.
        title: a description of the picture for screen readers.
        rows: the rows.

    >>> from suitwise.cards import Card
    >>> from suitwise.foundation.text.phrases import phrase
    >>> from suitwise.picture.svg import playing_card
    >>> rows = [(Seat(0), [playing_card(Card("HA"))]), (Seat(1), [])]
    >>> draw_rows(str, phrase("any.hands", "the hands"), rows).count("seat")
    2
    """
    drawn: list[drawing.Box] = []
    for name, cards in rows:
        lines = drawing.flow(cards, _WIDTH, _GAP, _GAP) if cards else drawing.label("–", 14)
        drawn.append(drawing.stacked([drawing.label(say(name), 13, bold=True), lines], _GAP))
    page = drawing.stacked(drawn, 10)
    return drawing.document(
        drawing.padded(drawing.sized(page, max(page.width, 240), page.height), 14, 12),
        say(title),
        _BACKGROUND,
    )


# --- Texts and hands -----------------------------------------------------------------------------

_WIDE = 720


def draw_cards(cards: Iterable[int], title: str) -> str:
    """Draw cards side by side as a standalone SVG file.

    Args:
        cards: the cards in order.
        title: a description of the picture for screen readers.

    >>> draw_cards([Card("HA"), Card("RJ")], "two cards").startswith("<svg")
    True
    """
    drawn = [drawing.playing_card(Card(card)) for card in cards]
    return drawing.document(
        drawing.padded(drawing.flow(drawn, _WIDTH, 3, 3) if drawn else drawing.Box(1, 1), 8, 8),
        title,
    )


def preformatted(text: str) -> str:
    """Return text of several lines as preformatted HTML.

    >>> preformatted("a<b")
    '<pre>a&lt;b</pre>'
    """
    lines = "\n".join(map(drawing.clean, text.splitlines()))
    return f"<pre>{escape(lines)}</pre>"


def position_text(state: Any) -> str:
    """Return a position as lines of text, with all hands visible.

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
