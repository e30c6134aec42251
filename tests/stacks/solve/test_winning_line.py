"""The winning line: legal move by move, ends in a win, and no longer than it can be."""

from __future__ import annotations

from io import BytesIO

import pytest

from benchmarks.stacks import hard_input
from suitwise.game import OVER
from suitwise.stacks import Layout, Stacks, ace_graph, hint, read_cases, replay, winning_line
from tests.oracles import stacks_oracle
from tests.stacks.positions import (
    SHIFTS_DIFFER,
    line_of,
    played,
    small_layouts,
    some_positions,
    verdict_of,
)


def check_line(layout: Layout) -> None:
    """Hold a line against the oracle's rules and the referee's."""
    line = winning_line(layout)
    assert (line is not None) == (verdict_of(layout, compiled=False)[0] > 0)
    if line is not None:
        assert stacks_oracle.won(played(layout, line)), str(layout)
        assert not line or not stacks_oracle.won(played(layout, line[:-1])), (
            "it goes on after the win"
        )
        assert replay(layout, line) is None
        assert not any(stacks_oracle.won(played(layout, line[:end])) for end in range(len(line)))
        shifts = sum(move.to is not None for move in line)
        assert shifts <= layout.cards
        assert len(line) - shifts < max(1, layout.cards)


@pytest.mark.exhaustive
def test_every_small_layout_that_can_be_won_is_won(exhaustive: bool) -> None:
    for layout in small_layouts(7 if exhaustive else 5):
        check_line(layout)


@pytest.mark.exhaustive
def test_random_positions_that_can_be_won_are_won(exhaustive: bool) -> None:
    for layout in some_positions(21, 100_000 if exhaustive else 2_000, stacks=9, cards=30):
        check_line(layout)


def test_plain_and_compiled_rules_play_the_same_line() -> None:
    for layout in some_positions(22, 500, stacks=12, cards=60):
        assert line_of(layout, compiled=True) == line_of(layout, compiled=False)


def test_a_won_game_needs_no_move() -> None:
    assert winning_line(Layout.parse("1a | - | 2b")) == []
    assert winning_line(Layout.parse("1a | 3a | 2a")) == []


@pytest.mark.parametrize("text", ["3a 1a | 2a 4a", "1a 2a | 3a | 4b", "5a | 4a 3a | 2a 1a"])
def test_a_line_and_its_hints_end_with_the_move_that_wins(text: str) -> None:
    layout = Layout.parse(text)
    line = winning_line(layout) or []
    states = [Stacks.around(layout)]
    for move in line:
        assert hint(states[-1].layout).move == move
        states.append(states[-1].after(move))
    assert [state.turn == OVER for state in states] == [False] * len(line) + [True]
    assert hint(states[-1].layout).move is None
    assert states[-1].why_not("r0") == "the game is over"


def test_no_card_that_lies_alone_is_shifted() -> None:
    for layout in some_positions(23, 500, stacks=8, cards=24):
        position = layout.stacks
        for move in winning_line(layout) or []:
            assert str(move) in stacks_oracle.legal_moves(position, lone=False)
            position = stacks_oracle.apply(position, str(move))


def test_the_shift_that_wins_is_chosen() -> None:
    line = winning_line(SHIFTS_DIFFER)
    assert line is not None
    assert [str(move) for move in line if move.to is not None] == ["m1>2"]


def test_whoever_follows_hints_wins() -> None:
    for layout in some_positions(24, 150, stacks=5, cards=14):
        position = layout
        for _ in range(2 * layout.cards + 1):
            told = hint(position)
            if told.move is None:
                break
            position = Layout.of(stacks_oracle.apply(position.stacks, str(told.move)))
        assert position.is_won == (told.lost is None)
        if told.lost is not None:
            assert position == layout


@pytest.mark.exhaustive
@pytest.mark.parametrize(("stacks", "height"), [(1_000, 100), (10_000, 10), (50_000, 2)])
def test_a_hard_case_of_100_000_cards_is_solved(stacks: int, height: int, exhaustive: bool) -> None:
    """Of 100,000 cards in few high stacks, many, or low ones; of the low ones 20,000 in the sample."""
    if height == 2 and not exhaustive:
        stacks = 10_000
    cases = read_cases(BytesIO(hard_input(stacks, height, 2, seed=stacks)))
    assert cases.fault is None
    won, lost = cases.layout(0), cases.layout(1)
    assert len(ace_graph(won).path) == stacks // 2 + 1  # a path through half of the stacks
    assert winning_line(lost) is None
    line = winning_line(won)
    assert line is not None
    assert replay(won, line) is None
    # About 0.1 s; a quadratic strategy takes minutes.


@pytest.mark.parametrize("compiled", [False, True])
def test_a_line_ends_with_the_move_that_wins(compiled: bool) -> None:
    """Of ``1a | 4a`` the rules would remove 1a, but the game is over."""
    line = line_of(Layout.parse("3a 1a | 2a 4a"), compiled=compiled)
    assert [*map(str, line or ())] == ["r1", "r0"]
