"""Forced removals: one end whatever the order, legal one by one, smallest first."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.errors import IllegalMove
from suitwise.stacks import Layout, Move, Referee, parse_moves, replay
from suitwise.stacks.rules.table import (
    GONE,
    HEIGHT,
    REMOVED,
    ROW,
    Table,
    count_removals,
    find_aces,
    lay_out,
    machine_if,
    remove_all,
    uncover,
    zeros,
)
from tests.oracles import stacks_oracle
from tests.stacks.positions import some_positions


def prepared(layout: Layout, compiled: bool = False) -> Table:
    """Return a table on which the aces are found."""
    _, table = lay_out(layout, compiled)
    machine_if(find_aces, compiled)(table, len(layout), 1)
    return table


def after_removals(layout: Layout, rng: Random) -> stacks_oracle.Layout:
    """Play legal removals in a random order until there are none."""
    position: stacks_oracle.Layout = layout.stacks
    while removals := [m for m in stacks_oracle.legal_moves(position) if m.startswith("r")]:
        position = stacks_oracle.apply(position, rng.choice(removals))
    return position


def test_the_end_does_not_depend_on_the_order() -> None:
    rng = Random(5)
    for layout in some_positions(5, 400):
        ends = {after_removals(layout, rng) for _ in range(4)}
        assert len(ends) == 1
        table = prepared(layout)
        single, empty = count_removals(table, len(layout))
        heights = [len(stack) for stack in ends.pop()]
        rows = range(0, len(layout) * ROW, ROW)
        assert [table[2][row + HEIGHT] - table[2][row + GONE] for row in rows] == heights
        assert (single, empty) == (heights.count(1), heights.count(0))


@pytest.mark.parametrize("compiled", [False, True])
def test_all_removals_are_played_in_a_legal_order(compiled: bool) -> None:
    rng = Random(6)
    for layout in some_positions(6, 400, stacks=9, cards=40):
        table = prepared(layout, compiled)
        count = len(layout)
        waiting, empty, moves = (zeros(size, compiled) for size in (99, count, 4 * layout.cards))
        waits = 0
        for i, stack in enumerate(layout.stacks):
            if stack:
                waits = machine_if(uncover, compiled)(table, i, waiting, waits)
        empties, made = machine_if(remove_all, compiled)(table, waiting, waits, empty, 0, moves, 0)
        position: stacks_oracle.Layout = layout.stacks
        for k in range(made):
            assert moves[2 * k + 1] == REMOVED
            position = stacks_oracle.apply(position, f"r{moves[2 * k]}")
        assert position == after_removals(layout, rng)
        emptied = {i for i, stack in enumerate(position) if not stack and layout.stacks[i]}
        assert set(empty[:empties]) == emptied


def test_counting_leaves_the_table_as_it_was() -> None:
    for layout in some_positions(7, 100):
        table = prepared(layout)
        first = count_removals(table, len(layout))
        assert count_removals(table, len(layout)) == first


def test_of_many_visible_cards_the_smallest_goes_first() -> None:
    layout = Layout.of([[(value, 1)] for value in Random(1).sample(range(100), 60)])
    table = prepared(layout)
    waiting, empty, moves = [0], [0] * 60, [0] * 240
    waits = 0
    for i in range(60):
        waits = uncover(table, i, waiting, waits)
    assert waits == 1
    empties, made = remove_all(table, waiting, waits, empty, 0, moves, 0)
    assert empties == made == 59
    gone = [layout.stacks[i][0] for i in moves[: 2 * made : 2]]
    assert gone == sorted(gone)


# --- The referee knows the rules ------------------------------------------------------------------


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
        ("1a 2b | -", "r0", "move 1, no other top is of the suit of 1a, so it stays"),
        ("1a 2b | 2a", "r1", "move 1, 1a is the smallest top of its suit, not 2a"),
        ("1a | 2a | 3a 1b", "r1", "move 1, 1a is the smallest top of its suit, not 2a"),
        ("1a | 2a | 3a 1b", "r0 r1 r2", "move 3, no other top is of the suit of 3a, so it stays"),
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
