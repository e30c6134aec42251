"""Islands: what the seed draws on its grid."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from suitwise.rummy import Hand, Rules, deadwood, islands, melding
from suitwise.rummy.rules.hand import candidates, suits_held
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import hands, oracle_hand, oracle_rules, plain_rules, some_hand

HAND_A = "3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"
ISLAND = "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"


def test_the_seeds_hand_has_three_islands_and_one_that_melds() -> None:
    found = islands(Hand.of(HAND_A))
    assert [len(island) for island in found] == [12, 1, 3]
    assert found[0] == Hand.of(ISLAND)
    assert [str(island) for island in found[1:]] == ["D9", "DJ DQ CJ"]
    # The four of diamonds lies in no meld.
    assert islands(Hand.of(HAND_A), pruned=True) == (Hand.of(ISLAND).minus(28),)


@pytest.mark.parametrize("pruned", [False, True])
def test_islands_are_the_oracles(pruned: bool, exhaustive: bool) -> None:
    """20,000 hands of any ace; a sample of 300."""
    rng = Random(4)
    for _ in range(20_000 if exhaustive else 300):
        hand = some_hand(rng, plain_rules(rng), 7, 20)
        known = oracle.islands(oracle_hand(hand), oracle_rules(hand.rules), pruned=pruned)
        found = [tuple(sorted(oracle_hand(island))) for island in islands(hand, pruned=pruned)]
        assert sorted(found) == known


def test_jokers_lie_on_no_island_and_wild_ranks_on_their_own_cells() -> None:
    found = islands(Hand.of("JK H7 H8", Rules(jokers=1, wild="7")))
    assert [str(island) for island in found] == ["H7 H8"]


def test_a_rank_is_held_in_as_many_suits_as_there_are_however_many_copies() -> None:
    counts = Hand.of("S7 S7 H7 C8 S9 H9 D9 C9").counts
    assert [suits_held(counts, rank) for rank in (6, 7, 8, 9)] == [0, 2, 1, 4]


@given(hands(Rules(decks=2, ace="both")))
def test_melding_cards_are_those_of_the_candidates(hand: Hand) -> None:
    cards = {card for meld in candidates(hand) for card in meld.cards}
    assert set(melding(hand).cards) == cards


@pytest.mark.parametrize("pruned", [False, True])
@settings(max_examples=25)
@given(hand=hands(Rules(), most=16))
def test_the_best_of_a_hand_is_the_best_of_its_islands(pruned: bool, hand: Hand) -> None:
    parts = islands(hand, pruned=pruned)
    dropped = hand.points - sum(part.points for part in parts)
    assert deadwood(hand)[0] == dropped + sum(deadwood(part)[0] for part in parts)
