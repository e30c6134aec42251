"""Tractor's board asked as the server asks it, and the same question at the command line."""

from __future__ import annotations

import shlex

from suitwise.players.board import Answer, answered, board_of
from suitwise.tractor import TractorState
from suitwise.tractor.board import BOARD
from suitwise.tractor.board.board import of_state
from tests.commands import run_command


def asked(ask: str, more: int = 0, game: str = "tractor", /, **fields: str) -> Answer:
    """Return what the board says to a form: what it begins with, but for some fields."""
    board = board_of(game)
    assert board is not None
    question = next(one for one in board.questions if one.name == ask)
    form = {field.name: field.start for field in question.fields} | fields
    return answered(board, ask, form, more)


def opened(state: TractorState, more: int = 0) -> Answer:
    """Return what the board says to a state of the game that is opened on it."""
    found = of_state(state, 0)
    assert found is not None
    return answered(BOARD, *found, more)


def printed(answer: Answer) -> str:
    """Return what the command prints that an answer names."""
    first, *words = shlex.split(answer.command)
    assert first == "suitwise"
    status, told, error = run_command(*words)
    assert (status, error) == (0, "")
    return told
