"""Burials that are searched: legal, and better in the worlds that they are tried in."""

from __future__ import annotations

from suitwise.tractor import Tractor
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.rules.levels import KITTY
from tests.tractor.players.test_rule_based import positions


def test_the_burial_is_legal_and_no_worse_than_the_one_it_began_with() -> None:
    for seed in range(3):
        state = next(one for one in positions(Tractor(match="deal"), seed) if one.phase == "bury")
        found = MonteCarlo(worlds=12, seed=1).evaluated(state)
        assert found.move in state.moves()
        assert found.move.pile.size == KITTY
        assert found.race.mean(found.race.best) >= found.race.mean(0)
