"""Worlds weighed by what the others did: certain of the policy's own decisions, the same by the seed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from suitwise.foundation.seating import SEATS
from suitwise.tractor import Pile, TractorState
from suitwise.tractor.arrays.batch import packed_round, replay, state_of
from suitwise.tractor.arrays.packed import ALL_PLAYED, BURIED, HANDS, PLAYED
from suitwise.tractor.hidden import redealing
from suitwise.tractor.players.worlds import BELIEFS, draw, weighed

RULES = ("rules", "rules")


def position(number: int, plays: int) -> TractorState:
    return state_of(replay(number, 7, RULES), plays)


def only_the_true_world(monkeypatch: pytest.MonkeyPatch, state: TractorState) -> None:
    """Let the true deal be the only one that is drawn."""
    assert state.buried is not None
    piles = [*(state.held[(state.turn + place) % 4] for place in SEATS), state.buried]
    hands = np.array([[pile.masks[:2] for pile in piles]], np.int64)
    monkeypatch.setattr(redealing, "many_worlds", lambda *_: hands)


@pytest.mark.parametrize("plays", [0, 3, 17, 42, 57])
def test_in_the_true_world_the_policy_would_have_made_all_its_own_plays(
    monkeypatch: pytest.MonkeyPatch, plays: int
) -> None:
    for number in range(4):
        state = position(number, plays)
        only_the_true_world(monkeypatch, state)
        records, costs = weighed(state, 1, replace(BELIEFS, call=0), 1, 0, buries=False)
        assert costs.tolist() == [0]
        assert records[0, : PLAYED + 1].tolist() == packed_round(state)[: PLAYED + 1]


def test_the_landlords_cards_are_buried_anew_as_the_policy_has_buried_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(8):
        state = position(number, 1)
        only_the_true_world(monkeypatch, state)
        records, _ = weighed(state, 1, BELIEFS, 1, 0)
        assert records[0, BURIED : BURIED + 2].tolist() == packed_round(state)[BURIED : BURIED + 2]


def test_worlds_hold_all_cards_once_and_the_seats_own_hand() -> None:
    state = position(5, 30)
    worlds = draw(state, 20, BELIEFS, 1, 0)
    assert worlds.counts.sum() == 20
    assert (worlds.counts > 0).all()
    true = packed_round(state)
    own = HANDS + 2 * state.turn
    for record in worlds.records.tolist():
        sizes = [Pile(*record[at : at + 2]).size for at in range(HANDS, BURIED + 2, 2)]
        assert sizes == [*(hand.size for hand in state.held), 8]
        assert record[own : own + 2] == true[own : own + 2]
        assert record[PLAYED] < ALL_PLAYED


def test_worlds_are_the_same_by_the_seed_and_others_by_another() -> None:
    state = position(5, 30)
    first, again, other = (draw(state, 20, BELIEFS, seed, 3) for seed in (1, 1, 2))
    assert (first.records == again.records).all()
    assert (first.counts == again.counts).all()
    assert first.records.shape != other.records.shape or (first.records != other.records).any()
