"""What a seat of Indian rummy sees, as an array: planes of the cards and some numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from suitwise.rummy.hand import JOKERS, SIZE
from suitwise.rummy.indian_cards import Cards, without
from suitwise.rummy.indian_showdown import STANDINGS

if TYPE_CHECKING:
    from suitwise.rummy.indian_state import IndianState


def observation(state: IndianState, seat: int) -> NDArray[np.float32]:
    """Return what a seat of n sees, (6 + 2 n) * 53 + 12 + 7 n numbers.

    Planes of 53 cards, each the number of copies, jokers last: one's own hand; the pile; its top; the
    card just taken; the card turned up; the cards of the pile when it was last turned; then for every
    seat, from one's own on in the order of play, the cards that others know it to hold, all where the
    hand is shown, and those of the pile that it laid. Then the phase (9), the cards of the stock and
    those turned (of 100), the turns drawn (of all there may be); then for every seat in the same order
    whether one is named with it, how it stands (5), and how many cards of its hand one does not know
    (of 14).
    """
    from suitwise.rummy.indian_state import PHASES

    seats = [(seat + step) % state.variant.seats for step in range(state.variant.seats)]
    planes = [_plane(cards) for cards in _planes(state, seat, seats)]
    numbers = [float(state.phase == phase) for phase in PHASES]
    numbers += [len(state.stock) / 100, len(state.turned) / 100, state.drawn / state.variant.draws]
    for owner in seats:
        numbers += [float(state.seat == owner)]
        numbers += [float(state.standings[owner] == standing) for standing in STANDINGS]
        numbers += [len(state.hidden(seat, owner)) / 14]
    return np.concatenate([*planes, np.array(numbers, np.float32)])


def _planes(state: IndianState, seat: int, seats: list[int]) -> Iterator[Iterable[int]]:
    yield state.hands[seat]
    yield (card for card, _ in state.pile)
    yield (card for card, _ in state.pile[-1:])
    yield _if_any(state.taken)
    yield _if_any(state.wild)
    yield state.turned
    for owner in seats:
        yield state.known[owner] if owner == seat else _seen(state, seat, owner)
        yield (card for card, who in state.pile if who == owner)


def _seen(state: IndianState, seat: int, owner: int) -> Cards:
    return without(state.hands[owner], state.hidden(seat, owner))


def _if_any(card: int) -> Cards:
    return (card,) if card >= 0 else ()


def _plane(cards: Iterable[int]) -> NDArray[np.float32]:
    plane = np.zeros(SIZE, np.float32)
    for card in cards:
        plane[min(card, JOKERS)] += 1
    return plane
