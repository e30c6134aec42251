"""Positions of Indian rummy for the tests, and games that go on for long."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from suitwise.game import CHANCE, OVER, draw, register
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.rules import IndianMove, parse_card
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.rules.cards import cards_text, in_order

register(Indian)

MINE = "H3 H4 H5 S8 S9 JK D9 C9 H9 CJ CQ CK CA"
"""A hand that can be declared."""
OTHER = "D2 D3 D4 D5 H6 H7 JK CT CT S9 SA S4 D8"


def at(text: str, variant: Indian | None = None) -> IndianState:
    """Read a position whose hands are in any order."""
    parts = text.split(" | ")
    parts[3] = " / ".join(map(ordered, parts[3].split(" / ")))
    return (variant or Indian()).parse(" | ".join(parts))


def ordered(text: str) -> str:
    return cards_text(in_order(map(parse_card, text.split() if text != "-" else ())))


def after(state: IndianState, moves: str) -> IndianState:
    for word in moves.split():
        state = state.after(state.parse_move(word))
    return state


def texts(state: IndianState) -> list[str]:
    return [str(move) for move in state.moves()]


def long_game(
    variant: Indian, seed: int, pile: float = 0.2
) -> list[tuple[IndianState, IndianMove]]:
    """Play at random, but never drop or declare; return every state with the move made in it."""
    rng, index, state = Random(seed), 0, variant.start()
    played = []
    while state.turn != OVER:
        if state.turn == CHANCE:
            move, index = draw(state, seed, 0, index)
        else:
            move = _patient(state, rng.random, pile)
        played.append((state, move))
        state = state.after(move)
    return played


def _patient(state: IndianState, random: Callable[[], float], pile: float) -> IndianMove:
    moves = [move for move in state.moves() if move.kind not in ("drop", "declare")]
    if state.phase == "draw":
        return moves[-1] if random() < pile else moves[0]
    return moves[int(random() * len(moves))]
