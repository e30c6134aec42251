"""The game is held against the contract, and against its rules as a person would say them."""

from __future__ import annotations

from typing import Any

from mygame.game import MyGame, MyGameState
from suitwise.cards import Card
from suitwise.game import CHANCE, Record, State
from suitwise.testing import check_game


def suit(card: int) -> int:
    """Return the suit of a card: 13 numbers in a row are one."""
    return card // 13


def slow_moves(state: State[Any]) -> list[Card]:
    """List the outcomes of chance, else the cards of the suit led, else the whole hand."""
    assert isinstance(state, MyGameState)
    if state.turn == CHANCE:
        dealt = sum(state.dealt)
        return [Card(card) for card in range(52) if not dealt >> card & 1]
    hand = [Card(card) for card in range(52) if state.hands[state.turn] >> card & 1]
    led = state.tricks[-1].cards[:1]
    return [card for card in hand if led and suit(card) == suit(led[0])] or hand


def slow_returns(record: Record) -> list[float]:
    """Count the tricks of each seat: the highest card of the suit led takes one."""
    plays = [int(Card(move)) for move in record.moves[52:]]
    took, leader = [0.0] * 4, 1
    for first in range(0, 52, 4):
        trick = plays[first : first + 4]
        best = max(card for card in trick if suit(card) == suit(trick[0]))
        leader = (leader + trick.index(best)) % 4
        took[leader] += 1
    return took


def test_the_game_keeps_the_contract() -> None:
    """Hold every promise in random games, the legal moves and the score against slow definitions."""
    check_game(MyGame(), games=3, slow_moves=slow_moves, slow_returns=slow_returns)
