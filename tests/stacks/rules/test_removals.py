"""Forced removals: one end whatever the order, legal one by one, smallest first."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.stacks import Layout
from suitwise.stacks.rules.decision import find_aces
from suitwise.stacks.rules.table import (
    GONE,
    HEIGHT,
    REMOVED,
    ROW,
    Table,
    count_removals,
    face,
    lay_out,
    remove_all,
    uncover,
    zeros,
)
from tests.oracles import stacks_oracle
from tests.stacks.positions import some_positions


def prepared(layout: Layout, compiled: bool = False) -> Table:
    """Return a table on which the aces are found."""
    _, table = lay_out(layout, compiled)
    face(find_aces, compiled)(table, len(layout), 1)
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
                waits = face(uncover, compiled)(table, i, waiting, waits)
        empties, made = face(remove_all, compiled)(table, waiting, waits, empty, 0, moves, 0)
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
