"""How long a decision is thought about: so many worlds, or lots of them until the time is over."""

from __future__ import annotations

import pytest

from suitwise.tractor import Tractor
from suitwise.tractor.hidden import redealing
from suitwise.tractor.players import bids_and_burials, worlds
from suitwise.tractor.players.monte_carlo import MonteCarlo
from tests.foundation.times import Times
from tests.tractor.players.test_rule_based import positions

DRAWS = {
    "bid": (bids_and_burials, "_bid_worlds", 1),
    "bury": (redealing, "many_worlds", 2),
    "play": (worlds, "draw", 1),
}
"""What draws worlds for a decision, and which of its arguments says how many."""


@pytest.mark.parametrize("seconds", [0.01, 0.1])
@pytest.mark.parametrize("phase", ["bid", "bury", "play"])
def test_a_player_given_a_time_keeps_to_it(
    monkeypatch: pytest.MonkeyPatch, phase: str, seconds: float
) -> None:
    times = Times(monkeypatch)
    module, name, at = DRAWS[phase]
    monkeypatch.setattr(module, name, times.costing(getattr(module, name), 0.001, at))
    asked = (one for one in positions(Tractor(match="deal"), 5) if one.phase == phase)
    for state in [one for one in asked if one.turn >= 0 and len(one.moves()) > 1][::20]:
        since = times.now
        MonteCarlo(seconds=seconds).evaluated(state)
        assert 0 < times.now - since <= 1.3 * seconds
