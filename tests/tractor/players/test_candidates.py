"""The plays that are tried: legal, the policy's among them, and those that a player would think of."""

from __future__ import annotations

from suitwise.tractor import Tractor
from suitwise.tractor.players.plays import FEW, MOST, candidates_of
from suitwise.tractor.players.replies import SeatView
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.profile import NAMED
from tests.tractor.players.test_rule_based import positions


def test_candidates_are_legal_and_different_and_few_in_every_house() -> None:
    replied = thrown = 0
    for name in NAMED:
        for state in positions(Tractor(match="deal", profile=name), 3):
            if state.phase != "play":
                continue
            found = candidates_of(SeatView(state))
            moves = {move.pile for move in state.moves()} if len(state.moves()) < 5000 else None
            assert found
            assert len(set(found)) == len(found) < 3 * MOST
            assert all((play in state.duty.plays if state.duty else True) for play in found)
            assert moves is None or set(found) <= moves
            if state.duty is not None and len(state.moves()) <= min(FEW, MOST):
                assert len(found) == len(state.moves())
                replied += 1
            chain = state.profile.chain_mask(state.trump.main_index)
            thrown += sum(len(parts_of(play, state.trump, chain)) > 1 for play in found[:1])
    assert replied > 100


def test_a_leader_tries_every_single_pair_and_tractor_of_a_short_hand_and_its_throws() -> None:
    state = next(
        state
        for state in positions(Tractor(match="deal"), 2, TractorPlayer(throws=False))
        if state.phase == "play" and state.duty is None and state.held[state.turn].size == 6
    )
    found = candidates_of(SeatView(state))
    hand = state.held[state.turn]
    assert {card for play in found if play.size == 1 for card in play} == set(hand)
