"""The player of Indian rummy that drops what does not pay: which hands, at which price, and why."""

from __future__ import annotations

import pytest

from suitwise.game import load, play
from suitwise.players import mirrored
from suitwise.players.host import Host
from suitwise.players.named import named
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players.rule_based import (
    DroppingIndianPlayer,
    IndianPlayer,
    expected_points,
    reason_to_drop,
)
from suitwise.rummy.indian.rules import DROP, STOCK
from suitwise.rummy.indian.state import IndianState
from suitwise.testing import Trial

PLAYER = DroppingIndianPlayer()


def dealt(variant: Indian, seed: int) -> IndianState:
    """Return a first turn."""
    state, _ = variant.start().rolled(seed, 0)
    assert isinstance(state, IndianState)
    return state


def test_the_same_view_gives_the_same_legal_move() -> None:
    for states, _ in Trial(Indian(), games=1, seed=2).plays():
        for place, state in enumerate(states):
            if state.turn >= 0:
                assert PLAYER(state) == PLAYER(state.resample(state.turn, 1, place))
                assert PLAYER(state) in state.moves()


def test_a_hand_without_pure_run_and_wild_card_is_dropped_where_that_costs_less_than_it_loses() -> (
    None
):
    states = [dealt(Indian(), seed) for seed in range(40)]
    dropped = [state for state in states if PLAYER(state) == DROP]
    assert 0 < len(dropped) < 20
    for state in dropped:
        assert not any(map(state.rules.is_wild, state.hands[state.seat]))
        assert expected_points(state) < -20
        assert "to drop costs 20" in reason_to_drop(state)
        assert Host(PLAYER).hint(state) == f"drop: {reason_to_drop(state)}"


def test_no_hand_is_dropped_at_a_price_that_none_has_lost() -> None:
    dear = Indian(drop=40)
    assert all(PLAYER(dealt(dear, seed)) != DROP for seed in range(40))


def test_a_hand_in_play_is_dropped_where_a_later_drop_is_cheap() -> None:
    cheap = Indian(drop=35, middle=30)
    records = [play(cheap.start(), PLAYER, seed=seed) for seed in range(12)]
    assert any("drop" in record.moves for record in records)


def test_it_is_named_expected() -> None:
    assert named("expected", load("indian13")).seated(1, 0) == PLAYER
    assert PLAYER(dealt(Indian(), 8)) in (DROP, STOCK, *dealt(Indian(), 8).moves())


@pytest.mark.exhaustive
def test_it_beats_the_rules(exhaustive: bool) -> None:
    deals = 2000 if exhaustive else 40
    found = mirrored(Indian(), PLAYER, IndianPlayer(), deals, seed=11)
    assert found.low > (0 if exhaustive else -6)
