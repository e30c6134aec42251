"""The rule-based player of Texas 42: sees its seat alone, plays every house's game, beats chance."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean, stdev
from typing import Any

import pytest

from suitwise.game import play
from suitwise.players import RandomPlayer
from suitwise.texas42 import Texas42
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.contracts import MADE
from suitwise.texas42.state import Texas42State

HAND = Texas42(match="hand")
HOUSE = Texas42(
    match="hand", forced=True, nello="any", plunge=True, splash=True, sevens=True, play_out=True
)
PLAYER = Texas42Player()


def test_it_does_not_outbid_its_partner() -> None:
    for deal in range(60):
        state, _ = HAND.start().rolled(7, deal)
        while isinstance(state, Texas42State) and state.phase == "call":
            if state.bidder >= 0 and (state.bidder - state.turn) % 4 == 2:
                assert str(PLAYER(state)) == "pass"
            state = state.after(PLAYER(state))


def seated(side: int) -> Callable[[Any], Any]:
    """Seat the player on a side, chance on the other."""
    random = RandomPlayer(1)
    return lambda state: (PLAYER if state.turn % 2 == side else random)(state)


@pytest.mark.exhaustive
def test_it_beats_chance_on_mirrored_deals(exhaustive: bool) -> None:
    samples = []
    for deal in range(1000 if exhaustive else 40):
        here = play(HOUSE.start(), seated(0), 5, deal).returns[0]
        there = play(HOUSE.start(), seated(1), 5, deal).returns[1]
        samples.append((here + there) / 2)
    assert fmean(samples) > 4 * stdev(samples) / len(samples) ** 0.5


@pytest.mark.exhaustive
def test_it_makes_what_it_bids_about_as_often_as_not(exhaustive: bool) -> None:
    made, hands = 0, 1000 if exhaustive else 150
    for deal in range(hands):
        *_, end = play(Texas42(match="hand", forced=True).start(), PLAYER, 9, deal).states()
        assert isinstance(end, Texas42State)
        assert end.play is not None
        made += end.play.result == MADE
    assert 0.45 * hands < made < 0.7 * hands
