"""Random matches to their end: no card is lost, no promise of the contract is broken."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.game import CHANCE, OVER, load, move_at
from suitwise.tractor.piles import EMPTY, sum_of
from suitwise.tractor.seats import DECK
from suitwise.tractor.state import TractorState

PARTS = range(10)
"""The matches are played in parts, so that several processes can share them."""
MATCHES, SAMPLE = 10_000, 10
PROFILES = ("standard", "rbtying", "jerryyyu", "duan", "standard(defend=5TKA,penalty=10)")
VARIANT = "tractor(profile={})"


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", PARTS)
def test_random_matches_come_to_their_end(part: int, exhaustive: bool) -> None:
    each = (MATCHES if exhaustive else SAMPLE) // len(PARTS)
    for number in range(part * each, (part + 1) * each):
        end = played(VARIANT.format(PROFILES[number % len(PROFILES)]), number)
        assert end.outcome is not None
        assert sorted(end.returns()) == [-1, -1, 1, 1]
        if "A" in end.profile.defend:
            assert end.levels[end.lord & 1] == 12
            assert end.returns()[end.lord] == 1


def played(variant: str, seed: int) -> TractorState:
    """Play a match with moves drawn uniformly among the legal ones."""
    state, index = load(variant).start().rolled(seed, 0)
    choose = Random(seed)
    while state.turn != OVER:
        moves = state.moves()
        state = state.after(move_at(moves, choose.randrange(len(moves))))
        assert isinstance(state, TractorState)
        if state.phase == "end":
            check_deal(state)
        if state.turn == CHANCE:
            state, index = state.rolled(seed, 0, index)
    assert isinstance(state, TractorState)
    return state


def check_deal(end: TractorState) -> None:
    """See that every card has been played or buried, and every seat has played 25."""
    assert end.buried is not None
    plays = [play for trick in end.tricks for play in trick.plays]
    assert sum_of([*plays, end.buried], packs=2) == DECK
    assert end.held == (EMPTY,) * 4
    assert sum(play.size for play in plays) == 100
    assert all(len({play.size for play in trick.plays}) == 1 for trick in end.tricks)
