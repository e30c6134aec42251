"""Difficulty: the decisions along a winning line are those that search finds."""

from __future__ import annotations

from itertools import islice
from math import log2

import pytest

from suitwise.errors import IllegalPosition
from suitwise.stacks import (
    Difficulty,
    Layout,
    Move,
    Size,
    Stacks,
    deal,
    difficulty_of,
    find,
    is_winnable,
    make,
    winning_line,
)
from suitwise.stacks.solve.difficulty import weigh
from tests.oracles import stacks_oracle as oracle
from tests.stacks.positions import some_positions


def weighed_by_search(layout: Layout) -> list[tuple[int, int]]:
    """Weigh the decisions along the solver's line, every shift tried by search."""
    decisions = []
    position: oracle.Layout = layout.stacks
    for move in winning_line(layout) or ():
        if move.to is not None:
            sources = [i for i, stack in enumerate(position) if len(stack) > 1]
            wins = sum(
                oracle.winnable(oracle.apply(position, str(Move(i, move.to)))) for i in sources
            )
            if wins < len(sources):
                decisions.append((len(sources), wins))
        position = oracle.apply(position, str(move))
    return decisions


def test_difficulty_counts_the_shifts_that_search_finds_to_lose() -> None:
    weighed = 0
    for size in (Size(3, 2), Size(3, 3), Size(4, 2), Size(4, 3)):
        for found in islice(find(size, seed=4, verdict="winnable"), 8):
            difficulty = difficulty_of(found.layout)
            assert difficulty is not None
            decisions = weighed_by_search(found.layout)
            assert list(difficulty.decisions) == decisions
            assert difficulty.bits == pytest.approx(
                sum(log2(choices / wins) for choices, wins in decisions), abs=1e-3
            )
            assert difficulty.luck == pytest.approx(2**-difficulty.bits, rel=1e-2)
            weighed += len(decisions)
    assert weighed > 10


def weighed_by_decisions(layout: Layout) -> list[tuple[int, int]]:
    """Weigh the decisions along the solver's line, every shift decided."""
    decisions = []
    state = Stacks.around(layout)
    for move in winning_line(layout) or ():
        if move.to is not None:
            sources = [i for i, stack in enumerate(state.layout.stacks) if len(stack) > 1]
            after = (state.after(Move(i, move.to)).layout for i in sources)
            wins = sum(map(is_winnable, after))
            if wins < len(sources):
                decisions.append((len(sources), wins))
        state = state.after(move)
    return decisions


def test_difficulty_is_what_deciding_every_shift_would_find() -> None:
    compared = 0
    for layout in some_positions(61, 1_500, stacks=9, cards=26):
        difficulty = difficulty_of(layout)
        if difficulty is not None:
            suits = {suit for stack in layout.stacks for _, suit in stack}
            expected = weighed_by_decisions(layout) if len(suits) == len(layout) else []
            assert list(difficulty.decisions) == expected
            compared += len(expected)
    for number in range(60):
        layout = make(8, 5, number % 7, seed=9, number=number)
        difficulty = difficulty_of(layout)
        assert difficulty is not None
        assert list(difficulty.decisions) == weighed_by_decisions(layout)
        assert weigh(layout, compiled=True) == difficulty
        compared += len(difficulty.decisions)
    assert compared > 500


def test_thousands_of_stacks_are_weighed_in_about_a_second() -> None:
    layout = make(5_000, 2, 2_500, seed=1)
    weigh(make(20, 20, 5), compiled=True)
    difficulty = difficulty_of(layout)
    assert difficulty is not None
    assert difficulty.bits > 3_000
    # About 0.7 s; deciding every shift took minutes.


def test_the_two_shifts_of_the_rules_page_are_one_bit() -> None:
    # After c1 and c2 go, shifting c9 wins and shifting b8 loses.
    difficulty = difficulty_of(Layout.parse("8b 9a | 9c 9b | 1c 2c"))
    assert difficulty is not None
    assert (difficulty.decisions, difficulty.bits) == (((2, 1),), 1.0)


def test_nothing_is_difficult_with_fewer_suits_than_stacks_or_lost() -> None:
    easy = difficulty_of(deal(5, 4, 4, seed=1))
    assert easy is not None
    assert (easy.decisions, easy.bits, easy.luck) == ((), 0, 1)
    assert difficulty_of(deal(3, 4, 4, seed=1)) is None


def test_difficulty_is_not_computed_for_huge_layouts() -> None:
    with pytest.raises(IllegalPosition, match="at most 10,000 cards"):
        difficulty_of(deal(101, 100, seed=1))


def test_a_difficulty_is_told_in_words_and_as_data() -> None:
    difficulty = Difficulty(((3, 1), (2, 1)))
    assert str(difficulty) == "2.585 bits: 1 of 3, 1 of 2"
    assert difficulty.as_json() == {"bits": 2.585, "decisions": [[3, 1], [2, 1]]}
    assert [str(Difficulty(pairs)) for pairs in ((), ((2, 1),))] == ["0 bits", "1 bit: 1 of 2"]
