"""What seats are told of a hand that is laid down."""

from __future__ import annotations

import numpy as np
import pytest

from suitwise.cards import N_CARDS
from suitwise.fields import places
from suitwise.table.rules.words import say
from suitwise.tractor.face import TractorFace
from suitwise.tractor.hidden.telling import TELLING
from suitwise.tractor.moves import CLAIM
from suitwise.tractor.state import TractorState
from tests.tractor.test_claims import found


@pytest.mark.parametrize("holds", [True, False])
def test_of_a_claim_every_seat_is_told_the_claimant_and_all_hands_but_its_own(holds: bool) -> None:
    state = found(holds, attacks=True)
    after = state.after(CLAIM)
    assert isinstance(after, TractorState)
    at = places(TELLING.fields)
    for seat in range(4):
        told = [
            (
                (int(row[at["who"]].argmax()) + seat) % 4,
                TELLING.kinds[int(row[at["what"]].argmax())],
                tuple(np.repeat(np.arange(N_CARDS), row[at["cards"]].astype(int)).tolist()),
            )
            for row in state.told(CLAIM, seat)
        ]
        hands = [(who, "shown", state.held[who].cards) for who in range(4)]
        shown = [one for one in hands if one[0] not in (seat, state.turn)]
        if seat != state.current_landlord:
            assert after.buried is not None
            shown.append((state.current_landlord, "shown", after.buried.cards))
        assert told == [(state.turn, "claim", state.held[state.turn].cards), *shown]


@pytest.mark.parametrize("holds", [True, False])
def test_a_claim_is_told_to_the_claimant_as_his_own(holds: bool) -> None:
    state = found(holds, attacks=True)
    names = ["Ann", "Bob", "Cid", "Dan"]
    own = [
        told.phrase
        for told in TractorFace(state.game).told(state, CLAIM, state.after(CLAIM))
        if "claim" in told.phrase.code
    ]
    assert own
    for line in own:
        assert names[state.turn] not in say(line, "en", names, state.turn)
