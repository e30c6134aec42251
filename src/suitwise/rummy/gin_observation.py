"""What a seat of gin rummy sees, as an array: seven planes of the cards and some numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from suitwise.rummy.gin_melds import bits_of, cards_of

if TYPE_CHECKING:
    from suitwise.rummy.gin_state import GinState

PLANES = 7
SCALARS = 16


def observation(state: GinState, seat: int) -> NDArray[np.float32]:
    """Return what a seat sees, 7 * 52 + 16 numbers.

    Planes of 52 cards: one's own; those that one took from the pile; those known of the other hand;
    the pile; what the other laid there; its top; the card just taken. Then the phase (10), whether one
    is named with it and whether one has dealt, the stock (as a part of 31), how many cards of the other
    hand are unknown (of 10), one's points and the other's (of 100).
    """
    from suitwise.rummy.gin_state import PHASES

    other = 1 - seat
    planes = (
        state.hands[seat],
        state.known[seat],
        state.hands[other] & ~state.hidden(seat),
        state.pile_bits(),
        state.pile_bits(other),
        bits_of(card for card, _ in state.pile[-1:]),
        bits_of([state.taken] if state.taken >= 0 else []),
    )
    seen = np.zeros(PLANES * 52 + SCALARS, np.float32)
    for plane, cards in enumerate(planes):
        seen[[52 * plane + card for card in cards_of(cards)]] = 1
    numbers = seen[PLANES * 52 :]
    numbers[PHASES.index(state.phase)] = 1
    numbers[10:] = (
        state.seat == seat,
        state.dealer == seat,
        state.stock.bit_count() / 31,
        state.hidden(seat).bit_count() / 10,
        state.totals[seat] / 100,
        state.totals[other] / 100,
    )
    return seen
