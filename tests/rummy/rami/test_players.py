"""Players of rami: legal moves, no more seen than the seat sees, rules better than greed."""

from __future__ import annotations

from typing import Any

import pytest

from suitwise.game import CHANCE, OVER, State, play
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.players.rule_based import GreedyRamiPlayer, RamiPlayer
from suitwise.rummy.rami.rules.house import HOUSES
from tests.rummy.rami.records import moves_alike

PLAYERS = GreedyRamiPlayer(), RamiPlayer()


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: type(player).__name__)
@pytest.mark.parametrize("house", HOUSES)
def test_deals_are_played_to_their_end(house: str, player: Any) -> None:
    record = play(Rami(house, seats=3, deals=1).start(), player, seed=2)
    assert sum(won != 0 for won in record.returns) >= 2
    assert len(record.moves) < 600


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: type(player).__name__)
def test_a_player_moves_alike_in_worlds_that_its_seat_can_t_tell_apart(player: Any) -> None:
    moves_alike(Rami("romme", deals=1), player)


def led(house: str, deals: int) -> list[float]:
    """Return by how much ``RamiPlayer`` was ahead in each pair of mirrored deals, per deal."""
    found = []
    for seed in range(deals):
        lead = 0.0
        for seat in (0, 1):
            players = PLAYERS if seat else PLAYERS[::-1]
            state: State[Any] = Rami(house, deals=1).start()
            index = 0
            while state.turn != OVER:
                if state.turn == CHANCE:
                    state, index = state.rolled(seed, 0, index)
                else:
                    state = state.after(players[state.turn](state))
            won = state.returns()
            lead += (won[seat] - won[1 - seat]) / 2
        found.append(lead)
    return found


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", ["rami51", "rami71", "romme"])
def test_rules_beat_greed(house: str, exhaustive: bool) -> None:
    """Play 10 mirrored deals by default, 150 under --exhaustive, where the interval excludes zero."""
    leads = led(house, 150 if exhaustive else 10)
    mean = sum(leads) / len(leads)
    spread = (sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads)) ** 0.5
    assert mean > (1.96 * spread if exhaustive else -30)
