"""What a seat of gin rummy is told of each move: rows, from which nothing that it saw is missing.

A draw is told with chance's card, so ``stock`` alone tells nothing: the seat that draws sees the card,
the other that one was drawn.
"""

from __future__ import annotations

from suitwise.fields import Happening, Telling
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.rummy.gin.moves import GinMove
from suitwise.rummy.gin.rules.melds import cards_of
from suitwise.rummy.gin.state import NOBODY, SHOWN, GinState

TELLING = Telling(
    2,
    (
        "dealt", "upcard", "stock", "pile", "pass", "card", "knock", "big", "sets", "runs",
        "shown", "next",
    ),
    52,
)  # fmt: skip
"""The rows: what is shown at the end of a deal is the other hand."""


def told(state: GinState, move: GinMove, after: GinState, seat: int) -> NDArray[np.float32]:
    """Return what a seat is told of a move.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(seed=1, stream=0)
    >>> told(state, GinMove("pass"), state.after("pass"), 1)[0, :14].nonzero()[0].tolist()
    [1, 6]
    """
    return TELLING.rows(seat, _happenings(state, move, after, seat))


def _happenings(state: GinState, move: GinMove, after: GinState, seat: int) -> list[Happening]:
    who = state.seat
    if state.phase in ("deal", "stock"):
        return _given(state, move, after, seat)
    if move.kind == "stock":
        return []
    if move.kind == "next":
        return [(NOBODY, "next", ())]
    cards = (state.pile[-1][0],) if move.kind == "pile" else (move.card,) if move.card >= 0 else ()
    happened: list[Happening] = [(who, move.kind, cards)]
    if move.spread is not None:
        happened += [
            (who, kind, cards_of(melds))
            for kind, melds in zip(("sets", "runs"), move.spread, strict=True)
        ]
    if after.phase in SHOWN:
        happened.append((1 - seat, "shown", cards_of(after.hands[1 - seat])))
    return happened


def _given(state: GinState, move: GinMove, after: GinState, seat: int) -> list[Happening]:
    """Return what a seat is told of a card that chance deals or draws."""
    if after.phase == "first":
        return [(NOBODY, "upcard", (move.card,))]
    is_own = state.seat == seat
    if state.phase == "deal":
        return [(seat, "dealt", (move.card,))] if is_own else []
    return [(state.seat, "stock", (move.card,) if is_own else ())]
