"""How hands, tricks, positions and arrangements show themselves in a notebook.

An object says ``_repr_svg_`` where it has a drawing of its own, ``_repr_html_`` where it is shown as the
text that a terminal gets. The drawings are those of ``svg`` and of each game's ``picture``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from suitwise.cards import Card
from suitwise.svg import Box, clean, document, flow, padded, playing_card

if TYPE_CHECKING:
    from suitwise.game import State

_WIDE = 720


def draw_cards(cards: Iterable[int], title: str) -> str:
    """Draw cards side by side as a standalone SVG file.

    Args:
        cards: the cards, in the order in which they are drawn.
        title: what is read aloud.

    >>> draw_cards([Card("HA"), Card("RJ")], "two cards").startswith("<svg")
    True
    """
    drawn = [playing_card(Card(card)) for card in cards]
    return document(padded(flow(drawn, _WIDE, 3, 3) if drawn else Box(1, 1), 8, 8), title)


def preformatted(text: str) -> str:
    """Return text of several lines as HTML that keeps them.

    >>> preformatted("a<b")
    '<pre>a&lt;b</pre>'
    """
    lines = map(clean, text.splitlines())
    whole = "\n".join(lines)
    return f"<pre>{escape(whole)}</pre>"


def position_text(state: State[Any]) -> str:
    """Return a whole position, every hand open, as lines of text.

    >>> from suitwise.game import load
    >>> print(position_text(load("gin").start().rolled(3, 0)[0]))
    gin(knock=10,gin=25,undercut=25,big=0,to=0,box=20,game=100,declare=no)
    first: seat 0 is to move
    seat 0   S7 SQ HA H4 D8 D9 C2 C4 C6 CJ
    seat 1   S6 S9 H5 HQ D2 D5 D6 DK CA C3
    """
    return "\n".join(_lines(state))


def _lines(state: State[Any]) -> Iterator[str]:
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
