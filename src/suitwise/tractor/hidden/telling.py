"""What a seat of Tractor is told of each move: rows, from which nothing that it saw is missing.

Others' draws and passes tell nothing: a seat counts its own draws, and who does not bid has passed. What
others bury is seen when the deal is over, and all hands where a claim has ended it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from suitwise.cards import N_CARDS
from suitwise.fields import Happening, Telling
from suitwise.foundation.seating import SEATS
from suitwise.tractor.moves import CLAIM, Move
from suitwise.tractor.rules.auction import MOST_BIDS, NOBODY
from suitwise.tractor.rules.kitty import KITTY
from suitwise.tractor.seats import HAND, Trick
from suitwise.tractor.state import TractorState

TELLING = Telling(
    len(SEATS),
    (
        "drawn",
        "bid",
        "turned",
        "kitty",
        "buried",
        "play",
        "throw",
        "forced",
        "claim",
        "shown",
        "next",
    ),
    N_CARDS,
    copies=2,
)
"""The rows: a throw is one that fails, forced its part that is led; the burial is shown at the end.

A claim has the hand that is laid down; the others' hands are shown, seat by seat.
"""


MOST_ROWS = (
    HAND  # drawn
    + MOST_BIDS
    + KITTY  # turned up
    + 1  # taken up
    + 1  # buried
    + len(SEATS) * HAND  # played; a claim and the hands that are shown are no more than their plays
    + HAND  # a throw that fails has two rows
    + 1  # shown
)
"""How many rows a seat is told in a deal at most."""


def told(state: TractorState, move: Move, after: TractorState, seat: int) -> NDArray[np.float32]:
    """Return what a seat is told of a move.

    >>> from suitwise.tractor.game import Tractor
    >>> start = Tractor(match="deal").start()
    >>> [told(start, start.parse_move("S4"), start.after("S4"), seat).shape for seat in (0, 1)]
    [(1, 69), (0, 69)]
    """
    return TELLING.rows(seat, _happenings(state, move, after, seat))


def _happenings(state: TractorState, move: Move, after: TractorState, seat: int) -> list[Happening]:
    phase, cards = state.phase, move.pile.cards
    happened: list[Happening] = []
    if phase == "draw" and state.drawer == seat:
        happened.append((seat, "drawn", cards))
    elif phase == "bid" and cards:
        happened.append((state.turn, "bid", cards))
    elif phase == "turn":
        happened.append((NOBODY, "turned", cards))
    elif phase == "bury" and state.turn == seat:
        happened.append((seat, "buried", cards))
    elif move == CLAIM:
        happened.append((state.turn, "claim", state.held[state.turn].cards))
        others = (at for at in SEATS if at not in (state.turn, seat))
        happened += [(at, "shown", state.held[at].cards) for at in others]
    elif phase in ("play", "forced"):
        happened += _played(state, move, after)
    elif phase == "end":
        happened.append((NOBODY, "next", ()))
    if after.took_kitty(seat) and not state.took_kitty(seat):
        happened.append((seat, "kitty", after.kitty.cards))
    if after.phase == "end" and not state.sees_kitty(seat) and after.buried is not None:
        happened.append((after.current_landlord, "shown", after.buried.cards))
    return happened


def _played(state: TractorState, move: Move, after: TractorState) -> list[Happening]:
    """Return the play: of a throw that fails the cards that were shown, and those led if they are."""
    who, cards = state.turn, move.pile.cards
    if state.phase == "forced":
        return [(who, "forced", cards)]
    table: Trick = after.tricks[len(state.tricks) - 1]
    if state.tricks[-1].plays or table.tried is None:
        return [(who, "play", cards)]
    led = [(who, "forced", table.plays[0].cards)] if table.plays else []
    return [(who, "throw", cards), *led]
