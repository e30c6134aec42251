"""How long a decision is thought about: so many worlds, or lots of them until the time is over."""

from __future__ import annotations

import pytest

from suitwise.foundation.clock import Clock
from suitwise.tractor import Tractor
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.search import auctions, burials, judging
from suitwise.tractor.players.search.judging import Thinking, lots_in_all
from tests.foundation.times import Times
from tests.tractor.players.test_rule_based import positions

DRAWS = {"bid": (auctions, "_worlds"), "bury": (burials, "_worlds"), "play": (judging, "draw")}


@pytest.mark.parametrize("seconds", [0.01, 0.1])
@pytest.mark.parametrize("phase", ["bid", "bury", "play"])
def test_a_player_given_a_time_keeps_to_it(
    monkeypatch: pytest.MonkeyPatch, phase: str, seconds: float
) -> None:
    times = Times(monkeypatch)
    module, name = DRAWS[phase]
    monkeypatch.setattr(module, name, times.costing(getattr(module, name), 0.001))
    asked = (one for one in positions(Tractor(match="deal"), 5) if one.phase == phase)
    for state in [one for one in asked if one.turn >= 0 and len(one.moves()) > 1][::20]:
        since = times.now
        MonteCarlo(seconds=seconds).judged(state)
        assert 0 < times.now - since <= 1.3 * seconds


def test_bids_and_burials_take_no_more_worlds_than_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Times(monkeypatch)
    for given in (Clock(), Clock(1.0)):
        assert sum(lots_in_all(Thinking(100, given, None, 0, 1))) == 100
