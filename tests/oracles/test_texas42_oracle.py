"""The Texas 42 oracle itself: known answers, worked examples, its two searches side by side."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.oracles import texas42_oracle as oracle
from tests.oracles.texas42_oracle import ALL, Domino, Hands, Position, play, read_domino, read_hand

DATA = Path(__file__).parents[1] / "data" / "texas42"
SOLVED = oracle.read_solved((DATA / "solved_deals.txt").read_text(encoding="ascii"))


def deal(rng: Random, size: int = 7) -> Hands:
    """Deal ``4 * size`` of the dominoes at random."""
    pack = rng.sample(sorted(ALL), 4 * size)
    hands = [frozenset(pack[at : at + size]) for at in range(0, 4 * size, size)]
    return hands[0], hands[1], hands[2], hands[3]


def dominoes(text: str) -> list[Domino]:
    return [read_domino(word) for word in text.split()]


def ending(rng: Random, declaration: str, tricks: int, out: int | None = None) -> Position:
    """Return a position of random play with so many tricks left, one of them perhaps begun."""
    position = Position(declaration, deal(rng), 0 if out != 0 else 1, (), out)
    seats = 4 if out is None else 3
    for _play in range((7 - tricks) * seats + rng.randrange(seats)):
        position = play(position, rng.choice(oracle.legal(position)))[0]
    return position


# ----------------------------------------------------------------------------------- the dominoes


# ------------------------------------------------------------------------------- suits and tricks


@pytest.mark.parametrize(
    ("declaration", "led", "hand", "allowed"),
    [
        ("notrump", "5-3", "5-5,4-3,6-5,3-3", "5-5,6-5"),
        ("5", "5-3", "5-5,4-3,6-5,3-3", "5-5,6-5"),
        ("3", "5-3", "5-5,4-3,6-5,3-3", "3-3,4-3"),
        ("3", "5-4", "5-3,4-3,6-4", "4-3,5-3,6-4"),
        ("3", "5-4", "5-3,4-3,6-5", "6-5"),
        ("doubles", "6-4", "6-6,6-0,1-1", "6-0"),
        ("doubles", "2-2", "6-2,6-0,1-1", "1-1"),
        ("nello-own", "6-4", "6-6,6-0,1-1", "6-0"),
        ("nello-own", "2-2", "6-2,6-0,1-1", "1-1"),
        ("nello-high", "2-2", "6-2,6-0,1-1", "6-2"),
        ("nello-low", "6-4", "6-6,6-0,1-1", "6-0,6-6"),
        ("sevens", "6-4", "6-6,6-0,6-2,4-2,1-1", "4-2,6-0,6-2"),
        ("sevens", "6-4", "6-6,4-3,6-2,4-2,1-1", "4-3"),
    ],
)
def test_what_may_be_played_to_a_lead(declaration: str, led: str, hand: str, allowed: str) -> None:
    found = oracle.playable(read_hand(hand), read_domino(led), declaration)
    assert oracle.show_hand(found) == allowed


@pytest.mark.parametrize(
    ("declaration", "trick", "winner"),
    [
        ("notrump", "5-3 6-5 5-5 6-6", 2),
        ("3", "5-4 6-5 3-0 5-5", 2),
        ("3", "6-3 3-3 5-3 6-6", 1),
        ("3", "6-0 4-4 5-5 1-1", 0),
        ("doubles", "6-4 6-5 0-0 6-2", 2),
        ("doubles", "0-0 1-1 6-5 5-5", 3),
        ("nello-own", "6-3 6-6 6-0 5-5", 0),
        ("nello-own", "3-3 6-6 6-3 5-5", 1),
        ("nello-inverted", "3-3 6-6 6-3 0-0", 3),
        ("nello-high", "6-3 6-6 6-5 5-5", 1),
        ("nello-low", "6-3 6-6 6-0 5-5", 0),
        ("nello-low", "6-6 6-0 5-5", 1),
        ("nello-low", "0-0 1-0 2-0", 2),
        ("nello-own", "6-0 6-1 5-5", 1),
        ("sevens", "6-4 4-2 6-2 6-5", 1),
        ("sevens", "6-4 5-2 6-2 4-3", 1),
    ],
)
def test_who_wins_a_trick(declaration: str, trick: str, winner: int) -> None:
    assert oracle.winning(dominoes(trick), declaration) == winner


# ----------------------------------------------------------------------------- contracts and scores


# ------------------------------------------------------------------------------------ known answers


# Deals that the search solves soon; `make test-all` solves all 549.
LIGHT = (98, 140, 378)


@pytest.mark.exhaustive
def test_a_solved_deal_and_its_ending_after_best_play(exhaustive: bool) -> None:
    # Best play by all four up to the last four tricks keeps the value, and the plain search,
    # which knows no bounds, agrees about the ending and all of its leads.
    for number in LIGHT if exhaustive else LIGHT[:1]:  # by default the lightest
        position, value = SOLVED[number]
        search = oracle.Search(position.declaration)
        took = 0
        for domino in oracle.best_line(position, 12, search):
            position, trick = play(position, domino)
            took += 0 if trick is None else oracle.gain_of_side_0(trick)
        assert took + oracle.points_value(position) == value
        assert oracle.points_of_moves(position) == oracle.solve_moves(position, search)


# ------------------------------------------------------------------------------------- the searches


# ------------------------------------------------------------------------------------ hidden worlds


# -------------------------------------------------------------------------------- reneges and claims
