"""Hidden dominoes dealt anew, at any point of a game."""

from __future__ import annotations

import pytest

from suitwise.game import load, play
from suitwise.players.named import named
from suitwise.texas42.hidden import redealt
from suitwise.texas42.rules.dominoes import ALL
from suitwise.texas42.state import Texas42State


@pytest.mark.parametrize("variant", ["texas42(match=hand)", "texas42(match=hand,nello=any)"])
def test_a_seat_keeps_its_hand_and_all_others_draw_from_what_it_does_not_see(variant: str) -> None:
    game = load(variant)
    differs = 0
    for state in play(game.start(), named("random", game).seated(1, 0), seed=5).states():
        assert isinstance(state, Texas42State)
        for seat in range(4):
            world = redealt(state, seat, 7, seat)
            assert world.dealt[seat] == state.dealt[seat]
            sizes = [hand.bit_count() for hand in world.dealt]
            assert sizes == [hand.bit_count() for hand in state.dealt]
            held = 0
            for hand in world.dealt:
                assert hand & held == 0
                held |= hand
            assert held & ~ALL == 0
            differs += world.dealt != state.dealt
    assert differs > 40
