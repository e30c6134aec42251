"""Claims of Texas 42 as plays go on, and the lines that refute them, against every line of play."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from suitwise.foundation.seating import partner, side
from suitwise.texas42 import Domino, Position, dominoes_of
from suitwise.texas42.rules.contracts import is_nello
from suitwise.texas42.solve.solver import LaidDown, claim_of, refutation
from tests.texas42.positions import FOUR_SEATS, THREE_SEATS, random_position


@cache
def least_and_most(position: Position, mine: int, by_points: bool) -> tuple[int, int]:
    """Return the least and the most that a side takes from here on, over every line of play."""
    if position.over:
        return 0, 0
    found = []
    for domino in dominoes_of(position.legal()):
        after, done = position.with_play(Domino(domino))
        more = 0
        if done is not None and side(done.winner) == mine:
            more = done.points if by_points else 1
        low, high = least_and_most(after, mine, by_points)
        found.append((low + more, high + more))
    return min(low for low, _ in found), max(high for _, high in found)


def check_refutation(position: Position, claim: LaidDown, amount_left: str) -> None:
    """Play a refutation out: the claim is open before its last play, and lost after it."""
    line, taken = refutation(position, claim), 0
    for number, domino in enumerate(line):
        assert domino in dominoes_of(position.legal())
        if amount_left == "nello":
            assert not (claim.unit == "loss" and taken)
        else:
            assert claim.need - taken <= getattr(position, amount_left), (number, line)
        position, taken = claim.after(position, domino, taken)
    if amount_left == "nello":
        assert taken if claim.unit == "loss" else position.over and not taken
    else:
        assert claim.need - taken > getattr(position, amount_left)


@pytest.mark.parametrize("unit", ["tricks", "points"])
def test_a_false_claim_fails_on_a_line_that_ends_as_soon_as_too_little_is_left(unit: str) -> None:
    rng, refuted = Random(11), 0
    declarations = [one for one in FOUR_SEATS if not is_nello(one)]
    for number in range(60):
        declaration = declarations[number % len(declarations)]
        position = random_position(rng, 2, declaration, False, mid_trick=number % 2 == 0)
        seat = rng.randrange(4)
        all_left = position.points_left if unit == "points" else position.tricks_left
        for amount in {0, 1, all_left // 2, all_left}:
            claim = claim_of(position, seat, unit, amount)
            low, _ = least_and_most(position, side(seat), unit == "points")
            if low >= amount:
                assert claim.holds(position)
            if not claim.holds(position):
                assert low < amount
                check_refutation(position, claim, f"{unit}_left")
                refuted += 1
            assert claim.holds(position, amount)
            assert not claim_of(position, seat, unit, all_left + 1).holds(position)
    assert refuted > 30


def test_nello_s_claims_are_of_the_contract() -> None:
    rng, refuted = Random(12), 0
    for number in range(60):
        declaration = THREE_SEATS[number % len(THREE_SEATS)]
        position = random_position(rng, 2, declaration, True, mid_trick=number % 2 == 0)
        bidder = partner(position.out)
        for seat in {0, 1, 2, 3} - {position.out}:
            claim = claim_of(position, seat, "points", 40)
            assert (claim.unit, claim.side) == (
                "loss" if seat == bidder else "trick",
                side(bidder),
            )
            low, high = least_and_most(position, side(bidder), False)
            if high == 0 or low > 0:
                assert claim.holds(position) == ((high == 0) == (seat == bidder))
            assert claim.holds(position, 1) == (seat != bidder)
            if not claim.holds(position):
                check_refutation(position, claim, "nello")
                refuted += 1
    assert refuted > 30
