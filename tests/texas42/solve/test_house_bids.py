"""What the contracts of a house bring on a hand, deal by deal as the solver has it."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.texas42 import (
    Knowledge,
    Position,
    dominoes_of,
    loses_all,
    mask_of,
    reaches,
    sample_worlds,
)
from suitwise.texas42.rules.dominoes import NELLO, SEVENS
from suitwise.texas42.rules.position import as_hands
from suitwise.texas42.solve.bidding import STRAIGHT, HouseBid, house_bids
from suitwise.texas42.variant import Texas42Variant

ALL = Texas42Variant(nello="any", sevens=True, plunge=True, splash=True)
DOUBLES = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
NEAR_SEVEN = "6-1 5-2 4-3 6-2 5-3 4-4 5-1"


def chances(hand: str, house: Texas42Variant = ALL, worlds: int = 6) -> dict[str, float]:
    return {bid.name: bid.chance for bid in house_bids(hand, house, worlds, seed=2)}


def test_every_deal_counts_as_the_solver_has_it() -> None:
    rng = Random(5)
    for _ in range(2):
        hand = mask_of(
            [0, *rng.sample([n for n in range(28) if n not in (0, 2, 5, 9)], 3), 2, 5, 9]
        )
        dealt = sample_worlds(Knowledge(0, hand), 4, seed=7)
        found = {bid.name: bid.made for bid in house_bids(dominoes_of(hand), ALL, 4, seed=7)}
        starts = [as_hands(hands) for hands in dealt.tolist()]
        lost = [loses_all(Position(NELLO, hands, 0, out=2)) for hands in starts]
        run = [reaches(Position(SEVENS, hands, 0), 0, 42) for hands in starts]
        led = [
            any(reaches(Position(trumps, hands, 2), 0, 42) for trumps in STRAIGHT)
            for hands in starts
        ]
        assert (found["nello"], found["sevens"]) == (sum(lost), sum(run))
        assert found["splash"] == found["plunge"] == sum(led)


def test_hands_that_can_not_fail_never_do() -> None:
    assert chances(DOUBLES)["plunge"] == 1
    assert chances(NEAR_SEVEN)["sevens"] == 1
    low = chances("0-0 1-0 2-0 3-0 4-0 5-0 6-0")
    assert low["nello-inverted"] <= low["nello"]


def test_what_the_house_and_the_hand_allow_is_asked_and_nothing_else() -> None:
    nellos = ["nello", "nello-inverted", "nello-high", "nello-low"]
    assert set(chances(DOUBLES, worlds=1)) == {*nellos, "sevens", "plunge", "splash"}
    assert set(chances("0-0 1-1 2-2 6-5 6-4 6-3 6-2", worlds=1)) == {*nellos, "sevens", "splash"}
    assert set(chances("0-0 1-1 6-5 6-4 6-3 6-2 6-1", worlds=1)) == {*nellos, "sevens"}
    assert set(chances(DOUBLES, Texas42Variant(nello="high"), 1)) == {"nello-high"}
    assert chances(DOUBLES, Texas42Variant(), 1) == {}
    assert set(chances(DOUBLES, Texas42Variant(plunge=True, splash=True, cap=3), 1)) == {"splash"}


def test_the_parts_of_a_sample_are_those_of_the_whole() -> None:
    whole = house_bids(NEAR_SEVEN, ALL, 6, seed=3)
    parts = [house_bids(NEAR_SEVEN, ALL, 3, seed=3, first=first) for first in (0, 3)]
    assert [bid.made for bid in whole] == [
        sum(bid.made for bid in each) for each in zip(*parts, strict=True)
    ]
    assert HouseBid("nello", 0, 5).error == 0


def test_what_is_no_hand_and_no_house_is_refused() -> None:
    with pytest.raises(IllegalPosition, match="a hand has 7 dominoes, not 1"):
        house_bids("6-6", ALL)
    with pytest.raises(SuitwiseError, match="worlds"):
        house_bids(DOUBLES, ALL, 0)
    with pytest.raises(TypeError, match="house"):
        house_bids(DOUBLES, "texas42")  # type: ignore[arg-type]
