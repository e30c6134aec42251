"""The rules of one trick: who wins so far and what it is worth, as the oracle says."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.foundation.arrays.compiled import machine
from suitwise.texas42.rules.dominoes import (
    N_DOMINOES,
    domino_on,
    table_with,
    trick_points,
    winner_so_far,
    winning_place,
)
from tests.oracles import texas42_oracle as oracle
from tests.texas42.positions import FOUR_SEATS, pair


@pytest.mark.parametrize("declaration", FOUR_SEATS)
def test_the_winner_so_far_and_the_points_are_the_oracles(declaration: int) -> None:
    random = Random(declaration)
    for number in range(200):
        dominoes = random.sample(range(N_DOMINOES), 1 + number % 4)
        pairs = tuple(map(pair, dominoes))
        place = oracle.winning(pairs, oracle.DECLARATIONS[declaration])
        assert winning_place(dominoes, declaration) == place
        assert trick_points(dominoes) == oracle.trick_points(pairs)
        table, placed = table_with(dominoes), len(dominoes)
        assert [domino_on(table, at) for at in range(placed)] == dominoes
        so_far = place, oracle.trick_points(pairs)
        assert winner_so_far(table, placed, declaration) == so_far
        assert machine(winner_so_far)(table, placed, declaration) == so_far


def test_what_is_not_played_yet_wins_nothing_and_is_worth_nothing() -> None:
    table = table_with([24, 27, 15])
    found = [winner_so_far(table, placed, 5) for placed in (1, 2, 3)]
    assert found == [(0, 1), (1, 1), (2, 6)]
