"""The referee knows the rules: it accepts and refuses what the oracle does, with the reason."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.errors import IllegalMove
from suitwise.stacks import Layout, Move, Referee, parse_moves, replay
from tests.oracles import stacks_oracle
from tests.stacks.positions import some_positions


def every_move(stacks: int) -> list[Move]:
    """Return all moves that name stacks -1 to N."""
    numbers = range(-1, stacks + 1)
    return [Move(i, j) for i in numbers for j in (None, *numbers)]


def test_a_move_is_accepted_exactly_where_it_is_legal() -> None:
    for layout in some_positions(41, 200, stacks=4, cards=9):
        legal = set(stacks_oracle.legal_moves(layout.stacks))
        for move in every_move(len(layout)):
            referee = Referee(layout)
            if str(move) in legal:
                referee.play(move)
                assert referee.layout.stacks == stacks_oracle.apply(layout.stacks, str(move))
            else:
                with pytest.raises(IllegalMove):
                    referee.play(move)
                assert referee.layout == layout


def test_a_random_game_is_followed_to_its_end() -> None:
    rng = Random(42)
    for layout in some_positions(42, 200, stacks=6, cards=20):
        referee, position = Referee(layout), layout.stacks
        for _ in range(60):
            moves = stacks_oracle.legal_moves(position)
            if not moves:
                break
            choice = rng.choice(moves)
            position = stacks_oracle.apply(position, choice)
            referee.play(Move.parse(choice))
            assert referee.layout.stacks == position
            assert referee.is_won == stacks_oracle.won(position)
        for move in every_move(len(layout)):
            if str(move) not in stacks_oracle.legal_moves(position):
                with pytest.raises(IllegalMove):
                    referee.play(move)


@pytest.mark.parametrize(
    ("text", "moves", "refusal"),
    [
        ("1a | 2b", "", None),
        ("1a | - | 2b", "m0>1 m1>0 m2>1", None),
        ("1a 2b | -", "m0>1", None),
        ("1a 2b | -", "", "move 1, the moves end before the game is won"),
        (
            "1a 2b | -",
            "m0>0",
            "move 1, stack 0 is not empty: a card is shifted onto an empty stack",
        ),
        ("1a 2b | -", "m1>0", "move 1, stack 1 is empty"),
        ("1a 2b | -", "r1", "move 1, stack 1 is empty"),
        ("1a 2b | -", "m0>1 m0>2", "move 2, there is no stack 2: stacks count from 0 to 1"),
        ("1a 2b | -", "r7", "move 1, there is no stack 7: stacks count from 0 to 1"),
        ("1a 2b | -", "r0", "move 1, no other top is of suit a, so 1a stays"),
        ("1a 2b | 2a", "r1", "move 1, 1a is the smallest top of its suit, not 2a"),
        ("1a | 2a | 3a 1b", "r1", "move 1, 1a is the smallest top of its suit, not 2a"),
        ("1a | 2a | 3a 1b", "r0 r1 r2", "move 3, no other top is of suit a, so 3a stays"),
        ("1a | 2a | 3a 1b", "r0 r1 m2>0", None),
    ],
)
def test_a_refusal_names_the_move_and_the_reason(
    text: str, moves: str, refusal: str | None
) -> None:
    found = replay(Layout.parse(text), parse_moves(moves))
    assert (None if found is None else str(found)) == refusal


def test_a_game_of_100_000_moves_is_quickly_replayed() -> None:
    layout = Layout.of([[(value, 1) for value in range(1, 100_000)], [(100_000, 1)]])
    assert replay(layout, [Move(0)] * 99_998) is None
    # About 0.1 s.
