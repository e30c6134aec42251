"""Spades beside OpenSpiel's own, in C++: the same legal cards at every decision, and the same points.

In OpenSpiel two partners may bid no more than 13 together, and spades are not led while there is
anything else: it never notes that they are broken. The deals here keep to its bids and leads.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

from spades.game import Spades

FIRST_SPADE = 39
RANKS = "23456789TJQKA"
BIDS = {"nil and little": 4, "any": 14}
"""How many of the bids are made, from nil on."""
SAMPLE = 60
"""Deals of each kind; in full ten times as many."""


def theirs() -> Any:
    """Return OpenSpiel's game as a single deal, without what it adds for a game won or given up."""
    return pyspiel.load_game("spades(use_mercy_rule=False,win_threshold=10000)")


def number_of(move: object) -> int:
    """Return OpenSpiel's number of a move: clubs, diamonds, hearts, spades, then bids."""
    text = str(move)
    if text == "nil" or text.isdigit():
        return 52 + (0 if text == "nil" else int(text))
    return 13 * "CDHS".index(text[0]) + RANKS.index(text[1])


@pytest.mark.exhaustive
@pytest.mark.parametrize("bids", BIDS)
def test_openspiel_allows_the_same_moves_and_scores_the_same(bids: str, exhaustive: bool) -> None:
    game, other = Spades(points=0), theirs()
    rng = Random(bids)
    for _ in range(SAMPLE * (10 if exhaustive else 1)):
        ours, beside = game.start(), other.new_initial_state()
        while ours.moves():
            numbers = {number_of(move): move for move in ours.moves()}
            allowed = sorted(beside.legal_actions())
            if ours.phase == "bid":
                numbers = {number: numbers[number] for number in allowed}
            elif ours.phase == "play" and not ours.tricks[-1].cards:
                others = {number: card for number, card in numbers.items() if number < FIRST_SPADE}
                numbers = others or numbers
            assert sorted(numbers) == allowed, str(ours)
            if ours.turn >= 0:  # their first player is the dealer's left here
                assert beside.current_player() == (ours.turn - 1) % 4
            most = BIDS[bids] if ours.phase == "bid" else len(numbers)
            number = rng.choice(sorted(numbers)[:most])
            ours = ours.after(numbers[number])
            beside.apply_action(number)
        assert beside.is_terminal()
        assert [*ours.scores] == [beside.returns()[3], beside.returns()[0]], str(ours)
