"""The one-line text of a position of Indian rummy, and what a seat sees of it.

Seven parts between bars: what is going on, how the seats stand, the card turned up, the hands, the
pile, the cards known to be in each hand, and those that lay in the pile when it was last turned::

    discard 0 draws 12 took H7 | in in | S7 | SA S2 … / H4 … | C5 0.D2 1.S9 | H7 / - | -

The seat named is given a card in the ``deal`` or from the ``stock``, is about to ``draw`` or to
``discard``, or has won by a ``show`` or because it is the ``last``; in a ``void`` deal it would be
next. A card of the pile names the seat that laid it, the first none. In a view ``?3`` stands for three
cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from suitwise.cards import ANY_JOKER, Card, parse_cards
from suitwise.errors import NotationError
from suitwise.rummy.indian.faults import faults
from suitwise.rummy.indian.moves import parse_card
from suitwise.rummy.indian.rules.cards import Cards, cards_text, in_order, without
from suitwise.rummy.indian.rules.showdown import STANDINGS, Standing
from suitwise.rummy.reading import read_position

if TYPE_CHECKING:
    from suitwise.rummy.indian.game import Indian
    from suitwise.rummy.indian.state import IndianState

_HEAD = re.compile(r"([a-z]+) ([0-5]) draws ([0-9]{1,5})(?: took ([A-Z0-9]{2}))?")
_PILED = re.compile(r"(?:([0-5])\.)?([A-Z0-9]{2})")
_LONGEST = 1500
"""More characters than any position has."""


# --- Writing --------------------------------------------------------------------------------------


def text_of(state: IndianState, seat: int | None = None) -> str:
    """Return a position's text, or what a seat sees of it."""
    took = f" took {Card(state.taken)}" if state.taken >= 0 else ""
    seats = range(state.variant.seats)
    parts = [
        f"{state.phase} {state.seat} draws {state.drawn}{took}",
        " ".join(state.standings),
        str(Card(state.wild)) if state.wild >= 0 else "-",
        " / ".join(_hand_seen(state, owner, seat) for owner in seats),
        " ".join((f"{who}." if who >= 0 else "") + str(Card(card)) for card, who in state.pile)
        or "-",
        " / ".join(map(cards_text, state.known)),
        cards_text(state.turned),
    ]
    return " | ".join(parts)


def _hand_seen(state: IndianState, owner: int, seat: int | None) -> str:
    hidden = () if seat is None else state.hidden(seat, owner)
    if not hidden:
        return cards_text(state.hands[owner])
    shown = without(state.hands[owner], hidden)
    return (f"{cards_text(shown)} " if shown else "") + f"?{len(hidden)}"


# --- Reading --------------------------------------------------------------------------------------


def parse(variant: Indian, text: str) -> IndianState:
    """Read a position.

    Raises:
        NotationError: it is none that the variant can come to.
    """
    return read_position(text, lambda: _read(variant, text), faults)


def _read(variant: Indian, text: str) -> IndianState:
    from suitwise.rummy.indian.state import PHASES, IndianState

    parts = text.split(" | ") if len(text) <= _LONGEST else []
    if len(parts) != 7:
        raise NotationError("a position of Indian rummy has seven parts: write what str() prints")
    head, phases = _HEAD.fullmatch(parts[0]), {str(phase): phase for phase in PHASES}
    if head is None or head[1] not in phases or int(head[2]) >= variant.seats:
        raise NotationError(f"{parts[0][:40]!r}: write a phase, its seat and the draws so far")
    hands, known = parts[3].split(" / "), parts[5].split(" / ")
    if not len(hands) == len(known) == variant.seats:
        raise NotationError(f"{variant.seats} seats have as many hands, with / between them")
    return IndianState(
        variant,
        phases[head[1]],
        int(head[2]),
        tuple(map(_cards, hands)),
        tuple(_standings(parts[1], variant.seats)),
        -1 if parts[2] == "-" else parse_card(parts[2]),
        tuple(_read_pile(parts[4])),
        tuple(map(_cards, known)),
        parse_card(head[4]) if head[4] else -1,
        int(head[3]),
        _cards(parts[6]),
    )


def _cards(text: str) -> Cards:
    cards = parse_cards("" if text == "-" else text)
    return in_order(ANY_JOKER if card.is_joker else card for card in cards)


def _standings(text: str, seats: int) -> Iterator[Standing]:
    words = text.split()
    known = {str(standing): standing for standing in STANDINGS}
    if len(words) != seats or not set(words) <= set(known):
        raise NotationError(f"{text[:40]!r}: write how {seats} seats stand: {', '.join(known)}")
    yield from (known[word] for word in words)


def _read_pile(text: str) -> Iterator[tuple[int, int]]:
    for word in text.split() if text != "-" else ():
        found = _PILED.fullmatch(word)
        if found is None:
            raise NotationError(f"{word[:24]!r}: write a card of the pile as C5, 0.H7 or 1.H7")
        yield parse_card(found[2]), int(found[1] or -1)
