"""With nothing hidden a position shows each seat's own cards as that seat itself observes them.

That worlds which differ are told apart is held by the contract's check ``all_observed``.
"""

from __future__ import annotations

import numpy as np
import pytest

from suitwise.fields import places
from suitwise.game import load
from suitwise.testing import Trial
from suitwise.testing.trial import spread
from suitwise.tractor import TractorState

HANDS = {
    "gin": ("hand", "hand_{seat}"),
    "indian13(seats=3)": ("hand", "hand_{seat}"),
    "texas42(match=hand)": ("held", "held_{seat}"),
    "texas42_endgame": ("dealt", "dealt_{seat}"),
    "tractor(match=deal)": ("hand", "hand"),
    "kuhn": ("seen", "seen_by_{seat}"),
}
"""The field of a seat's cards, to itself and with nothing hidden."""


@pytest.mark.parametrize("text", HANDS)
def test_each_seat_holds_what_it_itself_observes(text: str) -> None:
    game = load(text)
    own, shown = places(game.observation_fields()), places(game.fields_of_all())
    mine, theirs = HANDS[text]
    (states, _), *_ = Trial(game, games=1, seed=8).plays()
    for state in spread(states, 12):
        everything = state.observe_all()
        for seat in range(game.facts.seats):
            hand = everything[shown[theirs.format(seat=seat)]]
            if theirs == mine:  # planes of all seats, one after the other
                hand = np.split(hand, game.facts.seats)[seat]
            assert np.array_equal(hand, state.observe(seat)[own[mine]])


def test_at_tractor_all_cards_are_in_the_hands_undrawn_played_or_buried() -> None:
    game = load("tractor(match=deal)")
    at = places(game.fields_of_all())
    (states, _), *_ = Trial(game, games=1, seed=8).plays()
    for state in spread(states, 12):
        assert isinstance(state, TractorState)
        is_taken_up = state.phase in ("bury", "play", "forced", "end")
        others = ("played", "buried") if is_taken_up else ("undrawn",)
        array = state.observe_all()
        assert sum(2 * array[at[name]].sum() for name in ("hand", *others)) == 108


def test_where_all_is_seen_anyway_nothing_is_added() -> None:
    game = load("stacks")
    state, _ = game.start().rolled(seed=1, stream=0)
    assert game.fields_of_all() == game.observation_fields()
    assert np.array_equal(state.observe_all(), state.observe(0).ravel())
