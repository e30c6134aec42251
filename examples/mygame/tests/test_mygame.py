"""The game is held against the contract, and against its rules as a person would say them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mygame.game import MyGame

from suitwise.cards import Card
from suitwise.game import CHANCE
from suitwise.testing import check_game


def slow_moves(state: Any) -> Sequence[Card]:
    """List the cards not yet dealt, or those of the suit led if there are any, else the hand."""
    if state.turn == CHANCE:
        dealt = {card for hand in state.hands for card in hand}
        return [card for card in map(Card, range(52)) if card not in dealt]
    hand, trick = list(state.hands[state.turn]), state.tricks[-1].cards
    following = [card for card in hand if trick and int(card) // 13 == int(trick[0]) // 13]
    return [Card(card) for card in following or hand]


def test_the_game_keeps_the_contract() -> None:
    check_game(MyGame(), games=5, slow_moves=slow_moves)
