"""Worlds weighed by what the others did: certain of the policy's own decisions, the same by the seed."""

from __future__ import annotations

import numpy as np
import pytest

from suitwise.foundation.seating import SEATS
from suitwise.tractor import Pile, TractorState
from suitwise.tractor.arrays.batch import replay
from suitwise.tractor.arrays.packed import ALL_PLAYED, BURIED, HANDS, PLAYED
from suitwise.tractor.arrays.positions import packed, state_of
from suitwise.tractor.players.search import worlds as module
from suitwise.tractor.players.search.worlds import Beliefs, draw, kept, weighed

RULES = ("rules", "rules")


def position(number: int, plays: int) -> TractorState:
    return state_of(replay(number, 7, RULES), plays)


def only_the_true_world(monkeypatch: pytest.MonkeyPatch, state: TractorState) -> None:
    """Let the true deal be the only one that is drawn."""
    assert state.buried is not None
    piles = [*(state.held[(state.turn + place) % 4] for place in SEATS), state.buried]
    hands = np.array([[pile.masks[:2] for pile in piles]], np.int64)
    monkeypatch.setattr(module, "many_worlds", lambda *_: hands)


@pytest.mark.parametrize("plays", [0, 3, 17, 42, 57])
def test_in_the_true_world_the_policy_would_have_made_all_its_own_plays(
    monkeypatch: pytest.MonkeyPatch, plays: int
) -> None:
    for number in range(4):
        state = position(number, plays)
        only_the_true_world(monkeypatch, state)
        records, costs = weighed(state, 1, Beliefs(bid=0, burial=0), 1, 0)
        assert costs.tolist() == [0]
        assert records[0, : PLAYED + 1].tolist() == packed(state)[: PLAYED + 1]


def test_the_landlords_cards_are_buried_anew_as_the_policy_has_buried_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(8):
        state = position(number, 1)
        only_the_true_world(monkeypatch, state)
        records, _ = weighed(state, 1, Beliefs(), 1, 0)
        assert records[0, BURIED : BURIED + 2].tolist() == packed(state)[BURIED : BURIED + 2]


def test_worlds_hold_all_cards_once_and_the_seats_own_hand() -> None:
    state = position(5, 30)
    worlds = draw(state, 20, Beliefs(), 1, 0)
    assert worlds.counts.sum() == 20
    assert (worlds.counts > 0).all()
    true = packed(state)
    own = HANDS + 2 * state.turn
    for record in worlds.records.tolist():
        sizes = [Pile(*record[at : at + 2]).size for at in range(HANDS, BURIED + 2, 2)]
        assert sizes == [*(hand.size for hand in state.held), 8]
        assert record[own : own + 2] == true[own : own + 2]
        assert record[PLAYED] < ALL_PLAYED


def test_worlds_are_the_same_by_the_seed_and_others_by_another() -> None:
    state = position(5, 30)
    first, again, other = (draw(state, 20, Beliefs(), seed, 3) for seed in (1, 1, 2))
    assert (first.records == again.records).all()
    assert (first.counts == again.counts).all()
    assert first.records.shape != other.records.shape or (first.records != other.records).any()


def test_likelier_worlds_are_kept_more_often_each_within_one_of_its_share() -> None:
    weights = np.array([5, 1, 0, 14, 3], np.int64) << 30
    for number in (0, 1 << 20, (1 << 40) - 1):
        counts = kept(weights, 10, number)
        assert counts.sum() == 10
        assert (abs(counts - 10 * weights / weights.sum()) < 1).all()
