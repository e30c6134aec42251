"""The rows of the boards' answers: all that are best are marked so, wherever several are as good."""

from __future__ import annotations

from itertools import islice

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import OVER, load, play
from suitwise.players import RandomPlayer
from suitwise.players.board import Answer, Board, answered, board_of

GAMES = ("gin", "indian13(seats=2)", "texas42(match=hand)", "tractor(match=deal)")
LATE = {"texas42": 6, "tractor": 4}
"""Of these games the last states only: those before take seconds each."""
SLOW = {("tractor", "bid"), ("tractor", "bury")}
"""They tell best rows by what can be told apart of sampled deals: several may be, of different worth."""


def answers(board: Board, game: str, seed: int) -> list[Answer]:
    """Return what a board says at first, and of the states of a game as seen by whoever is on turn."""
    states = list(play(load(game).start(), RandomPlayer(seed), seed=seed).states())
    decided = [state for state in states if state.turn >= 0]
    late = LATE.get(board.game, 0)
    assert states[-1].turn == OVER
    found = [
        answered(board, question.name, {field.name: field.start for field in question.fields})
        for question in board.questions
        if (board.game, question.name) not in SLOW
    ]
    for state in islice(
        decided, max(0, len(decided) - late) if late else 0, None, 1 if late else 5
    ):
        asked = board.of(state, state.turn) if board.of is not None else None
        if asked is not None:
            try:
                found.append(answered(board, *asked))
            except SuitwiseError:  # it says why it has none
                continue
    return found


@pytest.mark.parametrize("game", GAMES)
def test_all_rows_that_are_as_good_as_the_best_are_marked(game: str) -> None:
    board = board_of(game.partition("(")[0])
    assert board is not None
    ties = 0
    for seed in (1, 2, 3):
        for answer in answers(board, game, seed):
            worth = [(row.value, row.is_best) for row in answer.rows if row.value is not None]
            best = {value for value, is_best in worth if is_best}
            assert not best & {value for value, is_best in worth if not is_best}
            if worth and best:
                assert best & {min(value for value, _ in worth), max(value for value, _ in worth)}
            ties += sum(is_best for _, is_best in worth) > 1
    assert ties, "nowhere are several as good"
