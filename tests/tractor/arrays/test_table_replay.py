"""Random matches to their end: no card is lost, no promise of the contract is broken."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.game import CHANCE, OVER, load, move_at
from suitwise.tractor import TractorState
from suitwise.tractor.arrays.batch import play_rounds, replay, state_of
from suitwise.tractor.moves import DECK
from suitwise.tractor.rules.deck import EMPTY, sum_of
from suitwise.tractor.rules.levels import PAST_ACE, outcome_of
from suitwise.tractor.rules.profile import STANDARD

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
            assert end.levels[end.current_landlord & 1] == 12
            assert end.returns()[end.current_landlord] == 1


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


# --- In batches -----------------------------------------------------------------------------------

BATCHED, BATCHED_SAMPLE = 10_000, 300
_MOST_DEALS = 400
"""More than any match of these takes."""
_LOOKED_AT = 1_000
"""One deal in so many is played again by the game."""


@pytest.mark.exhaustive
def test_random_matches_in_batches_come_to_their_end(exhaustive: bool) -> None:
    matches = BATCHED if exhaustive else BATCHED_SAMPLE
    levels = np.zeros((matches, 2), np.int64)
    landlords = np.arange(matches) % 4
    going = np.arange(matches)
    seen = 0
    for seed in range(_MOST_DEALS):
        if not len(going):
            break
        seen += played_on(seed, going, levels, landlords)
        going = going[levels[going].max(axis=1) < PAST_ACE]
    assert not len(going)
    assert (levels.max(axis=1) == PAST_ACE).all()
    assert (levels.min(axis=1) < PAST_ACE).all()
    assert seen >= 5


def played_on(
    seed: int, going: NDArray[np.int64], levels: NDArray[np.int64], landlords: NDArray[np.int64]
) -> int:
    """Play a deal of every match that goes on; return how many the game has played again."""
    lords = landlords[going].tolist()
    ranks = [int(levels[match, lord & 1]) for match, lord in zip(going, lords, strict=True)]
    played = play_rounds(len(going), seed, ranks=ranks, landlords=lords)
    assert (played.cards == 100).all()
    for at, (match, lord) in enumerate(zip(going, lords, strict=True)):
        before = int(levels[match, 0]), int(levels[match, 1])
        outcome = outcome_of(before, lord, int(played.points[at]), STANDARD)
        levels[match], landlords[match] = outcome.ranks, outcome.next_landlord
    looked_at = range(seed * 7 % _LOOKED_AT, len(going), _LOOKED_AT)
    for at in looked_at:
        game = replay(at, seed, ranks=ranks, landlords=lords)
        assert state_of(game).points == game.points == played.points[at]
    return len(looked_at)
