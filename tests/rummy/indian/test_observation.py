"""What a seat of Indian rummy sees: the fields say what stands where, and in what range."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.fields import bounds, places, width
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.rules import Cards
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.rules.hand import JOKERS
from tests.rummy.indian_positions import long_game

VARIANTS = (Indian(), Indian(seats=3, jokers=4), Indian(seats=6, jokers=0, draws=90))


def counted(cards: Cards) -> dict[int, int]:
    """Return how many copies of each card there are."""
    return Counter(min(card, JOKERS) for card in cards)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_each_field_holds_what_it_names_in_its_range(variant: Indian) -> None:
    fields = variant.observation_fields()
    low, high = bounds(fields)
    met = set()
    for state, _ in long_game(variant, seed=3)[::7]:
        met.add(state.phase)
        for seat in range(variant.seats):
            numbers = state.observe(seat)
            assert numbers.shape == (width(fields),)
            assert (numbers >= low).all()
            assert (numbers <= high + 1e-6).all()
            check_table(state, seat)
            for step in range(variant.seats):
                check_seat(state, seat, step)
    assert {"draw", "discard"} <= met


def check_table(state: IndianState, seat: int) -> None:
    see = seen(state, seat)
    assert told(see["hand"]) == counted(state.hands[seat])
    assert told(see["pile"]) == counted(tuple(card for card, _ in state.pile))
    assert told(see["top"]) == counted(tuple(card for card, _ in state.pile[-1:]))
    assert told(see["just_taken"]) == counted((state.taken,) if state.taken >= 0 else ())
    assert told(see["wild"]) == counted((state.wild,) if state.wild >= 0 else ())
    assert told(see["turned"]) == counted(state.turned)
    assert see["phase"].sum() == 1
    assert float(see["stock"][0]) * 100 == pytest.approx(len(state.stock))
    assert float(see["turned_cards"][0]) * 100 == pytest.approx(len(state.turned))
    assert float(see["drawn"][0]) * state.variant.draws == pytest.approx(state.drawn)


def check_seat(state: IndianState, seat: int, step: int) -> None:
    see, owner = seen(state, seat), (seat + step) % state.variant.seats
    laid = tuple(card for card, who in state.pile if who == owner)
    assert told(see[f"laid_{step}"]) == counted(laid)
    if step == 0 or not state.is_shown(owner):
        assert told(see[f"known_{step}"]) == counted(state.known[owner])
    assert bool(see[f"named_{step}"][0]) == (state.seat == owner)
    assert see[f"standing_{step}"].sum() == 1
    unknown = len(state.hidden(seat, owner))
    assert float(see[f"hidden_{step}"][0]) * 14 == pytest.approx(unknown)


def seen(state: IndianState, seat: int) -> dict[str, NDArray[np.float32]]:
    """Return what a seat sees by the names of the fields."""
    numbers = state.observe(seat)
    at = places(state.game.observation_fields())
    return {name: numbers[place] for name, place in at.items()}


def told(plane: NDArray[np.float32]) -> dict[int, int]:
    """Return how many copies of each card a plane tells of."""
    return {int(card): int(plane[card]) for card in plane.nonzero()[0]}


def test_copies_of_the_joker_are_counted_in_the_last_place() -> None:
    variant = Indian(jokers=4)
    state = variant.start()
    for _ in range(5):
        state = state.after(max(state.moves(), key=lambda move: move.card))
    hand = seen(state, 0)["hand"]
    assert hand[JOKERS] == 2
    assert variant.observation_fields()[0].high == 4
