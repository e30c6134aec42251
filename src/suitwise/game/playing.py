"""Games played to their end by a chooser of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from suitwise.game.chance import draw
from suitwise.game.description import M
from suitwise.game.record import Record, record_of
from suitwise.game.state import State
from suitwise.game.turns import CHANCE, OVER

Chooser = Callable[[State[Any]], Any]
"""A player: it chooses a move for the seat on turn."""


def play(start: State[M], choose: Chooser, seed: int, stream: int = 0) -> Record:
    """Play a game to its end; chance is drawn from the seeded stream.

    Args:
        start: the first state.
        choose: chooses the seats' moves.
        seed: 64-bit seed for chance.
        stream: the number of the game.

    >>> from suitwise.game import load
    >>> from suitwise.players import RandomPlayer
    >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
    >>> record.returns, len(record.moves), record.moves[-3:]
    ((-4.0, 4.0, -4.0, 4.0), 49, ('6-2', '5-4', '2-0'))
    """
    state, moves, index = start, [], 0
    while state.turn != OVER:
        if state.turn == CHANCE:
            move, index = draw(state, seed, stream, index)
        else:
            move = choose(state)
        moves.append(move)
        state = state.after(move)
    return record_of(start, moves, state)
