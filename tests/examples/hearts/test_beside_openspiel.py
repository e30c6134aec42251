"""Hearts beside OpenSpiel's own, in C++: the same legal cards at every decision, and the same points."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

from hearts.game import Hearts
from suitwise.cards import Card

RANKS = "23456789TJQKA"
DIRECTIONS = {"hold": 0, "left": 1, "across": 2, "right": 3}
SAMPLE = 25
"""Deals of each kind, 200 in all; in full 250, 2,000 in all."""


def theirs(queen_breaks: bool) -> Any:
    """Return OpenSpiel's game with the rules of ours."""
    return pyspiel.load_game(
        "hearts",
        {
            "pass_cards": True,
            "no_pts_on_first_trick": True,
            "can_lead_any_club": False,
            "jd_bonus": False,
            "avoid_all_tricks_bonus": False,
            "must_break_hearts": True,
            "qs_breaks_hearts": queen_breaks,
            "can_lead_hearts_instead_of_qs": False,
        },
    )


def number_of(card: Card) -> int:
    """Return OpenSpiel's number of a card: by rank, and of a rank clubs, diamonds, hearts, spades."""
    text = str(card)
    return 4 * RANKS.index(text[1]) + "CDHS".index(text[0])


@pytest.mark.exhaustive
@pytest.mark.parametrize("queen_breaks", [False, True])
@pytest.mark.parametrize("passing", DIRECTIONS)
def test_openspiel_allows_the_same_cards_and_scores_the_same(
    passing: str, queen_breaks: bool, exhaustive: bool
) -> None:
    game = Hearts(points=0, passing=passing, queen_breaks=queen_breaks)
    other = theirs(queen_breaks)
    rng = Random(f"{passing} {queen_breaks}")
    for _ in range(250 if exhaustive else SAMPLE):
        ours, beside = game.start(), other.new_initial_state()
        beside.apply_action(DIRECTIONS[passing])
        while ours.moves():
            numbers = {number_of(card): card for card in ours.moves()}
            assert sorted(numbers) == sorted(beside.legal_actions()), str(ours)
            if ours.turn >= 0:  # their first player is the dealer's left here
                assert beside.current_player() == (ours.turn - 1) % 4
            number = rng.choice(sorted(numbers))
            ours = ours.after(numbers[number])
            beside.apply_action(number)
        assert beside.is_terminal()
        # They return 26 less the points.
        assert [
            26 + score for score in (*ours.returns()[1:], ours.returns()[0])
        ] == beside.returns()
