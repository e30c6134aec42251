"""What a seat of Indian rummy is told of each move: rows, from which nothing that it saw is missing.

A draw is told with chance's card, so ``stock`` alone tells nothing: the seat that draws sees the card,
the others that one was drawn. That the pile was turned follows from how many were.
"""

from __future__ import annotations

from suitwise.fields import Field, Happening, Telling
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.rummy.indian.moves import IndianMove
from suitwise.rummy.indian.rules.cards import HAND
from suitwise.rummy.indian.rules.standings import IN_PLAY
from suitwise.rummy.indian.state import NOBODY, IndianState
from suitwise.rummy.indian.variant import IndianVariant
from suitwise.rummy.rules.hand import JOKERS, SIZE

_KINDS = ("dealt", "wild", "open", "stock", "pile", "drop", "card", "declare", "false", "shown")


def telling_of(variant: IndianVariant) -> Telling:
    """Return how rows are written: a hand is shown at the end, or after a false declaration."""
    return Telling(variant.seats, _KINDS, SIZE, max(2, variant.jokers))


def fields_of(variant: IndianVariant) -> tuple[Field, ...]:
    """Return what the numbers of a row mean.

    >>> from suitwise.fields import width
    >>> from suitwise.rummy.indian.game import Indian
    >>> width(fields_of(Indian()))
    65
    """
    return telling_of(variant).fields


def most_rows(variant: IndianVariant) -> int:
    """Return how many rows a seat is told of at most.

    Its hand, the wild card and the first of the pile; a draw and a discard each turn; two rows for each
    seat that drops out or declares falsely; a declaration, and all other hands.
    """
    return HAND + 2 + 2 * variant.draws + 2 * variant.seats + variant.seats


def told(
    state: IndianState, move: IndianMove, after: IndianState, seat: int
) -> NDArray[np.float32]:
    """Return what a seat is told of a move."""
    happened = _happenings(state, move, after, seat)
    placed = [(who, kind, [min(card, JOKERS) for card in cards]) for who, kind, cards in happened]
    return telling_of(state.variant).rows(seat, placed)


def _happenings(
    state: IndianState, move: IndianMove, after: IndianState, seat: int
) -> list[Happening]:
    who, is_own, phase = state.seat, state.seat == seat, state.phase
    if phase == "deal":
        return [(seat, "dealt", (move.card,))] if is_own else []
    if phase in ("wild", "open"):
        return [(NOBODY, phase, (move.card,))]
    if phase == "stock":
        return [(who, "stock", (move.card,) if is_own else ())]
    if move.kind == "stock":
        return []
    if move.kind == "pile":
        return [(who, "pile", (state.pile[-1][0],))]
    if move.kind != "declare":
        return [(who, move.kind, (move.card,) if move.card >= 0 else ())]
    if after.standings[who] == "false":
        # The card that it would have discarded face down is seen by nobody else.
        return [(who, "false", (move.card,))] if is_own else [
            (who, "false", ()),
            (who, "shown", after.hands[who]),
        ]  # fmt: skip
    shown = (
        owner
        for owner, standing in enumerate(after.standings)
        if owner != seat and standing in IN_PLAY
    )
    return [
        (who, "declare", (move.card,)),
        *((owner, "shown", after.hands[owner]) for owner in shown),
    ]
