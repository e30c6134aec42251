"""Claims of all tricks that are left: held against brute force, and refuted by plays of the game."""

from __future__ import annotations

from collections import Counter

import pytest

from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.seating import side
from suitwise.tractor import Tractor, TractorState, claim_refuted, claim_stands
from tests.oracles.tractor_endings import Ending, House, takes_all
from tests.oracles.tractor_table_oracle import read_cards, read_trump
from tests.tractor.solve.test_solver import endings


def as_ending(state: TractorState) -> Ending:
    """Return a position as the oracle has it."""
    one, two, three, four = (read_cards(str(hand)) if hand.once else () for hand in state.held)
    table = state.tricks[-1]
    return Ending(
        read_trump(str(state.trump)),
        (one, two, three, four),
        read_cards(str(state.buried)),
        state.current_landlord,
        table.leader,
        tuple(read_cards(str(play)) for play in table.plays),
    )


def test_a_claim_is_ruled_as_brute_force_rules_it_and_refuted_by_legal_plays() -> None:
    found = Counter[bool]()
    for seed in range(24):
        for state in endings(seed, 2):
            if state.phase != "play":
                continue
            for claimant in range(4):
                stands = claim_stands(state, claimant)
                assert stands == takes_all(as_ending(state), claimant, House())
                found[stands] += 1
                line = claim_refuted(state, claimant)
                assert (line is None) == stands
                if line is not None:
                    assert_refutes(state, claimant, line)
    assert min(found[True], found[False]) > 100


def assert_refutes(state: TractorState, claimant: int, line: tuple[object, ...]) -> None:
    """Hold that a line is played by the rules, and that its last trick alone goes to the others."""
    lost = []
    for move in line:
        number = len(state.tricks) - 1
        state = state.after(str(move))
        trick = state.tricks[number]
        if trick.is_whole:
            lost.append(side(state.winner_of(trick)) != side(claimant))
    assert lost == [*[False] * (len(lost) - 1), True]


def test_a_claim_is_made_of_few_cards_while_they_are_played() -> None:
    early, _ = Tractor(match="deal").start().rolled(1, 0)
    with pytest.raises(IllegalPosition, match="while cards are played, not in the phase bid"):
        claim_stands(early, 0)
    large = next(
        state for state in endings(3, 8) if state.phase == "play" and state.held[0].size > 5
    )
    with pytest.raises(IllegalPosition, match="cards: claims of at most 5 cards a hand are ruled"):
        claim_refuted(large, 0)
    small = next(state for state in endings(3, 3) if state.phase == "play")
    with pytest.raises(SuitwiseError, match="allow a higher effort"):
        claim_stands(small, small.turn, effort=1)
    with pytest.raises(SuitwiseError):
        claim_stands(small, 4)
